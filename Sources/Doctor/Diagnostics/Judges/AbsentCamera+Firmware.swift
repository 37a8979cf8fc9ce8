// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A camera whose firmware a udev rule loads when it is plugged in, and that does not come back with it: the rule has given it the firmware
/// of another model.
extension AbsentCamera {
    /// What left the bus because of its new firmware has left within this time, in seconds.
    private static let mostUntilGone = 15.0

    func lostToFirmware() -> Finding? {
        let log = KernelLogFacts(host)
        for loader in host.firmwareLoaders ?? [] {
            let lines = Self.departure(of: loader.identifier, in: log.lines)
            if !lines.isEmpty { return lostToFirmware(loader, lines) }
        }
        return nil
    }

    /// The line in which the kernel found the device last, and that in which it left soon after; empty if something came after that, as a
    /// device with its firmware does under other ids, and one of USB 3 at another bus.
    static func departure(of identifier: String, in log: [String]) -> [String] {
        guard
            let found = log.lastIndex(where: { $0.contains("New USB device found") && KernelLogFacts.usbID($0) == identifier }),
            let port = USBPort(line: log[found])
        else { return [] }
        let later = log[(found + 1)...]
        guard let left = later.firstIndex(where: { $0.contains("USB disconnect") && USBPort(line: $0) == port }) else { return [] }
        let (from, to) = (KernelLogFacts.seconds(log[found]), KernelLogFacts.seconds(log[left]))
        if let from, let to, to - from > mostUntilGone { return [] }
        let isBack = log[(left + 1)...].contains { line in
            guard line.contains("New USB device found") else { return false }
            guard USBPort(line: line) != port, let to, let back = KernelLogFacts.seconds(line) else { return true }
            return back - to < mostUntilGone
        }
        return isBack ? [] : [log[found], log[left]]
    }

    private func lostToFirmware(_ loader: FirmwareLoader, _ lines: [String]) -> Finding {
        let place = Place(snapshot)
        // `-I /lib/firmware/qhy/QHY5.HEX`
        let words = loader.command.split(separator: " ")
        let image = words.firstIndex(of: "-I").flatMap { $0 + 1 < words.count ? String(words[$0 + 1]) : nil }
        return Finding(
            .deviceNone, .fail,
            "there is no camera on this machine now: the udev rule in \(loader.file) loads firmware with fxload into the USB device \(loader.identifier) when it is plugged in, and the device has then left the bus and not come back, as with the firmware of another model",
            confidence: .likely,
            evidence: lines.map { EvidenceLine("kernel log", $0) } + [EvidenceLine(loader.file, "RUN: \(loader.command)")] + evidence,
            effect: effect,
            fixes: [
                Fix(
                    "Look for a newer version of the package that has this rule (driver or SDK of the camera's maker, INDI): its rule must name the firmware of this very model"
                        + (image.map { ", and not \($0) if that is another one's" } ?? ""),
                    commands: place.owner(of: loader.file), isRunnable: false),
                place.platform.isDeclared
                    ? place.declaredRule(
                        "Or correct the rule for \(loader.identifier) in the system's configuration: one that names the right firmware file behind -I, or none if the camera needs no firmware. Then plug the camera in again")
                    : Fix(
                        "Or correct the rule for \(loader.identifier)\(loader.file.hasPrefix("/etc/") ? "" : ": copy the file to /etc/udev/rules.d, where it takes the place of the packaged one"), and name the right firmware file behind -I, or remove the line if the camera needs no firmware. Then plug the camera in again",
                        commands: Place.editingRules(loader.file), needsRoot: true, isRunnable: false),
                Fix(
                    "See which ids it has after its firmware is loaded: with the right one it leaves the bus and comes back under others within seconds",
                    commands: ["udevadm monitor --kernel --property --subsystem-match=usb/usb_device"], isRunnable: false),
                Fix("If it leaves the bus without that rule, too: try another cable and another port"),
            ])
    }
}

extension Place {
    /// The command that names the package which a file belongs to; none where that is not known.
    fileprivate func owner(of file: String) -> [String] {
        let name = Words.shell(file)
        return switch platform.packages {
        case .apt: ["dpkg -S \(name)"]
        case .dnf, .rpmOSTree, .zypper, .transactional: ["rpm -qf \(name)"]
        case .pacman: ["pacman -Qo \(name)"]
        case .apk: ["apk info --who-owns \(name)"]
        case .xbps: ["xbps-query -o \(name)"]
        default: []
        }
    }
}
