#!/usr/bin/env bash
# CORPUS QUERIES RESULTS MACHINE: measures this engine and others with the same queries in one run, and
# writes the tables and charts of README.md and the page Performance, and a record.
#
# CORPUS has lines of {"id", "text"}, QUERIES lines of class<TAB>query, RESULTS is a folder for results.
# PEERS, if set, is a command that measures other engines: it is called with CORPUS QUERIES DIR COMMANDS
# REPEAT and writes files ….jsonl into DIR, with lines in the form of game-query's. Everything is measured
# ROUNDS times in turn (default: 2), and the better time of each query counts, as it does within a round.
# BENCH is a built martlet-bench, if it is not to be built here; COMMIT what is measured, if it is not HEAD.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
corpus=$1 queries=$2 results=$3 machine=$4
commands=TOP_10,TOP_100,TOP_1000,TOP_100_COUNT,COUNT
repeat=10

bench() {
  if [ -n "${BENCH:-}" ]; then "$BENCH" "$@"; else
    swift run -c release --package-path "$here" martlet-bench "$@"
  fi
}

mkdir -p "$results"
bench build "$corpus" --words whitespace --figures "$results/build.tsv"
bench micro --figures "$results/micro.tsv"
bench scale --figures "$results/scale.tsv"
index=$(mktemp -d)
trap 'rm -rf "$index"' EXIT
bench game-index "$corpus" "$index"
for round in $(seq "${ROUNDS:-2}"); do
  mkdir -p "$results/$round"
  bench game-query "$index" "$queries" "$repeat" "$commands" > "$results/$round/martlet.jsonl"
  # Not quoted: it may be a command with arguments.
  ${PEERS:-true} "$corpus" "$queries" "$results/$round" "$commands" "$repeat"
done
bench report "$results" --queries "$queries" --machine "$machine" \
  --commit "${COMMIT:-$(git -C "$here" log -1 --format=%h)}" \
  --date "$(TZ=UTC git -C "$here" log -1 --format=%cd --date=format-local:%Y-%m-%d)" \
  --records "$here/Benchmarks/Records" \
  --output "$here/Sources/Martlet/Martlet.docc/Resources" \
  --into "$here/Sources/Martlet/Martlet.docc/Performance.md" --into "$here/README.md"
