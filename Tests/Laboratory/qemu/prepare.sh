#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Prepare what the laboratory boots in QEMU: Debian's stock kernel, its modules, and an initramfs that can reach the host's
# files.
#
#   prepare.sh VERSION    print the folder, which holds vmlinux, initramfs and root/lib/modules; VERSION is 6.12 or 6.1
#
# The kernel is not installed, only unpacked into the cache CANDELA_LAB_CACHE (default ~/.cache/candela/laboratory).
# Needs no root. On failure, prints one sentence on standard error that says what is missing.
set -eu
umask 022
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
PATH=$PATH:/usr/sbin:/sbin

fail() {
    echo "cannot prepare the laboratory: $*" >&2
    exit 2
}

[ "$(uname -s)" = Linux ] && [ "$(uname -m)" = x86_64 ] || fail "it requires Linux on x86_64, this is $(uname -sm)."
command -v apt-get >/dev/null && command -v dpkg >/dev/null ||
    fail "it boots Debian's kernel, and this system has no apt-get. Use Debian 12 or later."
for tool in qemu-system-x86_64:qemu-system-x86 busybox:busybox-static modprobe:kmod depmod:kmod udevadm:udev \
    setpriv:util-linux v4l2-ctl:v4l-utils flock:util-linux; do
    command -v "${tool%%:*}" >/dev/null || fail "${tool%%:*} is not installed. Run: apt-get install ${tool##*:}"
done

cache=${CANDELA_LAB_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/candela/laboratory}
mkdir -p "$cache" || fail "$cache cannot be created. Set CANDELA_LAB_CACHE to another folder."
exec 9>"$cache/lock"
flock 9

# These packages only depend on the current kernel's package. The first exists if that version is not the system's own; the
# second is the system's own version.
package=
for name in "linux-image-$1-amd64" linux-image-amd64; do
    [ -z "$package" ] || break
    own=$(apt-cache depends "$name" 2>/dev/null | sed -n 's/^ *Depends: \(linux-image-[0-9].*\)/\1/p' | head -n 1)
    case $own in "linux-image-$1"[.-]*) package=$own ;; esac
done
[ -n "$own" ] || fail "apt does not know linux-image-amd64. Run: apt-get update (on Debian, with its main archive)"
if [ -z "$package" ]; then
    package=$own
    echo "laboratory: apt has no Linux $1, USING ${own#linux-image-} INSTEAD" >&2
fi
release=${package#linux-image-}
folder=$cache/$release

if [ ! -e "$folder/vmlinux" ]; then
    echo "laboratory: fetching $package (70 MB, once) into $cache" >&2
    work=$cache/$release.new
    rm -rf "$work"
    mkdir -p "$work/root"
    # apt warns that its own user cannot read the folder, but it downloads.
    (cd "$work" && apt-get -q download "$package" >download.log 2>&1) ||
        fail "cannot download $package: $(grep '^E:' "$work/download.log" | head -n 1). Run: apt-get update"
    dpkg -x "$work/$package"_*.deb "$work/root"
    rm "$work/$package"_*.deb
    [ -d "$work/root/lib" ] || ln -s usr/lib "$work/root/lib"
    # The package's postinst would do this, but it does not run here.
    depmod -b "$work/root" "$release"

    # Extract the ELF image from the bzImage, so that QEMU boots it by PVH and the guest spends no CPU time on unpacking.
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
    *) fail "$image has an unknown compression." ;;
    esac
    payload | $unpack >"$work/vmlinux" || fail "cannot unpack $image with $unpack."
    rm -rf "$folder"
    mv "$work" "$folder"
fi

"$here/../initramfs.sh" "$folder" virtio_pci virtio_console 9pnet_virtio 9p overlay
echo "$folder"
