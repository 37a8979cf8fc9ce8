#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Execute QEMU with the laboratory's guest.
#
#   start.sh FOLDER AGENT kvm|tcg      see boot.sh, which calls this
set -eu
folder=$1 agent=$2 accelerator=$3
kernel=$(readlink "$folder/kernel")
case $accelerator in
kvm) processor=host ;;
# Without features that slow software emulation down and that no test needs.
tcg) processor=max,la57=off,smap=off,smep=off,umip=off,pku=off ;;
esac
exec qemu-system-x86_64 -nodefaults -no-user-config -display none -no-reboot \
    -M "pc,accel=$accelerator,hpet=off,vmport=off" -cpu "$processor" -smp 2 -m 1536 \
    -kernel "$kernel/vmlinux" -initrd "$kernel/initramfs" \
    -append "quiet panic=-1 console=ttyS0 mitigations=off nokaslr no_timer_check tsc=reliable audit=0 apparmor=0 \
cryptomgr.notests random.trust_cpu=on laboratory.agent=$agent laboratory.modules=$kernel/root" \
    -serial "file:$folder/console" \
    -fsdev "local,id=host,path=/,readonly=on,security_model=none,multidevs=remap" \
    -device virtio-9p-pci,fsdev=host,mount_tag=host \
    -fsdev "local,id=share,path=$folder/share,security_model=none" \
    -device virtio-9p-pci,fsdev=share,mount_tag=share \
    -device virtio-serial-pci -chardev "pipe,id=agent,path=$folder/agent" \
    -device virtserialport,chardev=agent,name=laboratory.agent
