// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Video hardware of which this machine gets no video node, with everything in order: tuners for television alone, and cards
/// that are passed through to a virtual machine.
extension CameraHardware {
    /// Whether this machine is to have a video node of it.
    func makesNode(_ host: HostRecord) -> Bool { !isPassedThrough && !isTuner(host) }

    var isPassedThrough: Bool { bus == "pci" && driver.map { PassedController.drivers.contains($0) } == true }

    /// Whether it only receives television (DVB): programs get that from /dev/dvb, and V4L2 has no part in it.
    private func isTuner(_ host: HostRecord) -> Bool {
        guard kind == .own else { return false }
        let names = ([driver].compactMap(\.self) + modules).map(Self.plain)
        if names.contains(where: { name in Self.tuners.contains(where: { name.hasPrefix($0) }) }) { return true }
        let known = modules.compactMap { host.machine?.module($0)?.needs }
        if !known.isEmpty, known.allSatisfy({ $0.contains("dvb_core") && !$0.contains("videodev") }) { return true }
        return hasOnlyDVB(host)
    }

    /// Drivers without any video node. They name themselves in other ways than their modules: `TBSECP3 driver`, `SMI PCIe driver`.
    /// Source: the kernel's drivers/media/pci; tbsdtv/media_build.
    private static let tuners = [
        "ddbridge", "tbsecp3", "saa716x", "mantis", "hopper", "ngene", "dm1105", "smipcie", "netupunidvb", "earthpt", "pluto2", "b2c2flexcop",
    ]

    /// The letters and digits of a driver's or module's name.
    private static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

    /// Whether a driver that is for analogue video and television alike has made or told of television only.
    private func hasOnlyDVB(_ host: HostRecord) -> Bool {
        guard let driver else { return false }
        let lines = KernelLogFacts(host).lines.map { $0.lowercased() }.filter { $0.contains(driver.lowercased()) }
        func has(_ words: [String]) -> Bool { lines.contains { line in words.contains { line.contains($0) } } }
        let hasDVB =
            hasTuner == true
            || has(["registered device dvb", "dvb interface", "dvb extension successfully", "dvb: registering"])
        return hasDVB
            && !has(["registered device video", "video interface", "analog set", "v4l2 video device", "v4l2 extension", "/dev/video"])
    }

    /// Whether the driver that is bound comes from one of the modules for this device, under a name of its own.
    var hasOwnDriver: Bool {
        guard let driver = driverModule ?? driver else { return false }
        let name = Self.plain(driver)
        return modules.contains { name.hasPrefix(Self.plain($0)) }
    }
}
