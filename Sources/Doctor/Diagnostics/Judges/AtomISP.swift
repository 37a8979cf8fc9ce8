// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// The image processor of tablets with an Atom (Bay Trail, Cherry Trail and those of phones), whose driver is atomisp in the kernel's
/// drivers/staging.
enum AtomISP {
    static let driver = "atomisp"

    /// Source: `atomisp_pci_tbl` in atomisp_v4l2.c.
    private static let devices: Set = ["8086:0f38", "8086:22b8", "8086:1178", "8086:1179", "8086:117a", "8086:1478"]

    static func isOne(_ camera: CameraHardware) -> Bool { camera.bus == "pci" && devices.contains(camera.identifier) }

    /// No kernel on disk has its driver.
    /// - Parameter builtInOnUSB: what to do about a built-in camera that is on USB, where nothing tells that it is behind the processor.
    static func undriven(_ host: HostRecord, _ evidence: [EvidenceLine], builtInOnUSB: Fix?) -> Finding {
        Finding(
            .deviceNoDriver, .fail,
            builtInOnUSB == nil
                ? "the cameras of this machine are behind the image processor of its Atom, and this kernel (\(host.kernelRelease)) does not include the driver for that, \(driver)"
                : "this kernel (\(host.kernelRelease)) does not include the driver for the image processor of this machine's Atom, \(driver): if the built-in cameras are connected through that, and not over USB, they cannot work",
            confidence: .likely,
            evidence: evidence + [EvidenceLine("\(host.modulesFolder)/modules.alias", "no module for this device")],
            effect: "there is no camera",
            fixes: (builtInOnUSB.map { [$0] } ?? []) + [
                Fix(
                    "Use a kernel that was built with the driver \(driver) (CONFIG_INTEL_ATOMISP and CONFIG_VIDEO_ATOMISP): it is one of the kernel's staging drivers, which many distributions leave out. Take a new one, as support for the sensors is added tablet by tablet"
                ),
                Fix("Until there is one, use a USB webcam"),
            ])
    }

    /// Newer kernels ask for the file in the folder in which linux-firmware has it, older ones outside of folders.
    static func firmware(_ file: String, _ place: Place) -> [Fix] {
        let name = String(file.split(separator: "/").last ?? "")
        var fixes = [
            place.firmwarePackages(
                "Install the newest package of firmware, which has the file as intel/ipu/\(name) in newer releases",
                [
                    .apt: place.platform.isUbuntu ? "linux-firmware" : place.debianIntelFirmware, .dnf: "linux-firmware",
                    .rpmOSTree: "linux-firmware", .pacman: "linux-firmware", .zypper: "kernel-firmware-media", .apk: "linux-firmware-intel",
                    .xbps: "linux-firmware", .portage: "sys-kernel/linux-firmware",
                ])
        ].compactMap(\.self)
        fixes.append(
            place.firmwareFile(
                file,
                usual: Fix(
                    "\(fixes.isEmpty ? "Put" : "Or put") the file at /lib/firmware/\(file), where this kernel looks for it (linux-firmware has it as intel/ipu/\(name)), and load the driver again",
                    commands: ["sudo modprobe -r \(driver)", "sudo modprobe \(driver)"], needsRoot: true, isRunnable: false)))
        return fixes
    }
}
