#!/usr/bin/env bash
# Runs everything that looks for rare failures, with new seeds, until so many hours have passed, and
# prints a table at the end.
#
#     Tests/soak.sh HOURS [FIRST-SEED]
#
# Everything runs optimised. Each round: the suites of losses of power, failing calls and damage, real
# kills, full volumes, hostile folders and mistakes made on purpose at many times their usual size, and
# the fuzzer; every tenth round 30 minutes of stress under the thread sanitizer and 100,000 steps in one
# process, and `mart index` with 1 GB of text. The exit status is 1 when anything failed; the log of
# each failure stays in the folder that is printed.
set -uo pipefail
cd "$(dirname "$0")/.."

[ $# -ge 1 ] || { sed -n '5p' "$0" >&2; exit 2; }
end=$(awk -v hours="$1" -v now="$(date +%s)" 'BEGIN { printf "%d", now + hours * 3600 }')
seed=${2:-$(date +%s)}
logs=$(mktemp -d)
table=$logs/table
# Builds apart from those that are worked with.
builds=${MARTLET_SOAK_BUILDS:-$logs/builds}
factor=${MARTLET_RELIABILITY_FACTOR:-20}
executions=${MARTLET_FUZZ_EXECUTIONS:-6000000}
stress=${MARTLET_STRESS_SECONDS:-1800}
echo "logs in $logs, first seed $seed"

# Runs a command of tests under a name, and adds a line to the table: name, seed, seconds, status, and
# what the suites said of themselves.
step() {
  local name=$1 start status
  shift
  start=$(date +%s)
  "$@" > "$logs/$name-$seed.log" 2>&1
  status=$?
  printf '%s\t%s\t%s\t%s\n' "$name" "$seed" "$(($(date +%s) - start))" \
    "$([ $status = 0 ] && echo passed || echo "FAILED ($status)")" | tee -a "$table"
  grep -hE ': [0-9]+ findings of' "$logs/$name-$seed.log" | sed 's/^/    /' | tee -a "$table.findings"
  [ $status != 0 ] || rm "$logs/$name-$seed.log"
}

# A release build that tests can look into, and one in which mistakes can be made on purpose.
optimised=(-c release -Xswiftc -enable-testing --scratch-path "$builds/release")
planting=(-c release -Xswiftc -enable-testing -Xswiftc -DDEBUG --scratch-path "$builds/planting")
tests() {
  env MARTLET_SEED="$seed" MARTLET_RELIABILITY_FACTOR="$factor" \
    swift test "${optimised[@]}" --skip-build "$@"
}

# Random kills in the thousands, without all the rest at such a size.
kills() {
  env MARTLET_SEED="$seed" MARTLET_RELIABILITY_FACTOR="${MARTLET_KILLS_FACTOR:-25}" \
    swift test "${optimised[@]}" --skip-build --filter KilledEngineTests/randomly
}

# The most memory that a release build takes for text of 200 MB and of 1 GB: the same but for pages
# of files, which the system takes back.
memory() {
  local size peak
  for size in 200 1000; do
    rm -rf "$logs/index"
    # Words are drawn by rank, so that a few are frequent and most are rare.
    awk -v size="$size" -v seed="$seed" 'BEGIN {
      srand(seed)
      while (bytes < size * 1000000) {
        text = ""
        for (i = 0; i < 400; i++) text = text " w" int(exp(rand() * 13))
        line = "{\"id\": \"" ++id "\", \"text\": \"" text "\"}"
        bytes += length(line) + 1
        print line
      }
    }' | "$builds/release/release/mart" index "$logs/index" --input - > "$logs/index.out" 2>&1 &
    peak=0
    while kill -0 $! 2> /dev/null; do
      now=$(awk '/^RssAnon/ { print $2 }' "/proc/$!/status" 2> /dev/null)
      [ "${now:-0}" -le "$peak" ] || peak=$now
      sleep 0.1
    done
    wait $! || { cat "$logs/index.out"; return 1; }
    echo "$size MB: $((peak / 1000)) MB of memory: 0 findings of 0 kinds"
    [ "$peak" -le 400000 ] || { echo "$size MB take $peak kB"; return 1; }
    "$builds/release/release/mart" check "$logs/index" || return 1
  done
  rm -rf "$logs/index"
}

swift build "${optimised[@]}" --build-tests || exit 1
swift build "${planting[@]}" --build-tests || exit 1
round=0
while [ "$(date +%s)" -lt "$end" ]; do
  step sweeps tests --filter 'PowerLoss|Exhaustive|NestedCrash|LyingDisk|FailingCall|FailedCheckpoint|MergeFailure|FullDisk|Flush'
  step damages tests --filter 'Damage|Quarantine|Salvage|Fuzzing'
  step kills kills
  step calls env MARTLET_SEED="$seed" swift test "${optimised[@]}" --skip-build \
    --filter 'KilledEngineTests/atEveryCall|KilledCommandTests|KilledProcessTests'
  step volumes tests --filter 'FullVolume|HostileFolder|DiskBound|ForeignContent'
  step planted env MARTLET_SEED="$seed" swift test "${planting[@]}" --skip-build \
    --filter PlantedBugTests
  step queries env MARTLET_SEED="$((seed * 1000000))" MARTLET_SEED_FACTOR=10 \
    swift test "${optimised[@]}" --skip-build --filter SearcherTests
  step fuzz .ci/fuzz all "$executions" "$builds/fuzz"
  if [ $((round % 10)) = 0 ]; then
    step stress env MARTLET_SEED="$seed" .ci/stress "$stress" "$builds/sanitized"
    step commits env MARTLET_SEED="$seed" MARTLET_RELIABILITY_FACTOR=10 \
      swift test "${optimised[@]}" --skip-build --filter SoakTests
    step memory memory
  fi
  round=$((round + 1))
  seed=$((seed + 1))
done

printf '\n%-10s %6s %8s %7s\n' suite runs seconds failed
awk -F'\t' '{ runs[$1]++; seconds[$1] += $3; if ($4 != "passed") failed[$1]++ }
  END { for (name in runs) printf "%-10s %6d %8d %7d\n", name, runs[name], seconds[name], failed[name] }' \
  "$table" | sort
! grep -q FAILED "$table"
