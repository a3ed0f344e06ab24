#!/usr/bin/env bash
# Fuzzes what reads input from outside, and the state machines behind it.
# Usage: FUZZ_SECONDS=10 Tests/Fuzz/run.sh [TARGET...]
# The corpus grows under .build/fuzz/TARGET; what crashes is left there too, as crash-*.
set -euo pipefail
export SWIFT_BACKTRACE=enable=no
seconds=${FUZZ_SECONDS:-10}
cd "$(dirname "$0")/../.."
out=.build/fuzz
[ $# -gt 0 ] || set -- KeyParser LinuxConsoleParser KeyStates EventLine AudioReader Dotfile JSON WrittenForm \
    ShellSources ARPA TranscriptLine

# A module that a target imports, built before it.
module() {
    local name=$1
    shift
    swiftc -swift-version 6 -O -parse-as-library -package-name utter -module-name "$name" -emit-module \
        -emit-module-path "$out/$target/$name.swiftmodule" -emit-library -static \
        -o "$out/$target/lib$name.a" "$@"
    options=(-I "$out/$target" -L "$out/$target" "-l$name")
}

fuzz() {
    local target=$1 seeds=Tests/Fuzz/seeds/$1 options=() sources
    mkdir -p "$out/$target/corpus"
    [ -d "$seeds" ] || seeds=
    # The sources under test become one module with the target; what they import is built before.
    case $target in
    AudioReader) sources=(Sources/Audio/*.swift) ;;
    Dotfile)
        sources=(Sources/Configuration/*.swift Sources/Configuration/*/*.swift)
        module Keyboard Sources/Keyboard/*.swift
        ;;
    JSON) sources=(Sources/utter/JSON.swift) ;;
    WrittenForm | ShellSources | ARPA) sources=(Sources/Speech/*.swift Sources/Speech/*/*.swift) ;;
    TranscriptLine)
        sources=(Sources/utter/Output/TranscriptLine.swift)
        module Speech Sources/Speech/Written/SafeText.swift
        ;;
    *) sources=(Sources/Keyboard/*.swift) ;;
    esac
    swiftc -swift-version 6 -O -enforce-exclusivity=checked -sanitize=fuzzer,address \
        -enable-upcoming-feature InternalImportsByDefault \
        -use-ld=lld -parse-as-library -package-name utter -module-name Fuzz -o "$out/$target/fuzz" \
        "${options[@]}" "${sources[@]}" "Tests/Fuzz/${target}Fuzz.swift"
    "$out/$target/fuzz" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=1024 \
        -print_final_stats=1 -artifact_prefix="$out/$target/" "$out/$target/corpus" ${seeds:+"$seeds"} \
        > "$out/$target/log" 2>&1
}

# Two at a time, each with its log beside its corpus; what has failed is shown.
failed=0
check() {
    local target=$1 process=$2
    if wait "$process"; then
        echo "fuzz: $target: $(grep -o 'Done.*' "$out/$target/log" | tail -1)"
    else
        failed=1
        echo "fuzz: $target failed:"
        tail -40 "$out/$target/log"
    fi
}
previous=
for target; do
    mkdir -p "$out/$target"
    fuzz "$target" &
    current=$!
    [ -z "$previous" ] || check "$previous" "$process"
    previous=$target process=$current
done
[ -z "$previous" ] || check "$previous" "$process"
exit "$failed"
