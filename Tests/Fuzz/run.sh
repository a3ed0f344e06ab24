#!/usr/bin/env bash
# Fuzzes what reads input from outside, and the state machines behind it.
# Usage: FUZZ_SECONDS=10 Tests/Fuzz/run.sh [TARGET...]
# The corpus grows under .build/fuzz; what crashes is left there too, as crash-*.
set -euo pipefail
export SWIFT_BACKTRACE=enable=no
seconds=${FUZZ_SECONDS:-10}
cd "$(dirname "$0")/../.."
out=.build/fuzz
[ $# -gt 0 ] || set -- KeyParser LinuxConsoleParser KeyStates AudioReader Dotfile JSON WrittenForm
mkdir -p "$out"
for target; do
    mkdir -p "$out/$target"
    seeds=Tests/Fuzz/seeds/$target
    [ -d "$seeds" ] || seeds=
    # The sources under test become one module with the target; what they import is built before.
    options=()
    case $target in
    AudioReader) sources=(Sources/Audio/*.swift) ;;
    Dotfile)
        sources=(Sources/Configuration/*.swift Sources/Configuration/*/*.swift)
        swiftc -swift-version 6 -O -parse-as-library -module-name Keyboard -emit-module \
            -emit-module-path "$out/Keyboard.swiftmodule" -emit-library -static \
            -o "$out/libKeyboard.a" Sources/Keyboard/*.swift
        options=(-I "$out" -L "$out" -lKeyboard)
        ;;
    JSON) sources=(Sources/utter/JSON.swift) ;;
    WrittenForm) sources=(Sources/Speech/Written/*.swift) ;;
    *) sources=(Sources/Keyboard/*.swift) ;;
    esac
    swiftc -swift-version 6 -O -enforce-exclusivity=checked -sanitize=fuzzer,address \
        -enable-upcoming-feature InternalImportsByDefault \
        -use-ld=lld -parse-as-library -module-name Fuzz -o "$out/$target.fuzz" \
        "${options[@]}" "${sources[@]}" "Tests/Fuzz/${target}Fuzz.swift"
    "$out/$target.fuzz" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=1024 \
        -print_final_stats=1 -artifact_prefix="$out/$target/" "$out/$target" ${seeds:+"$seeds"}
done
