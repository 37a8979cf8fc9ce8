// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import UdevRules
import UserSession

/// The machine that a thread's facts are laid over: Debian 12 on a PC, ada logged in at its screen.
enum ThreadBase {
    static let release = "6.1.0-56-amd64"
    private static let modules = "/lib/modules/\(release)"

    static let files: [String: String] = [
        "/proc/sys/kernel/osrelease": release + "\n", "/proc/sys/kernel/arch": "x86_64\n",
        "/proc/version": "Linux version \(release) (debian-kernel@lists.debian.org)\n",
        "/proc/1/comm": "systemd\n", "/proc/uptime": "86400.10 340000.00\n",
        "/etc/os-release":
            "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nVERSION_ID=\"12\"\nID=debian\n",
        "/etc/group": "root:x:0:\nvideo:x:44:\nada:x:1000:\n",
        "/etc/passwd": "root:x:0:0::/root:/bin/sh\nada:x:1000:1000::/home/ada:/bin/sh\n",
        "/run/udev/control": "",
        "/run/systemd/sessions/2":
            "UID=1000\nUSER=ada\nACTIVE=1\nIS_DISPLAY=1\nSTATE=active\nREMOTE=0\nTYPE=wayland\nCLASS=user\nSEAT=seat0\n",
        "\(modules)/modules.dep":
            "kernel/drivers/media/usb/uvc/uvcvideo.ko: kernel/drivers/media/v4l2-core/videodev.ko\nkernel/drivers/media/v4l2-core/videodev.ko:\n",
        "\(modules)/modules.alias": "alias usb:v*p*d*dc*dsc*dp*ic0Eisc01ip00in* uvcvideo\n",
        "\(modules)/modules.builtin": "kernel/drivers/usb/core/usbcore.ko\n",
        "\(modules)/kernel/drivers/media/usb/uvc/uvcvideo.ko":
            "vermagic=\(release) SMP preempt mod_unload modversions \0~Module signature appended~\n",
        "\(modules)/kernel/drivers/media/v4l2-core/videodev.ko":
            "vermagic=\(release) SMP preempt mod_unload modversions \0~Module signature appended~\n",
    ]

    static let links = ["/proc/self/ns/pid": "pid:[4026531836]"]
    static let folders = ["/sys/class/video4linux", "/sys/bus/usb/devices", "/sys/bus/pci/devices", "/dev"]

    private static let device = "/sys/bus/usb/devices/1-1"

    /// A Logitech C920.
    static let cameraFiles: [String: String] = [
        "\(device)/idVendor": "046d\n", "\(device)/idProduct": "082d\n", "\(device)/product": "HD Pro Webcam C920\n",
        "\(device)/authorized": "1\n", "\(device)/bDeviceClass": "ef\n", "\(device)/speed": "480\n",
        "\(device):1.0/bInterfaceClass": "0e\n", "\(device):1.0/bInterfaceSubClass": "01\n",
        "\(device):1.0/modalias": "usb:v046Dp082Dd0011dcEFdsc02dp01ic0Eisc01ip00in00\n",
        "\(device):1.1/bInterfaceClass": "0e\n", "\(device):1.1/bInterfaceSubClass": "02\n",
        "\(device):1.1/modalias": "usb:v046Dp082Dd0011dcEFdsc02dp01ic0Eisc02ip00in01\n",
        "/sys/class/video4linux/video0/name": "HD Pro Webcam C920\n",
        "/sys/class/video4linux/video1/name": "HD Pro Webcam C920\n",
        "/sys/module/uvcvideo/refcnt": "0\n", "/sys/module/uvcvideo/initstate": "live\n",
        "/sys/bus/usb/drivers/uvcvideo/bind": "", "/dev/video0": "", "/dev/video1": "", "/dev/media0": "",
    ]
    static let cameraLinks = [
        "\(device):1.0/driver": "../../drivers/uvcvideo", "\(device):1.1/driver": "../../drivers/uvcvideo",
    ]

    /// Without a camera.
    static var bare: Snapshot {
        var snapshot = Snapshot(
            program: "0.0.0", time: "2026-11-23T03:00:00.000Z",
            subject: .init(kind: .camera, name: "camera", isNamed: false))
        snapshot.user = .seen(.ada(groups: [1000]))
        snapshot.rules = .seen(RuleSurvey())
        snapshot.nodes = .seen([])
        snapshot.selection = .seen(SelectionRecord())
        snapshot.torches = .seen([])
        return snapshot
    }
}
