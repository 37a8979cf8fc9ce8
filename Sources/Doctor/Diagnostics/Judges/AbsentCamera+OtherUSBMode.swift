// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A photo or action camera that is connected, in a mode in which it gives no video over USB: as a disk, or as a network card.
extension AbsentCamera {
    /// A disk answers no request for a picture, so what it offers must first be changed at the camera.
    func asStorage(_ device: CameraHardware) -> Finding {
        let title = device.title ?? device.identifier
        return Finding(
            .deviceNotV4L2, .fail,
            "\(title) is connected as a disk (USB mass storage), not as a camera: in this mode it offers its files and no video",
            confidence: .likely, evidence: [Self.storageLine(device)] + evidence, effect: effect,
            fixes: (device.vendorID == CameraName.pentax ? [Self.commands] : []) + Self.outOfStorage)
    }

    /// Pentax's can be steered in this mode, by commands of their own to the disk. Source: the kernel's block/scsi_ioctl.c, "sg_is_allowed_cmd".
    private static let commands = Fix(
        "If a program steers it by its maker's SCSI commands (indi_pentax, pktriggercord) and is told \"Operation not permitted\": the kernel lets only root's rights send them (CAP_SYS_RAWIO). Run that program with sudo, give its file this right, or set the camera to PTP in its menu",
        commands: ["sudo setcap cap_sys_rawio+ep \"$(command -v indi_pentax)\""], needsRoot: true,
        undo: ["sudo setcap -r \"$(command -v indi_pentax)\""], isRunnable: false)

    static func storageLine(_ device: CameraHardware) -> EvidenceLine {
        EvidenceLine("/sys/bus/usb/devices/\(device.name)/bInterfaceClass", "08 (mass storage): \(device.title ?? device.identifier) (\(device.identifier))")
    }

    /// How such a camera gives video.
    static let outOfStorage = [
        Fix(
            "Choose another USB mode in the camera's menu, or in the question that it shows when it is plugged in: \"USB Streaming\" or \"Webcam\" if it offers one of them; it is then a webcam for Linux, without a driver of its own. Unplug it before, and plug it in again after"
        ),
        Fix(
            "If it offers neither: choose \"PC Remote\" or PTP (Sony: USB Connection), and pipe its live view through gphoto2, if gphoto2 knows the camera",
            commands: [
                "gphoto2 --auto-detect",
                "gphoto2 --stdout --capture-movie | ffmpeg -v error -f mjpeg -i - -f yuv4mpegpipe -pix_fmt yuv420p - | candela scan --newest -",
            ], isRunnable: false),
        Fix("Or connect its HDMI output to a capture stick of the class UVC"),
    ]

    /// GoPro's cameras, since the HERO8. Source: Open GoPro, "Webcam"; github.com/jschmid1/gopro_as_webcam_on_linux.
    func asNetwork(_ camera: NetworkCameraOnUSB) -> Finding {
        let name = camera.title.map { $0.contains("GoPro") ? $0 : "GoPro \($0)" } ?? "a GoPro"
        return Finding(
            .deviceNotV4L2, .fail,
            "\(name) (\(camera.identifier)) is connected as a network card, which is its usual mode (GoPro Connect): it is no webcam for Linux, and sends its picture over that network to a program that asks for it",
            confidence: .likely,
            evidence: [
                EvidenceLine(
                    "/sys/bus/usb/devices/\(camera.name):*/bInterfaceClass",
                    "02 (communications): a network" + (camera.link.map { ", \($0)" } ?? "") + ", no 0e (video)")
            ] + evidence,
            effect: effect,
            fixes: [
                Fix(
                    "Have it send its picture: it is at the address of this machine on that network (172.2x.1yz.5x) with 51 as the last number; it then sends to UDP port 8554, which a firewall must let in",
                    commands: [
                        camera.link.map { "ip -4 -brief address show dev \(Words.shell($0))" } ?? "ip -4 -brief address",
                        "curl 'http://ADDRESS/gp/gpWebcam/START?res=1080'",
                    ], isRunnable: false),
                Fix(
                    "Then make a virtual camera of it (v4l2loopback), from which candela and all other programs read",
                    commands: [
                        "sudo modprobe v4l2loopback exclusive_caps=1 card_label=GoPro video_nr=42",
                        "ffmpeg -nostdin -i 'udp://@0.0.0.0:8554?overrun_nonfatal=1&fifo_size=50000000' -pix_fmt yuv420p -f v4l2 /dev/video42",
                    ], needsRoot: true, undo: ["sudo modprobe -r v4l2loopback"], isRunnable: false),
                Fix("The program gopro of gopro_as_webcam_on_linux does all of this", commands: ["sudo gopro webcam"], isRunnable: false),
                Fix("Or connect its HDMI output to a capture stick of the class UVC"),
            ])
    }

    /// An Intel RealSense that waits for its firmware.
    func inRecovery() -> Finding? {
        guard let device = host.machine?.unclaimed?.first(where: \.awaitsRecovery) else { return nil }
        return Finding(
            .deviceNotV4L2, .fail,
            "\(device.words) is an Intel RealSense camera in its recovery mode (DFU), not a camera at present: an update of its firmware was interrupted, or its firmware is damaged",
            confidence: .likely,
            evidence: [EvidenceLine("/sys/bus/usb/devices/\(device.name)", "\(device.words), which is its id in recovery mode; no video interface")] + evidence,
            effect: "it has no video nodes until firmware has been written to it",
            fixes: [
                Fix(
                    "Write its firmware again with librealsense's own program, from the file of its maker for this model",
                    commands: ["rs-fw-update -l", "rs-fw-update -r -f FIRMWARE.bin"], isRunnable: false),
                Fix("If it is not seen there: plug it directly into another port of USB 3 with its own cable, and try again; realsense-viewer offers the same"),
            ])
    }
}
