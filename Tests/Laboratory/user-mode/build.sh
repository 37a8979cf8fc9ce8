#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Builds User-mode Linux, a kernel that is a program, from Debian's kernel source.
#
#   build.sh VERSION        VERSION of linux-source: 6.12 or 6.1
#
# Prints the folder, which then holds `linux` (the kernel), root/lib/modules, and build (for modules of our own:
# make ARCH=um -C FOLDER/build M=...). Needs no root. The build takes 7 minutes of one CPU and 2 GB, and happens once;
# 130 MB stay in CANDELA_LAB_CACHE (default ~/.cache/candela/laboratory). Two builds at once wait for each other, and a
# build that was interrupted starts again. Fails with one sentence, on standard error, that says what is missing.
set -eu
umask 022
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
PATH=$PATH:/usr/sbin:/sbin
version=${1:?the version of linux-source}
cache=${CANDELA_LAB_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/candela/laboratory}

fail() {
    echo "cannot build User-mode Linux $version: $*" >&2
    exit 2
}

[ "$(uname -s)" = Linux ] && [ "$(uname -m)" = x86_64 ] || fail "it needs Linux on x86_64, this is $(uname -sm)."
mkdir -p "$cache" || fail "$cache cannot be created. Set CANDELA_LAB_CACHE to a folder that can."
# What this build depends on is in the folder's name, so that another checkout does not take away a kernel in use.
folder=$cache/uml-$version-$(cat "$here/config" "$here/build.sh" | cksum | cut -d ' ' -f 1)
exec 9>"$folder.lock"
flock 9
# `done` also records the last use, for the clean-up below.
if [ -e "$folder/done" ]; then
    touch "$folder/done"
    echo "$folder"
    exit
fi

command -v apt-get >/dev/null && command -v dpkg >/dev/null ||
    fail "it is built from Debian's kernel source, and this system has no apt-get."
for tool in gcc make flex bison bc xz:xz-utils depmod:kmod openssl; do
    command -v "${tool%%:*}" >/dev/null || fail "${tool%%:*} is not installed. Run: apt-get install ${tool##*:}"
done
# For the program that signs the modules.
echo '#include <openssl/cms.h>' | gcc -E - >/dev/null 2>&1 ||
    fail "OpenSSL's headers are not installed. Run: apt-get install libssl-dev"

echo "laboratory: building User-mode Linux $version (about 7 minutes of one CPU, once) in $cache" >&2
rm -rf "$folder"
mkdir -p "$folder/build" "$folder/source"
cd "$folder/source"
# apt warns that its own user cannot read the folder; it downloads all the same.
apt-get -q download "linux-source-$version" >../download.log 2>&1 ||
    fail "linux-source-$version does not download: $(grep '^E:' ../download.log | head -n 1). Run: apt-get update"
dpkg -x linux-source-*.deb package
tar -xf package/usr/src/linux-source-*.tar.xz --strip-components 1
rm -r linux-source-*.deb package
# Debian's rate instead of UML's 100: drivers that count in jiffies, such as vivid, then keep the same time as there.
sed -i '/^config HZ$/,/default/s/default 100/default 250/' arch/um/Kconfig

# Without the flags of a make that runs the tests.
export MAKEFLAGS='' ARCH=um
make O=../build KCONFIG_ALLCONFIG="$here/config" allnoconfig >../config.log 2>&1 || fail "see $folder/config.log"
grep '^CONFIG_' "$here/config" | while read -r wanted; do
    grep -qxF "$wanted" ../build/.config || echo "laboratory: linux-source-$version has no $wanted" >&2
done
# Half the time of a build is optimisation, and the tests wait for cameras, not for the kernel.
make O=../build -j"$(nproc)" KCFLAGS=-O1 all >../build.log 2>&1 || fail "see $folder/build.log"
make O=../build INSTALL_MOD_PATH="$folder/root" INSTALL_MOD_STRIP=1 modules_install >../install.log 2>&1 ||
    fail "see $folder/install.log"
cd ..
cp build/linux linux
strip linux

# What stays is what a module of our own needs: headers, scripts, Makefiles.
find source -mindepth 1 -maxdepth 1 ! -name include ! -name scripts ! -name arch ! -name Makefile ! -name Kconfig \
    -exec rm -r {} +
find source/arch -mindepth 1 -maxdepth 1 -type d ! -name um ! -name x86 -exec rm -r {} +
find build \( -name '*.o' -o -name '*.a' -o -name '.*.cmd' \) ! -path '*/scripts/*' -delete
rm -f build/linux build/vmlinux
# Kernels that no checkout has used for a month.
find "$cache" -maxdepth 2 -path '*/uml-*/done' -mtime +30 | while read -r old; do rm -rf "${old%/done}" "${old%/done}.lock"; done
# Last: a folder without it is one whose build was interrupted.
date -u >done
echo "$folder"
