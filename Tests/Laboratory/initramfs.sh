#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Make FOLDER/initramfs: busybox, the init next to this script, and the modules that init needs to reach the host's files.
# It is made again if init has changed.
#
#   initramfs.sh FOLDER [MODULE]...      the modules are in FOLDER/root
set -eu
umask 022
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
PATH=$PATH:/usr/sbin:/sbin
folder=$1
shift

exec 9>"$folder/initramfs.lock"
flock 9
stamp=$(cat "$here/init" "$0" | cksum)
[ ! -e "$folder/initramfs" ] || [ "$(cat "$folder/initramfs.stamp" 2>/dev/null)" != "$stamp" ] || exit 0

tree=$folder/initramfs.tree
rm -rf "$tree"
mkdir -p "$tree/bin" "$tree/modules"
cp "$(command -v busybox)" "$tree/bin/busybox"
"$tree/bin/busybox" sh -c true || {
    echo "cannot prepare the laboratory: busybox is not static. Run: apt-get install busybox-static" >&2
    exit 2
}
cp "$here/init" "$tree/init"
chmod 755 "$tree/init"
# In load order, dependencies first, without duplicates.
for module; do
    modprobe -d "$folder/root" -S "$(basename "$folder")" --show-depends "$module"
done | sed -n 's/^insmod \([^ ]*\).*/\1/p' | awk '!seen[$0]++' >"$tree/modules/paths"
while read -r path; do
    cp "$path" "$tree/modules/"
    basename "$path"
done <"$tree/modules/paths" >"$tree/modules/order"
(cd "$tree" && find . | busybox cpio -o -H newc 2>/dev/null) >"$folder/initramfs.new"
rm -rf "$tree"
mv "$folder/initramfs.new" "$folder/initramfs"
echo "$stamp" >"$folder/initramfs.stamp"
