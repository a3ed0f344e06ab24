#!/usr/bin/env bash
# Fuzzes what reads input from outside, and the state machines behind it.
# Usage: FUZZ_SECONDS=10 Tests/Fuzz/run.sh [TARGET...]
# The corpus grows under .build/fuzz; what crashes is left there too, as crash-*.
set -euo pipefail
export SWIFT_BACKTRACE=enable=no
seconds=${FUZZ_SECONDS:-10}
cd "$(dirname "$0")/../.."
out=.build/fuzz
[ $# -gt 0 ] || set -- KeyParser LinuxConsoleParser KeyStates AudioReader
for target; do
    mkdir -p "$out/$target"
    case $target in AudioReader) module=Audio ;; *) module=Keyboard ;; esac
    swiftc -swift-version 6 -O -enforce-exclusivity=checked -sanitize=fuzzer,address \
        -use-ld=lld -parse-as-library -module-name Fuzz -o "$out/$target.fuzz" \
        "Sources/$module/"*.swift "Tests/Fuzz/${target}Fuzz.swift"
    "$out/$target.fuzz" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=1024 \
        -print_final_stats=1 -artifact_prefix="$out/$target/" "$out/$target" "Tests/Fuzz/seeds/$target"
done
