#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Boot a laboratory, run one shell command in it as root, and exit with its status. The guest sees the host's files at
# their own paths. What it writes is lost, except in /run/laboratory, which also ends with the guest.
#
#   run.sh 'modprobe vivid && v4l2-ctl --list-devices'
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
coproc laboratory { exec "$here/boot.sh"; }
# Copy the descriptors, because bash forgets them when the process ends.
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
