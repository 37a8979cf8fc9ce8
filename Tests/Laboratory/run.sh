#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Boots a laboratory, runs one shell command in it as root, and ends with its status. The guest sees the host's files
# at their own paths, but what it writes is lost, except in /run/laboratory, which ends with the guest too.
#
#   run.sh 'modprobe vivid && v4l2-ctl --list-devices'
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
coproc laboratory { exec "$here/boot.sh"; }
# Copies, because bash forgets the names when the process ends.
exec {hold}>&"${laboratory[1]}" {words}<&"${laboratory[0]}"
read -r ready accelerator folder <&"$words" || exit 2
[ "$ready" = ready ] || exit 2
echo "laboratory: $accelerator, in $SECONDS s" >&2
job=$folder/share/jobs/run
mkdir "$job"
printf '%s\n' "$*" >"$job/command"
touch "$job/stdout" "$job/stderr"
exec {port}<"$folder/agent.out"
echo "run run" >"$folder/agent.in"
tail -n +1 -s 0.2 -f "$job/stdout" &
out=$!
tail -n +1 -s 0.2 -f "$job/stderr" >&2 &
err=$!
while read -r word _ status <&"$port"; do [ "$word" != done ] || break; done
sleep 0.5
kill "$out" "$err" 2>/dev/null || true
exec {hold}>&-
exit "${status:?the guest died}"
