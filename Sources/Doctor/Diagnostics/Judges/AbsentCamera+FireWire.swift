// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

extension AbsentCamera {
    /// A camera that is there, and that no program gets through V4L2.
    func fireWire(_ camera: FireWireCamera) -> Finding {
        let isTape = camera.kind == .tape
        return Finding(
            .deviceNotV4L2, .fail,
            "\(camera.title ?? "a camera") is connected over FireWire (IEEE 1394), \(isTape ? "as a camcorder or deck that sends DV" : "as an industrial camera (IIDC)"): Linux gives it no video node, and programs open /dev/\(camera.name) themselves",
            confidence: .likely,
            evidence: [EvidenceLine("/sys/bus/firewire/devices/\(camera.name)/units", isTape ? "AV/C" : "IIDC")] + evidence,
            effect: "V4L2 programs cannot open it; others need access to its node, which the group video has on most systems, and root alone on some",
            fixes: (isTape
                ? [
                    Fix(
                        "Let FFmpeg bring its pictures to a virtual camera",
                        commands: [
                            "sudo modprobe v4l2loopback exclusive_caps=1 card_label=FireWire",
                            "ffmpeg -f iec61883 -i auto -vf format=yuyv422 -f v4l2 /dev/video0",
                        ], needsRoot: true, undo: ["sudo modprobe -r v4l2loopback"], isRunnable: false)
                ]
                : [
                    Fix("Use a program with libdc1394, such as coriander, or let GStreamer's dc1394src bring its pictures to a virtual camera (v4l2loopback)")
                ]) + [
                    Place(snapshot).udevRule(
                        "If \(isTape ? "dvgrab, FFmpeg or another program" : "the program") does not find it without root: let udev give it to the user at this machine, then plug it in again",
                        ["SUBSYSTEM==\"firewire\", ATTR{units}==\"*0x00a02d:*|*0x00b09d:*\", GROUP=\"video\", MODE=\"0660\", TAG+=\"uaccess\""],
                        file: "70-firewire-camera.rules")
                ])
    }
}
