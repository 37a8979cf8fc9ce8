#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Boots the laboratory and keeps it until standard input ends: whoever starts this holds the other end, so the guest
# dies with it however it dies.
#
#   boot.sh FOLDER        FOLDER is empty and becomes the guest's /run/laboratory; the host's side of the agent's port
#                         is FOLDER.port/agent.in and .out, the guest's console FOLDER.port/console
#
# Prints one line when the guest is ready: `ready ACCELERATOR`. Each accelerator of CANDELA_LAB_ACCEL (default: kvm if
# /dev/kvm can be used, then tcg) is tried in turn; one that does not boot within its limit is given up with a word.
set -eu
umask 022
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
share=$1
port=$1.port
kernel=$("$here/prepare.sh")
mkdir -p "$share/jobs" "$port"
exec 4<&0

accelerators=${CANDELA_LAB_ACCEL:-}
if [ -z "$accelerators" ]; then
    [ -r /dev/kvm ] && [ -w /dev/kvm ] && accelerators=kvm
    accelerators="$accelerators tcg"
fi

boot() {
    rm -f "$port/agent.in" "$port/agent.out" "$port/console"
    mkfifo "$port/agent.in" "$port/agent.out"
    case $1 in
    kvm) set -- kvm host ;;
    *) set -- tcg max,la57=off,smap=off,smep=off,umip=off,pku=off ;;
    esac
    setsid qemu-system-x86_64 -nodefaults -no-user-config -display none -no-reboot \
        -M "pc,accel=$1,hpet=off,vmport=off" -cpu "$2" -smp 2 -m 1536 \
        -kernel "$kernel/vmlinux" -initrd "$kernel/initramfs" \
        -append "quiet panic=-1 console=ttyS0 mitigations=off nokaslr no_timer_check tsc=reliable audit=0 apparmor=0 \
cryptomgr.notests random.trust_cpu=on laboratory.agent=$here/agent laboratory.modules=$kernel/root" \
        -serial "file:$port/console" \
        -fsdev "local,id=host,path=/,readonly=on,security_model=none,multidevs=remap" \
        -device virtio-9p-pci,fsdev=host,mount_tag=host \
        -fsdev "local,id=share,path=$share,security_model=none" \
        -device virtio-9p-pci,fsdev=share,mount_tag=share \
        -device virtio-serial-pci -chardev "pipe,id=agent,path=$port/agent" \
        -device virtserialport,chardev=agent,name=laboratory.agent \
        </dev/null >"$port/qemu.log" 2>&1 &
    qemu=$!
}

# Waits up to $1 seconds for the agent's first word.
wait_for_guest() {
    deadline=$(($(date +%s) + $1))
    exec 5<>"$port/agent.out"
    while [ "$(date +%s)" -lt "$deadline" ]; do
        kill -0 "$qemu" 2>/dev/null || return 1
        # A process of its own, because only it can have a limit.
        if word=$(timeout 1 sh -c 'read -r word && echo "$word"' <&5) && [ "$word" = ready ]; then return 0; fi
    done
    return 1
}

qemu=
trap '[ -z "$qemu" ] || kill -KILL "$qemu" 2>/dev/null || true' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
for accelerator in $accelerators; do
    boot "$accelerator"
    case $accelerator in kvm) limit=30 ;; *) limit=300 ;; esac
    if wait_for_guest "$limit"; then
        echo "ready $accelerator"
        cat <&4 >/dev/null
        exit 0
    fi
    echo "laboratory: no guest with $accelerator within $limit s: $(tail -n 3 "$port/qemu.log" "$port/console" |
        tr -cd '[:print:]\n' | tr '\n' ' ')" >&2
    kill -KILL "$qemu" 2>/dev/null || true
    wait "$qemu" 2>/dev/null || true
    qemu=
done
echo "cannot boot the laboratory: no accelerator of '$accelerators' works." >&2
exit 2
