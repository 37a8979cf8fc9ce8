// SPDX-License-Identifier: Apache-2.0

/// Finds controls by the names that people use.
package struct ControlLookup: Sendable {
    /// All controls except class headings and disabled ones.
    package let controls: [ControlDescription]

    package init(_ controls: [ControlDescription]) {
        self.controls = controls.filter { $0.kind != .controlClass && !$0.flags.contains(.disabled) }
    }

    /// Finds a control by short name (`exposure_time_absolute`), by its name before kernel 5.16 (`exposure_absolute`), by
    /// the driver's own name, by number (`0x009a0902`), or by plain name (`exposure`): see `PlainName`. Ignores letter
    /// case, spaces, `-` and `_`.
    package func find(_ name: String) throws(ControlError) -> ControlDescription {
        if let id = Self.number(name) {
            if let control = controls.first(where: { $0.id.rawValue == id }) { return control }
            throw unknown(name)
        }
        let wanted = Self.folded(name)
        // A name in another script folds to nothing, and so may a control's name. That is no match.
        guard !wanted.isEmpty else { throw unknown(name) }
        // A driver's own "Exposure" can be a bias beside the exposure time that people mean.
        if wanted == "exposure", let time = controls.first(where: { $0.id == .exposureTimeAbsolute }) { return time }
        if let control = named(wanted) { return control }
        if let id = Self.renamed(name), let control = controls.first(where: { $0.id == id }) {
            return control
        }
        if let control = PlainName.find(wanted, among: controls) { return control }
        throw unknown(name)
    }

    /// Finds the control that was saved under a name, which is the driver's own or a number and never a plain name.
    package func findSaved(_ name: String) throws(ControlError) -> ControlDescription {
        if Self.number(name) == nil, let control = named(Self.folded(name)) { return control }
        return try find(name)
    }

    /// The control that Linux 5.16 renamed, by its name before or since; `nil` for other names.
    package static func renamed(_ name: String) -> ControlID? { namesBefore516[folded(name)] }

    private func named(_ folded: String) -> ControlDescription? {
        folded.isEmpty ? nil : controls.first { Self.folded($0.key) == folded }
    }

    private func unknown(_ name: String) -> ControlError {
        let near = controls.map(\.key).filter { key in
            let (a, b) = (Self.folded(key), Self.folded(name))
            return !a.isEmpty && !b.isEmpty && (a.contains(b) || b.contains(a) || a.prefix(5) == b.prefix(5))
        }
        let hint =
            near.isEmpty
            ? "run `candela controls` to list its controls" : "did you mean \(near.joined(separator: ", "))?"
        return ControlError(
            .unknownControl, id: nil, "cannot find control \(name): the camera has no control of that name; \(hint)")
    }

    private static func number(_ text: String) -> UInt32? {
        text.hasPrefix("0x") || text.hasPrefix("0X") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
    }

    static func folded(_ text: String) -> String {
        text.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// Folded names that Linux 5.16 changed (commit "media: v4l2-ctrls: Fix V4L2 control names", `v4l2-ctrls-defs.c`).
    private static let namesBefore516: [String: ControlID] = [
        "exposureauto": .autoExposure, "exposureabsolute": .exposureTimeAbsolute,
        "exposureautopriority": .exposureDynamicFramerate, "focusauto": .focusAutomaticContinuous,
        "whitebalancetemperatureauto": .autoWhiteBalance, "autoexposure": .autoExposure,
        "exposuretimeabsolute": .exposureTimeAbsolute, "exposuredynamicframerate": .exposureDynamicFramerate,
        "hueauto": .hueAutomatic, "hueautomatic": .hueAutomatic, "whitebalanceredcomponent": .redBalance,
        "whitebalancebluecomponent": .blueBalance, "redbalance": .redBalance, "bluebalance": .blueBalance,
        "focusautomaticcontinuous": .focusAutomaticContinuous, "whitebalanceautomatic": .autoWhiteBalance,
    ]
}
