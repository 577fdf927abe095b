#!/bin/sh
# Compares each tests/NAME.txt's receipt with tests/NAME.expected.
cd -- "$(dirname -- "$0")" || exit 2
unset SHOP_NAME TAX_PERCENT
failed=0
for list in tests/*.txt; do
    expected=${list%.txt}.expected
    if sh ./receipt "$list" | diff -u "$expected" -; then
        echo "ok      $list"
    else
        echo "FAILED  $list"
        failed=1
    fi
done
exit "$failed"
