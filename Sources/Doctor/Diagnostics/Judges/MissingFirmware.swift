// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A file that a driver puts into its device, and could not load, by the kernel's log.
struct MissingFirmware {
    let driver: String
    /// Below `/lib/firmware`, such as `vicam/firmware.fw`.
    let file: String
    let line: String

    /// Drivers say so in words of their own: `Direct firmware load for dabusb/firmware.fw failed with error -2`, `Failed to load
    /// "vicam/firmware.fw": -2`, `cannot load cpia2/stv0672_vp4.bin`.
    init?(of driver: String, in log: KernelLogFacts) {
        let names = [driver, driver.replacing("_", with: "-")]
        let found = log.lines.reversed().lazy.compactMap { line -> (file: String, line: String)? in
            let small = line.lowercased()
            guard names.contains(where: line.contains),
                ["fail", "can't", "cannot", "could not", "not found", "unable", "error"].contains(where: small.contains)
            else { return nil }
            return Self.file(in: line).flatMap { Self.isCalibration($0) ? nil : ($0, line) }
        }.first
        guard let found else { return nil }
        self.driver = driver
        (file, line) = found
    }

    static func file(in line: String) -> String? {
        for word in line.split(whereSeparator: { " \t\"'`,;()<>=".contains($0) }) {
            let name = String(word.hasSuffix(":") || word.hasSuffix(".") ? word.dropLast() : word)
            let isFile = [".fw", ".bin", ".hex", ".ucode", ".dat", ".mem"].contains { name.hasSuffix($0) }
            if isFile, name.count < 100, DriverJudge.isSafePath(name) { return name }
        }
        return nil
    }

    /// The calibration of the sensor in MacBooks, without which a camera works, and everything is orange.
    private static func isCalibration(_ file: String) -> Bool { file.hasSuffix("_01XX.dat") }

    /// A note for a camera whose driver has found no calibration at its last start. Source: the wiki of facetimehd, "Extracting the sensor
    /// calibration files".
    static func calibration(_ driver: String, _ title: String, _ log: KernelLogFacts, _ place: Place) -> Finding? {
        guard driver == "facetimehd" else { return nil }
        let start = log.lines.lastIndex { $0.contains("Found FaceTime HD camera") } ?? log.lines.startIndex
        let missing = log.lines[start...].reversed().lazy.compactMap { line -> (file: String, line: String)? in
            line.contains("firmware") && line.contains("fail") ? file(in: line).map { ($0, line) } : nil
        }.first { isCalibration($0.file) }
        guard let missing else { return nil }
        return Finding(
            .deviceNoFirmware, .note,
            "the driver \(driver) of \(title) lacks the calibration file of its sensor, \(missing.file): the pictures have a colour cast, mostly orange",
            confidence: .likely, evidence: [EvidenceLine("kernel log", missing.line)],
            effect: "codes are read from the brightness, so it does no harm here; pictures for people look wrong",
            fixes: place.platform.packages == .nix ? [KnownHardware.nixCalibration] : [
                Fix(
                    "Extract the file from the camera's driver in Apple's Boot Camp package (AppleCamera.sys), as the wiki of facetimehd says, and put it at /lib/firmware/\(missing.file)"
                ),
                Fix(
                    "Then load the driver again", commands: ["sudo modprobe -r \(driver)", "sudo modprobe \(driver)"], needsRoot: true, isRunnable: false),
            ])
    }

    func finding(_ title: String, _ place: Place, _ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .deviceNoFirmware, .fail, "the driver \(driver) of \(title) cannot load its firmware, \(file)",
            evidence: evidence + [EvidenceLine("kernel log", line)],
            effect: "the camera does not start: it has no program of its own, and waits for this one",
            fixes: [
                place.firmwarePackages(
                    "Install the packages of firmware: if \(file) is in none of them, an older release of linux-firmware or the driver's project has it",
                    [
                        .apt: place.platform.isUbuntu ? "linux-firmware" : "firmware-misc-nonfree firmware-linux-free",
                        .dnf: "linux-firmware", .rpmOSTree: "linux-firmware", .pacman: "linux-firmware",
                        .zypper: "kernel-firmware-media", .apk: "linux-firmware", .xbps: "linux-firmware",
                        .portage: "sys-kernel/linux-firmware",
                    ]),
                place.firmwareFile(
                    file,
                    usual: Fix(
                        "Or put the file at /lib/firmware/\(file) on the machine whose kernel this is, and load the driver again",
                        commands: ["sudo modprobe -r \(driver)", "sudo modprobe \(driver)"], needsRoot: true,
                        isRunnable: false)),
            ].compactMap(\.self))
    }
}
