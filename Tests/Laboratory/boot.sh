#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Boots the laboratory and keeps it until standard input ends: whoever starts this holds the other end, so the guest
# dies with it however it dies.
#
# Prints one line when the guest is ready: `ready ACCELERATOR FOLDER`. FOLDER/share is the guest's /run/laboratory;
# FOLDER/agent.in and FOLDER/agent.out are the host's side of the agent's port (see `agent`), FOLDER/console what the
# guest's kernel said. FOLDER goes when the guest goes.
#
# Each accelerator of CANDELA_LAB_ACCEL (default: kvm if /dev/kvm can be used, then tcg) is tried in turn; one that
# does not boot within its limit is given up with a word on standard error. A /dev/kvm that opens may still not work:
# some clouds emulate it for guests of their own kind only.
set -eu
umask 022
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
kernel=$("$here/prepare.sh")
folder=$(mktemp -d "${TMPDIR:-/tmp}/candela-laboratory.XXXXXX")
chmod 755 "$folder"
mkdir -p "$folder/share/jobs"
exec 4<&0

accelerators=${CANDELA_LAB_ACCEL:-}
if [ -z "$accelerators" ]; then
    [ -r /dev/kvm ] && [ -w /dev/kvm ] && accelerators=kvm
    accelerators="$accelerators tcg"
fi

boot() {
    rm -f "$folder/agent.in" "$folder/agent.out" "$folder/console"
    mkfifo "$folder/agent.in" "$folder/agent.out"
    case $1 in
    kvm) set -- kvm host ;;
    # Without what costs software emulation time and no test needs.
    tcg) set -- tcg max,la57=off,smap=off,smep=off,umip=off,pku=off ;;
    *)
        echo "cannot boot the laboratory: CANDELA_LAB_ACCEL names $1; it takes kvm and tcg." >&2
        exit 2
        ;;
    esac
    # A session of its own: a Ctrl-C in the terminal is for the tests, which then let go of us.
    setsid qemu-system-x86_64 -nodefaults -no-user-config -display none -no-reboot \
        -M "pc,accel=$1,hpet=off,vmport=off" -cpu "$2" -smp 2 -m 1536 \
        -kernel "$kernel/vmlinux" -initrd "$kernel/initramfs" \
        -append "quiet panic=-1 console=ttyS0 mitigations=off nokaslr no_timer_check tsc=reliable audit=0 apparmor=0 \
cryptomgr.notests random.trust_cpu=on laboratory.agent=$here/agent laboratory.modules=$kernel/root" \
        -serial "file:$folder/console" \
        -fsdev "local,id=host,path=/,readonly=on,security_model=none,multidevs=remap" \
        -device virtio-9p-pci,fsdev=host,mount_tag=host \
        -fsdev "local,id=share,path=$folder/share,security_model=none" \
        -device virtio-9p-pci,fsdev=share,mount_tag=share \
        -device virtio-serial-pci -chardev "pipe,id=agent,path=$folder/agent" \
        -device virtserialport,chardev=agent,name=laboratory.agent \
        </dev/null >"$folder/qemu.log" 2>&1 4<&- &
    qemu=$!
}

# Waits up to $1 seconds for the agent's first word.
wait_for_guest() {
    deadline=$(($(date +%s) + $1))
    exec 5<>"$folder/agent.out"
    while [ "$(date +%s)" -lt "$deadline" ] && kill -0 "$qemu" 2>/dev/null; do
        # A process of its own, because only that can have a limit.
        if [ "$(timeout 1 sh -c 'read -r word && echo "$word"' <&5)" = ready ]; then
            # From now on the host's end of the port closes with the guest.
            exec 5<&-
            return 0
        fi
    done
    exec 5<&-
    return 1
}

qemu=
stop() {
    kill "$watcher" 2>/dev/null || true
    if [ -n "$qemu" ]; then
        kill -KILL "$qemu" 2>/dev/null || true
        # Or it would still write into the folder while that is taken away.
        wait "$qemu" 2>/dev/null || true
    fi
    rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP PIPE
# From the very start, as whoever started this may go while the guest still boots. Without another program, which
# would stay behind; and without our output, which would seem open for as long.
(
    while read -r _; do :; done <&4
    kill -TERM $$
) >/dev/null 2>&1 &
watcher=$!
for accelerator in $accelerators; do
    boot "$accelerator"
    case $accelerator in kvm) limit=30 ;; *) limit=300 ;; esac
    if wait_for_guest "$limit"; then
        echo "ready $accelerator $folder"
        # Also when the guest dies: then the console is still wanted.
        wait "$watcher"
        exit 0
    fi
    echo "laboratory: the guest does not boot with $accelerator within $limit s: $(cat "$folder/qemu.log" "$folder/console" |
        tail -n 4 | tr -cd '[:print:]\n' | tr '\n' ' ')" >&2
    kill -KILL "$qemu" 2>/dev/null || true
    wait "$qemu" 2>/dev/null || true
    qemu=
done
echo "cannot boot the laboratory: none of these works: $accelerators." >&2
exit 2
