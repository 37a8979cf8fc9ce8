#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Prepare what the laboratory boots without KVM: User-mode Linux, and an initramfs that can reach the host's files.
#
#   prepare.sh VERSION    print the folder, which holds linux, initramfs, root/lib/modules and build
#
# Needs no root. On failure, prints one sentence on standard error that says what is missing.
set -eu
umask 022
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
PATH=$PATH:/usr/sbin:/sbin

for tool in busybox:busybox-static modprobe:kmod udevadm:udev setpriv:util-linux v4l2-ctl:v4l-utils; do
    command -v "${tool%%:*}" >/dev/null || {
        echo "cannot prepare User-mode Linux: ${tool%%:*} is not installed. Run: apt-get install ${tool##*:}" >&2
        exit 2
    }
done
folder=$("$here/build.sh" "$1")
"$here/../initramfs.sh" "$folder"
echo "$folder"
