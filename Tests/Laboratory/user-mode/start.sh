#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Execute User-mode Linux with the laboratory's guest.
#
#   start.sh FOLDER AGENT              see boot.sh, which calls this
set -eu
folder=$1 agent=$2
kernel=$(readlink "$folder/kernel")

# The guest's memory is an unnamed file that grows as memory is used. It should be on a tmpfs, and must be where programs
# can run: in containers /dev/shm is often too small or mounted noexec.
for memory in /dev/shm "${TMPDIR:-/tmp}" /tmp /var/tmp; do
    probe=$(mktemp "$memory/candela-uml.XXXXXX" 2>/dev/null) || continue
    printf '#!/bin/sh\n' >"$probe"
    chmod 700 "$probe"
    runs=
    "$probe" 2>/dev/null && runs=yes
    rm -f "$probe"
    free=$(df -Pm "$memory" | awk 'END { print $4 }')
    [ -n "$runs" ] && [ "$free" -ge 2048 ] && break
done
export TMPDIR="$memory"

# Open both ends of each FIFO now, so that none of the three programs waits for another one to open it.
exec 8<>"$folder/agent.in" 9<>"$folder/agent.out"
# The console goes to standard output. hostfs gives the guest the host's files; see `init`.
exec "$kernel/linux" mem=1536M "initrd=$kernel/initramfs" quiet panic=-1 random.trust_cpu=on \
    "uml_dir=$folder" umid=guest con=null con0=null,fd:1 con1=null,fd:1 console=tty0 ssl=null ssl1=fd:8,fd:9 \
    "laboratory.agent=$agent" "laboratory.modules=$kernel/root" "laboratory.share=$folder/share" >"$folder/console" 2>&1
