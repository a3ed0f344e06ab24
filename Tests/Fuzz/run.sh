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

flags=(-swift-version 6 -O -wmo -parse-as-library -package-name utter -enforce-exclusivity=checked
    "-sanitize=fuzzer,address" -enable-upcoming-feature InternalImportsByDefault)
lib=$out/lib
mkdir -p "$lib"

# A module under test, which several targets import.
module() {
    local name=$1
    shift
    swiftc "${flags[@]}" -enable-testing -module-name "$name" -emit-module -emit-module-path "$lib/$name.swiftmodule" \
        -emit-library -static -o "$lib/lib$name.a" -I "$lib" "$@"
}

module Keyboard Sources/Keyboard/*.swift &
module Audio Sources/Audio/*.swift
wait $!
module Speech Sources/Speech/*.swift Sources/Speech/*/*.swift &
module Configuration Sources/Configuration/*.swift Sources/Configuration/*/*.swift
wait $!

fuzz() {
    local target=$1 seeds=Tests/Fuzz/seeds/$1 sources=() modules=()
    mkdir -p "$out/$target/corpus"
    [ -d "$seeds" ] || seeds=
    # Sources of the program itself become one module with the target.
    case $target in
    AudioReader) modules=(-lAudio) ;;
    Dotfile) modules=(-lConfiguration -lKeyboard) ;;
    JSON) sources=(Sources/utter/JSON.swift) ;;
    WrittenForm | ShellSources | ARPA) modules=(-lSpeech) ;;
    TranscriptLine) sources=(Sources/utter/Output/TranscriptLine.swift) modules=(-lSpeech) ;;
    *) modules=(-lKeyboard) ;;
    esac
    swiftc "${flags[@]}" -use-ld=lld -module-name Fuzz -o "$out/$target/fuzz" -I "$lib" -L "$lib" \
        "${sources[@]}" "Tests/Fuzz/${target}Fuzz.swift" "${modules[@]}"
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
