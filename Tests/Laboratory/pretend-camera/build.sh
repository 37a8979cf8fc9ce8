#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Build our own modules for a kernel of the laboratory: the pretend camera, and a firmware path for USB/IP's host controller.
#
#   build.sh KERNEL     print the path of the pretend camera; the other is beside it. KERNEL is the prepared kernel, FOLDER/kernel
#                       of boot.sh
#
# User-mode Linux is built by us and includes what a module needs. The headers of Debian's kernel are not installed, only
# unpacked next to that kernel in the laboratory's cache (14 MB to download, once). The module is built again if its source
# changes. Needs no root. On failure, prints one sentence on standard error that says what is missing.
set -eu
umask 022
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

fail() {
    echo "cannot build the pretend camera: $*" >&2
    exit 2
}

folder=$(readlink -f "${1:?the folder of a prepared kernel}")
for tool in gcc make; do
    command -v "$tool" >/dev/null || fail "$tool is not installed. Run: apt-get install $tool"
done
exec 9>"$folder/pretend-camera.lock"
flock 9

# Print the folder to build modules in.
unpack_headers() {
    release=$(basename "$folder")
    headers=$folder/headers
    if [ ! -e "$headers/done" ]; then
        common=${release%-*}-common
        kbuild=$(apt-cache depends "linux-headers-$release" | sed -n 's/^ *Depends: \(linux-kbuild-.*\)/\1/p' | head -n 1)
        [ -n "$kbuild" ] || fail "apt does not know linux-headers-$release. Run: apt-get update"
        echo "laboratory: fetching the headers of $release (14 MB, once) into $folder" >&2
        rm -rf "$headers"
        mkdir "$headers"
        (cd "$headers" && apt-get -q download "linux-headers-$release" "linux-headers-$common" "$kbuild" >download.log 2>&1) ||
            fail "cannot download linux-headers-$release: $(grep '^E:' "$headers/download.log" | head -n 1). Run: apt-get update"
        for package in "$headers"/*.deb; do dpkg -x "$package" "$headers/root"; done
        rm "$headers"/*.deb
        # The Makefile refers to the common headers by their installed path.
        sed -i "s|/usr/src/|$headers/root/usr/src/|" "$headers/root/usr/src/linux-headers-$release/Makefile"
        touch "$headers/done"
    fi
    echo "$headers/root/usr/src/linux-headers-$release"
}

built=$folder/pretend-camera
sources="$here/pretend_camera.c $here/firmware_path.c $here/kernels.h $here/Kbuild"
# shellcheck disable=SC2086
stamp=$(cat $sources "$here/build.sh" | cksum)
if [ ! -e "$built/pretend_camera.ko" ] || [ "$(cat "$built/stamp" 2>/dev/null)" != "$stamp" ]; then
    if [ -d "$folder/build" ]; then
        architecture=um tree=$folder/build
    else
        architecture=x86 tree=$(unpack_headers)
    fi
    rm -rf "$built"
    mkdir "$built"
    # shellcheck disable=SC2086
    cp $sources "$built/"
    # Clear the flags of a make that runs the tests.
    MAKEFLAGS='' make ARCH="$architecture" -C "$tree" M="$built" modules >"$built/log" 2>&1 ||
        fail "it does not compile: $(grep -m 1 -E 'rror|not found' "$built/log"); $built/log says more."
    echo "$stamp" >"$built/stamp"
fi
echo "$built/pretend_camera.ko"
