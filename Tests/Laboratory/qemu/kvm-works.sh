#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Succeed if this machine can run guests with KVM.
#
#   kvm-works.sh              try it
#   kvm-works.sh --failed     remember that a guest did not boot, and fail
#
# A /dev/kvm that opens may still not work: some clouds emulate it only for their own guests, and QEMU's then hang. So run
# QEMU's firmware until it looks for a disk, which takes less than a second. Even where that runs, the guest's kernel may hang.
# A failure takes long, so it is remembered until this machine restarts.
set -eu
[ -r /dev/kvm ] && [ -w /dev/kvm ] && command -v qemu-system-x86_64 >/dev/null || exit 1

cache=${CANDELA_LAB_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/candela/laboratory}
mark=$cache/kvm-does-not-work
this_boot=$(cat /proc/sys/kernel/random/boot_id)
if [ "$(cat "$mark" 2>/dev/null)" = "$this_boot" ]; then
    echo "laboratory: KVM failed earlier and is not tried until this machine restarts; to try it now, delete $mark" >&2
    exit 1
fi
remember() {
    mkdir -p "$cache"
    echo "$this_boot" >"$mark"
    echo "laboratory: /dev/kvm opens, but guests do not run; KVM is not tried again until this machine restarts" >&2
    exit 1
}
[ "${1:-}" != --failed ] || remember

folder=$(mktemp -d "${TMPDIR:-/tmp}/candela-kvm.XXXXXX")
qemu-system-x86_64 -nodefaults -no-user-config -display none -M pc,accel=kvm -cpu host -m 64 \
    -debugcon "file:$folder/firmware" -global isa-debugcon.iobase=0x402 </dev/null >"$folder/log" 2>&1 &
qemu=$!
trap 'kill -KILL "$qemu" 2>/dev/null || true; wait "$qemu" 2>/dev/null || true; rm -rf "$folder"' EXIT
deadline=$(($(date +%s) + 15))
while [ "$(date +%s)" -lt "$deadline" ] && kill -0 "$qemu" 2>/dev/null; do
    ! grep -q 'No bootable device' "$folder/firmware" 2>/dev/null || exit 0
    sleep 0.1
done
remember
