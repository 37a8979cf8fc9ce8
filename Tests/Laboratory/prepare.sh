#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Gets what the laboratory boots: Debian's stock kernel, its modules, and an initramfs with a path to the host's files.
#
#   prepare.sh            prints the folder, which holds vmlinux, initramfs and root/lib/modules
#
# The kernel is not installed, only unpacked into a cache, CANDELA_LAB_CACHE (default ~/.cache/candela/laboratory).
# Needs no root. Fails with one sentence, on standard error, that says what is missing.
set -eu
umask 022
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
PATH=$PATH:/usr/sbin:/sbin

fail() {
    echo "cannot prepare the laboratory: $*" >&2
    exit 2
}

[ "$(uname -s)" = Linux ] && [ "$(uname -m)" = x86_64 ] || fail "it needs Linux on x86_64, this is $(uname -sm)."
command -v apt-get >/dev/null && command -v dpkg >/dev/null ||
    fail "it boots Debian's kernel, and this system has no apt-get. Use Debian 12 or later."
for tool in qemu-system-x86_64:qemu-system-x86 busybox:busybox-static modprobe:kmod depmod:kmod udevadm:udev \
    setpriv:util-linux v4l2-ctl:v4l-utils flock:util-linux; do
    command -v "${tool%%:*}" >/dev/null || fail "${tool%%:*} is not installed. Run: apt-get install ${tool##*:}"
done

cache=${CANDELA_LAB_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/candela/laboratory}
mkdir -p "$cache" || fail "$cache cannot be made. Set CANDELA_LAB_CACHE to a folder that can."
exec 9>"$cache/lock"
flock 9

# linux-image-amd64 only depends on the package of the present kernel version.
package=$(apt-cache depends linux-image-amd64 2>/dev/null | sed -n 's/^ *Depends: \(linux-image-[0-9].*\)/\1/p' | head -n 1)
[ -n "$package" ] || fail "apt does not know linux-image-amd64. Run: apt-get update (on Debian, with its main archive)"
release=${package#linux-image-}
folder=$cache/$release

if [ ! -e "$folder/vmlinux" ]; then
    echo "laboratory: fetching $package (70 MB, once) into $cache" >&2
    work=$cache/$release.new
    rm -rf "$work"
    mkdir -p "$work/root"
    # apt warns that its own user cannot read the folder; it downloads all the same.
    (cd "$work" && apt-get -q download "$package" >download.log 2>&1) ||
        fail "$package does not download: $(grep '^E:' "$work/download.log" | head -n 1). Run: apt-get update"
    dpkg -x "$work/$package"_*.deb "$work/root"
    rm "$work/$package"_*.deb
    [ -d "$work/root/lib" ] || ln -s usr/lib "$work/root/lib"
    # Left to the package's postinst, which does not run here.
    depmod -b "$work/root" "$release"

    # The ELF image out of the bzImage, so that QEMU boots it by PVH and no guest CPU spends its time on unpacking.
    # Offsets: Documentation/x86/boot.rst, "Details of header fields". The payload's last bytes are its length.
    image=$work/root/boot/vmlinuz-$release
    number() { od -An -tu4 -j"$1" -N4 "$image" | tr -d ' '; }
    sectors=$(od -An -tu1 -j$((0x1f1)) -N1 "$image" | tr -d ' ')
    offset=$((($(number $((0x248))) + (sectors + 1) * 512)))
    length=$(number $((0x24c)))
    payload() { tail -c +$((offset + 1)) "$image" | head -c $((length - 4)); }
    case $(payload | od -An -tx1 -N4 | tr -d ' ') in
    fd377a58) unpack='xz -dc' ;;
    28b52ffd) unpack='zstd -dc' ;;
    1f8b*) unpack='gzip -dc' ;;
    *) fail "$image is packed in a way this script does not know." ;;
    esac
    payload | $unpack >"$work/vmlinux" || fail "$image does not unpack with $unpack."
    rm -rf "$folder"
    mv "$work" "$folder"
fi

# The initramfs holds the init beside this script, so it is made anew when that changes.
stamp=$(cksum <"$here/init")
if [ ! -e "$folder/initramfs" ] || [ "$(cat "$folder/initramfs.stamp" 2>/dev/null)" != "$stamp" ]; then
    tree=$folder/initramfs.tree
    rm -rf "$tree"
    mkdir -p "$tree/bin" "$tree/modules"
    cp "$(command -v busybox)" "$tree/bin/busybox"
    "$tree/bin/busybox" sh -c true || fail "busybox is not static. Run: apt-get install busybox-static"
    cp "$here/init" "$tree/init"
    chmod 755 "$tree/init"
    # In the order they load, dependencies first; a file name appears once.
    for module in virtio_pci virtio_console 9pnet_virtio 9p overlay; do
        modprobe -d "$folder/root" -S "$release" --show-depends "$module"
    done | sed -n 's/^insmod \([^ ]*\).*/\1/p' | awk '!seen[$0]++' >"$tree/modules/paths"
    while read -r path; do
        cp "$path" "$tree/modules/"
        basename "$path"
    done <"$tree/modules/paths" >"$tree/modules/order"
    (cd "$tree" && find . | busybox cpio -o -H newc 2>/dev/null) >"$folder/initramfs.new"
    rm -rf "$tree"
    mv "$folder/initramfs.new" "$folder/initramfs"
    echo "$stamp" >"$folder/initramfs.stamp"
fi
echo "$folder"
