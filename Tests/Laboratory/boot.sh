#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Boot the laboratory and keep it until standard input ends. The caller holds the other end, so the guest dies with the
# caller, however that dies.
#
# Prints one line when the guest is ready: `ready ACCELERATOR FOLDER`. FOLDER/share is the guest's /run/laboratory;
# FOLDER/agent.in and FOLDER/agent.out are the host's side of the agent's port (see `agent`); FOLDER/console is the log of
# the guest's kernel; FOLDER/kernel is the prepared kernel. FOLDER is deleted with the guest.
#
# CANDELA_LAB_ACCEL lists the ways to run the guest, in the order to try them: kvm (QEMU, if /dev/kvm works), uml (User-mode
# Linux: full speed without KVM), tcg (QEMU, emulated: ten times slower). Default: all three in this order. If one does not
# boot, it is reported on standard error and the next is tried.
#
# CANDELA_LAB_KERNEL is the version of the guest's kernel: 6.12 (the default) or 6.1.
set -eu
umask 022
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
version=${CANDELA_LAB_KERNEL:-6.12}
case $version in
6.1 | 6.12) ;;
*)
    echo "cannot boot the laboratory: CANDELA_LAB_KERNEL is $version; set it to 6.1 or 6.12." >&2
    exit 2
    ;;
esac
accelerators=${CANDELA_LAB_ACCEL:-}
if [ -z "$accelerators" ]; then
    "$here/qemu/kvm-works.sh" && accelerators='kvm'
    accelerators="$accelerators uml tcg"
fi
for accelerator in $accelerators; do
    case $accelerator in
    kvm | uml | tcg) ;;
    *)
        echo "cannot boot the laboratory: CANDELA_LAB_ACCEL contains $accelerator; allowed are kvm, uml and tcg." >&2
        exit 2
        ;;
    esac
done

folder=$(mktemp -d "${TMPDIR:-/tmp}/candela-laboratory.XXXXXX")
chmod 755 "$folder"
mkdir -p "$folder/share/jobs"
exec 4<&0

# Print the folder of a kernel that this accelerator boots.
prepare() {
    case $1 in
    kvm | tcg) "$here/qemu/prepare.sh" "$version" ;;
    uml)
        "$here/user-mode/prepare.sh" "$version" && return
        [ "$version" != 6.1 ] || return
        echo "laboratory: TRYING LINUX 6.1 INSTEAD OF $version" >&2
        "$here/user-mode/prepare.sh" 6.1
        ;;
    esac
}

# Start the guest; set $guest to its process.
boot() {
    rm -f "$folder/agent.in" "$folder/agent.out" "$folder/console"
    mkfifo "$folder/agent.in" "$folder/agent.out"
    : >"$folder/console"
    ln -sfn "$2" "$folder/kernel"
    case $1 in
    kvm | tcg) starter=$here/qemu/start.sh ;;
    uml) starter=$here/user-mode/start.sh ;;
    esac
    # Start it in its own session: Ctrl-C in the terminal is for the tests, which then end us.
    setsid "$starter" "$folder" "$here/agent" "$1" </dev/null >"$folder/starter.log" 2>&1 4<&- &
    guest=$!
}

# Wait up to $1 seconds for the agent's first line.
wait_for_guest() {
    deadline=$(($(date +%s) + $1))
    exec 5<>"$folder/agent.out"
    while [ "$(date +%s)" -lt "$deadline" ] && kill -0 "$guest" 2>/dev/null; do
        # Read in a separate process, because only that can have a time limit.
        words=$(timeout 1 sh -c 'read -r words && echo "$words"' <&5) || continue
        case $words in ready*)
            # From now on the host's end of the port closes with the guest.
            exec 5<&-
            return 0
            ;;
        esac
    done
    exec 5<&-
    return 1
}

guest=
kill_guest() {
    [ -n "$guest" ] || return 0
    kill -KILL "$guest" 2>/dev/null || true
    # Otherwise it would still write into the folder while it is deleted.
    wait "$guest" 2>/dev/null || true
    guest=
}
stop() {
    kill "$watcher" 2>/dev/null || true
    kill_guest
    rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP PIPE
# Watch standard input from the start, because the caller may end while the guest boots. Use no other program, which would
# be left behind, and no output of ours, which would stay open.
(
    while read -r _; do :; done <&4
    kill -TERM $$
) >/dev/null 2>&1 &
watcher=$!

failed=
for accelerator in $accelerators; do
    kernel=$(prepare "$accelerator") || continue
    # User-mode Linux sometimes fails to boot and then boots the next time.
    case $accelerator in kvm) limits=30 ;; uml) limits='120 120' ;; tcg) limits=300 ;; esac
    for limit in $limits; do
        began=$(date +%s)
        boot "$accelerator" "$kernel"
        if wait_for_guest "$limit"; then
            # The laboratories boot one after the other, and each would wait that long. It is KVM's fault only if the guest boots otherwise.
            case $failed in *kvm*) "$here/qemu/kvm-works.sh" --failed || true ;; esac
            echo "laboratory: Linux ${words#ready }, with $accelerator, booted in $(($(date +%s) - began)) s" >&2
            echo "ready $accelerator $folder"
            # Wait even if the guest dies: the console is still needed.
            wait "$watcher"
            exit 0
        fi
        echo "laboratory: the guest did not boot with $accelerator within $limit s: $(cat "$folder/starter.log" "$folder/console" |
            tail -n 4 | tr -cd '[:print:]\n' | tr '\n' ' ')" >&2
        kill_guest
    done
    failed="$failed $accelerator"
done
echo "cannot boot the laboratory: none of these works: $accelerators." >&2
exit 2
