#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Measure CPU time per frame of `candela scan` and zbarcam on the same devices at 640x480, in one guest, one after the other:
# vivid's test pattern (no code, the usual case) and a UVC webcam that sees a QR code.
#
#   bench.sh [SECONDS]      read each device with each program for SECONDS; default 20
#
# CANDELA_BINARY and CANDELA_UVC_DEVICE name builds other than those in .build/release. The cost of starting is measured by a
# shorter run and subtracted. Then measure the time from sending a picture to its text, through uvcvideo and libcamera. Guests are
# slower than real machines by a factor that differs between programs: compare the figures, do not quote them.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
if [ "${1:-}" != --in-guest ]; then
    build=$here/../../.build/release
    # For User-mode Linux; another guest's kernel refuses it, and libcamera is then not measured.
    kernel=$("$here/user-mode/build.sh" "${CANDELA_LAB_KERNEL:-6.12}") && module=$("$here/pretend-camera/build.sh" "$kernel") ||
        module=
    exec "$here/run.sh" "bash '$here/bench.sh' --in-guest '${1:-20}' '${CANDELA_BINARY:-$build/candela}' \
        '${CANDELA_UVC_DEVICE:-$build/uvc-device}' '${module%/*}'"
fi
seconds=$2 candela=$3 uvc_device=$4 modules=${5:-}
short=4
Xvfb :7 -screen 0 800x600x24 >/dev/null 2>&1 &
export DISPLAY=:7
TIMEFORMAT='%U %S'

# Print the CPU time, in milliseconds, of a command that is ended after $1 seconds. Its errors go to /tmp/err.
cpu() {
    local limit=$1 spent
    shift
    spent=$( (time timeout -s INT -k 5 "$limit" "$@" >/tmp/out 2>/tmp/err) 2>&1 | tail -n 1)
    awk '{ print 1000 * ($1 + $2) }' <<<"$spent"
}

# Print the frames that the device has delivered so far.
frames() { case $device in vivid) echo $((${EPOCHREALTIME/./} * rate / 1000000)) ;; *) sent ;; esac; }
sent() { grep -o '"frames":[0-9]*' /tmp/uvc.jsonl | tail -n 1 | cut -d : -f 2 | grep . || echo 0; }

measure() {
    local name=$1 before middle after first second
    shift
    if ! command -v "$1" >/dev/null; then
        echo "$device $name: NOT MEASURED: $1 is not installed"
        return
    fi
    v4l2-ctl -d "$node" -v width=640,height=480 >/dev/null
    [ "$device" != vivid ] || v4l2-ctl -d "$node" -p $rate >/dev/null
    cpu 2 "$@" >/dev/null # warm the disk cache
    before=$(frames) first=$(cpu $short "$@")
    middle=$(frames) second=$(cpu "$seconds" "$@")
    after=$(frames)
    # Less than 3 % of a core: the program has ended at once, as one does that does not get the camera.
    if awk "BEGIN { exit !($second < 30 * $seconds) }"; then
        echo "$device $name: NOT MEASURED: $(tail -n 1 /tmp/err)"
        return
    fi
    awk -v device="$device" -v name="$name" -v first="$first" -v second="$second" -v before="$before" \
        -v middle="$middle" -v after="$after" -v spent="$seconds" -v format="$(v4l2-ctl -d "$node" --get-fmt-video |
            sed -n "s/.*Pixel Format *: '\(....\).*/\1/p")" 'BEGIN {
            count = (after - middle) - (middle - before)
            busy = second / spent / 10
            printf "%-6s %-8s %s %6d frames %8.2f ms CPU per frame %5.0f %% of a core%s\n", device, name, format, count,
                (count > 0 ? (second - first) / count : -1), busy,
                (busy > 85 ? " (may not have kept up)" : "") }'
}

# Print the delays through $1: v4l2 or libcamera. Nobody else may have the webcam's port.
delays() {
    if [ -x "$here/../../.build/peers/bin/python" ]; then
        "$here/../../.build/peers/bin/python" "$here/../Tools/Benchmarks/peers/webcam.py" "$candela" "$uvc_device" "$1" ||
            echo "delays through $1: NOT MEASURED: webcam.py failed"
    else
        echo "delays through $1: NOT MEASURED: no .build/peers; run .ci/ensure-peers"
    fi
}

compare() {
    measure zbarcam zbarcam --prescale=640x480 "$node"
    measure candela "$candela" scan "$node" --size 640x480 "$@"
}

# A rate at which both keep up, so that the number of frames follows from the time.
device=vivid rate=5
modprobe vivid n_devs=1 node_types=0x1 num_inputs=1 input_types=0
udevadm settle
node=/dev/video0
compare --fps $rate
modprobe -r vivid

device=webcam
modprobe uvcvideo
"$uvc_device" --log /tmp/uvc.jsonl --scene bench &
udevadm wait --timeout=60 /dev/v4l/by-id/usb-Candela_Laboratory_Camera_LAB0001-video-index0
udevadm settle
compare --format YUYV
kill %2
wait %2 2>/dev/null || true
delays v4l2

# The same webcam through libcamera, beside GStreamer's element for it with zbar, and libcamera's own tool, which reads nothing.
device=libcam
if insmod "$modules/firmware_path.ko" 2>/tmp/err; then
    export LIBCAMERA_LOG_LEVELS='*:ERROR'
    delays libcamera
    "$uvc_device" --log /tmp/uvc.jsonl --scene bench &
    udevadm wait --timeout=60 /dev/v4l/by-id/usb-Candela_Laboratory_Camera_LAB0001-video-index0
    udevadm settle
    measure cam cam --camera 1 --capture --stream width=640,height=480,pixelformat=YUYV
    measure gst-zbar gst-launch-1.0 -q libcamerasrc ! video/x-raw,width=640,height=480,format=YUY2 ! videoconvert ! zbar ! \
        fakesink sync=false
    measure candela "$candela" scan libcamera: --size 640x480 --format YUYV
else
    echo "libcamera: NOT MEASURED: $(cat /tmp/err)"
fi
kill $(jobs -p) 2>/dev/null || true
