// SPDX-License-Identifier: Apache-2.0

/// What people call controls, whatever the driver calls them.
public enum PlainName {
    /// The name and the controls it may mean, the first that a camera has.
    public static let table: [(name: String, ids: [ControlID])] = [
        ("exposure", [.exposureTimeAbsolute, .autoExposure]),
        ("focus", [.focusAbsolute, .focusAutomaticContinuous]),
        ("zoom", [.zoomAbsolute]),
        ("gain", [.gain, .autogain]),
        ("brightness", [.brightness]),
        ("white_balance", [.whiteBalanceTemperature, .autoWhiteBalance]),
        ("power_line", [.powerLineFrequency]),
        ("pan", [.panAbsolute]),
        ("tilt", [.tiltAbsolute]),
        ("backlight", [.backlightCompensation]),
        ("iris", [.irisAbsolute]),
        ("iso", [.isoSensitivity, .isoSensitivityAutomatic]),
        ("mirror", [.horizontalFlip]),
        ("flip", [.verticalFlip]),
        ("torch", [.illuminator1, .illuminator2]),
    ]

    /// The control that a plain name means on a camera with these; `nil` when it is none, or the camera has none of it.
    static func find(_ folded: String, among controls: [ControlDescription]) -> ControlDescription? {
        guard let ids = table.first(where: { ControlLookup.folded($0.name) == folded })?.ids else { return nil }
        return ids.lazy.compactMap { id in controls.first { $0.id == id } }.first
    }

    /// Whether a text is a plain name, also one for which the camera has a control of that very name.
    public static func isPlain(_ text: String) -> Bool {
        let folded = ControlLookup.folded(text)
        return !folded.isEmpty && table.contains { ControlLookup.folded($0.name) == folded }
    }

    /// What people call a control.
    public static func of(_ id: ControlID) -> String? { table.first { $0.ids.first == id }?.name }
}
