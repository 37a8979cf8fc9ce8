#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Builds the pretend camera for the kernel that the laboratory boots.
#
#   build.sh            prints the module's path
#
# The kernel's headers are not installed, only unpacked beside that kernel in the laboratory's cache (14 MB to
# download, once); the module is built anew when its source changes. Needs no root. Fails with one sentence, on
# standard error, that says what is missing.
set -eu
umask 022
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

fail() {
    echo "cannot build the pretend camera: $*" >&2
    exit 2
}

folder=$("$here/../prepare.sh")
release=$(basename "$folder")
for tool in gcc make; do
    command -v "$tool" >/dev/null || fail "$tool is not installed. Run: apt-get install $tool"
done
exec 9>"$folder/pretend-camera.lock"
flock 9

headers=$folder/headers
if [ ! -e "$headers/done" ]; then
    common=${release%-*}-common
    kbuild=$(apt-cache depends "linux-headers-$release" | sed -n 's/^ *Depends: \(linux-kbuild-.*\)/\1/p' | head -n 1)
    [ -n "$kbuild" ] || fail "apt does not know linux-headers-$release. Run: apt-get update"
    echo "laboratory: fetching the headers of $release (14 MB, once) into $folder" >&2
    rm -rf "$headers"
    mkdir "$headers"
    (cd "$headers" && apt-get -q download "linux-headers-$release" "linux-headers-$common" "$kbuild" >download.log 2>&1) ||
        fail "linux-headers-$release does not download: $(grep '^E:' "$headers/download.log" | head -n 1). Run: apt-get update"
    for package in "$headers"/*.deb; do dpkg -x "$package" "$headers/root"; done
    rm "$headers"/*.deb
    # It names its other half by where that would be installed.
    sed -i "s|/usr/src/|$headers/root/usr/src/|" "$headers/root/usr/src/linux-headers-$release/Makefile"
    touch "$headers/done"
fi

built=$folder/pretend-camera
stamp=$(cat "$here/pretend_camera.c" "$here/Kbuild" "$here/build.sh" | cksum)
if [ ! -e "$built/pretend_camera.ko" ] || [ "$(cat "$built/stamp" 2>/dev/null)" != "$stamp" ]; then
    rm -rf "$built"
    mkdir "$built"
    cp "$here/pretend_camera.c" "$here/Kbuild" "$built/"
    # Without the flags of a make that runs the tests.
    MAKEFLAGS='' make -C "$headers/root/usr/src/linux-headers-$release" M="$built" modules >"$built/log" 2>&1 ||
        fail "it does not compile: $(grep -m 1 -E 'rror|not found' "$built/log"); $built/log says more."
    echo "$stamp" >"$built/stamp"
fi
echo "$built/pretend_camera.ko"
