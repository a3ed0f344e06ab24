#!/usr/bin/env bash
# Tries the tests on wrong versions of the program.
#
# Each *.patch beside this script turns the session into one of the classic wrong versions of push-to-talk and names
# the tests that must notice. In a copy of the pure modules the named tests must pass as things are and fail with the
# patch; a mutant that survives, a name that is no test, and a patch that no longer applies are failures.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
copy=$(mktemp -d "${TMPDIR:-/tmp}/mutants.XXXXXX")
trap 'rm -rf "$copy"' EXIT

modules=(Keyboard Gestures Speech Dictation)
# What the tests need besides.
helpers=(CGlibc Threads)
mkdir -p "$copy/Sources" "$copy/Tests"
for module in "${modules[@]}" "${helpers[@]}"; do
    cp -r "$root/Sources/$module" "$copy/Sources/"
done
cp -r "$root/Tests/DictationTests" "$root/Tests/Support" "$copy/Tests/"
cat >"$copy/Package.swift" <<'PACKAGE'
// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
let package = Package(
    name: "mutants",
    targets: [
        .target(name: "Keyboard", swiftSettings: settings),
        .target(name: "Gestures", dependencies: ["Keyboard"], swiftSettings: settings),
        .target(name: "Speech", swiftSettings: settings),
        .target(
            name: "Dictation", dependencies: ["Keyboard", "Gestures", "Speech"],
            swiftSettings: settings),
        .systemLibrary(name: "CGlibc"),
        .target(name: "Threads", swiftSettings: settings),
        .target(
            name: "Support", dependencies: ["CGlibc", "Threads"], path: "Tests/Support",
            swiftSettings: settings),
        .testTarget(
            name: "DictationTests",
            dependencies: ["Dictation", "Gestures", "Keyboard", "Speech", "Support"]),
    ],
    swiftLanguageModes: [.v6]
)
PACKAGE

# The tests that a patch names, one a line, as Suite/test.
named() {
    sed -n 's/^Must fail: //p' "$1"
}

# run_tests LOG TEST...: runs the tests named and leaves what they say in LOG; fails only if they cannot be built.
run_tests() {
    local log=$1 filter
    shift
    filter="DictationTests\\.($(IFS='|' && echo "$*"))"
    if ! (cd "$copy" && swift build --build-tests) >"$log" 2>&1; then
        cat "$log"
        return 1
    fi
    (cd "$copy" && swift test --disable-xctest --skip-build --filter "$filter") >"$log" 2>&1 || true
}

# verdict LOG passed|failed TEST: whether the test had that end.
verdict() {
    grep -qE "Test ${3##*/}\(.*\) .*$2 after" "$1"
}

mapfile -t tests < <(cat "$here"/*.patch | sed -n 's/^Must fail: //p' | sort -u)
[ "${#tests[@]}" -gt 0 ] || { echo "mutants: no patch names a test" >&2; exit 1; }

failures=0
complain() {
    echo "mutants: $*" >&2
    failures=$((failures + 1))
}

echo "as it is: ${#tests[@]} tests"
run_tests "$copy/log" "${tests[@]}" || { echo "mutants: the copy does not build" >&2; exit 1; }
for test in "${tests[@]}"; do
    verdict "$copy/log" passed "$test" || complain "$test does not pass as things are"
done

for patch in "$here"/*.patch; do
    name=$(basename "$patch" .patch)
    mapfile -t tests < <(named "$patch")
    [ "${#tests[@]}" -gt 0 ] || { complain "$name names no test"; continue; }
    if ! patch --directory="$copy" --strip=1 --forward --fuzz=2 --dry-run --quiet <"$patch"; then
        complain "$name no longer applies"
        continue
    fi
    cp -r "$copy/Sources" "$copy/Unchanged"
    patch --directory="$copy" --strip=1 --forward --fuzz=2 --quiet <"$patch"
    if run_tests "$copy/log" "${tests[@]}"; then
        for test in "${tests[@]}"; do
            if verdict "$copy/log" failed "$test"; then
                echo "$name: $test fails, as it must"
            else
                complain "$name survives $test"
            fi
        done
    else
        complain "$name does not build"
    fi
    rm -rf "$copy/Sources"
    mv "$copy/Unchanged" "$copy/Sources"
    find "$copy/Sources" -name '*.swift' -exec touch {} +
done

if [ "$failures" -gt 0 ]; then
    echo "mutants: $failures failures" >&2
    exit 1
fi
echo "every mutant is noticed"
