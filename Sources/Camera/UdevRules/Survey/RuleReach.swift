// SPDX-License-Identifier: Apache-2.0

/// Determines which lines of a file reach cameras, from their own matches and from the GOTOs before them.
struct RuleReach {
    /// A condition that holds for every line up to a label: the negation of the GOTO's condition.
    private struct Guard {
        var token: RuleToken
        var label: String
    }

    private var guards: [Guard] = []
    /// Four hexadecimal digits each, in lower case.
    private let vendorIDs: Set<String>

    init(vendorIDs: Set<String>) { self.vendorIDs = Set(vendorIDs.map { $0.lowercased() }) }

    /// What a line reaches. Call this for the lines of a file in order.
    mutating func subjects(of line: RuleLine) -> Set<CameraRule.Subject> {
        if let label = line.tokens.first(where: { $0.key == "LABEL" })?.value {
            guards.removeAll { $0.label == label }
        }
        let matches = line.matches
        if let goto = line.tokens.first(where: { $0.key == "GOTO" })?.value {
            // With two conditions, either may be false, so nothing is known about the lines in between.
            if matches.count == 1, var token = matches.first, Self.keys.contains(token.key) {
                token.operation = token.operation == .equal ? .notEqual : .equal
                guards.append(Guard(token: token, label: goto))
            }
        }
        return reach(matches + guards.map(\.token))
    }

    private static let keys: Set = ["SUBSYSTEM", "KERNEL"]

    private func reach(_ matches: [RuleToken]) -> Set<CameraRule.Subject> {
        var subjects: Set<CameraRule.Subject> = []
        let names = matches.filter { $0.key == "KERNEL" }
        let subsystems = matches.filter { $0.key == "SUBSYSTEM" }
        func reaches(_ subsystem: String, _ kernels: [String]) -> Bool {
            subsystems.allSatisfy { $0.holds(for: subsystem) }
                && kernels.contains { kernel in names.allSatisfy { $0.holds(for: kernel) } }
        }
        let video = reaches("video4linux", ["video0", "video10"])
        let media = reaches("media", ["media0", "media10"])
        // A line that would also match any other device is not about cameras.
        let isNarrow = !reaches("tty", ["ttyS0"])
        if isNarrow {
            if video { subjects.insert(.video) }
            if media { subjects.insert(.media) }
        }
        guard namesCamera(matches) else { return subjects }
        if video, !isNarrow { subjects.insert(.usbChildren) }
        if reaches("usb", ["1-1", "1-1.4"]), subsystems.contains(where: { $0.operation == .equal }) {
            subjects.insert(.usb)
        }
        return subjects
    }

    /// Whether it matches a USB camera: by the class of video interfaces, by udev's properties of a video node, or by the
    /// vendor of a connected camera.
    private func namesCamera(_ matches: [RuleToken]) -> Bool {
        matches.contains { token in
            guard token.operation == .equal, let attribute = token.attribute else { return false }
            switch (token.key, attribute) {
            case ("ATTR", "bInterfaceClass"), ("ATTRS", "bInterfaceClass"): return token.holds(for: "0e")
            case ("ENV", "ID_USB_INTERFACES"): return token.value.contains("0e01") || token.value.contains("0e02")
            case ("ENV", "ID_V4L_CAPABILITIES"), ("ENV", "ID_V4L_PRODUCT"), ("ENV", "ID_V4L_VERSION"): return true
            case ("ATTR", "idVendor"), ("ATTRS", "idVendor"), ("ENV", "ID_VENDOR_ID"):
                return vendorIDs.contains { token.holds(for: $0) }
            default: return false
            }
        }
    }
}
