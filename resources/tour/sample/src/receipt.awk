# The receipt: one line for each purchase, then the total and the tax in it.

BEGIN {
    width = 32
    print shop
    rule()
}

NF >= 3 {
    name = $3
    for (i = 4; i <= NF; i++)
        name = name " " $i
    amount = $1 * to_cents($2)
    total += amount
    line(($1 > 1 ? $1 " x " : "") name, to_text(amount))
}

END {
    rule()
    line("Total", to_text(total))
    line("Tax " percent "%", to_text(tax_in(total, percent)))
}

function line(left, right) {
    printf "%-" (width - 8) "s%8s\n", left, right
}

function rule(    i) {
    for (i = 0; i < width; i++)
        printf "-"
    print ""
}
