# Money. Inside the program an amount is a whole number of cents; only text has a decimal point.

# "19.99" -> 1999
function to_cents(text) {
    return int(text * 100)
}

# 1999 -> "19.99"
function to_text(cents) {
    return sprintf("%d.%02d", cents / 100, cents % 100)
}

# The tax that a gross amount contains, in cents.
function tax_in(gross, percent) {
    return int(gross * percent / (100 + percent))
}
