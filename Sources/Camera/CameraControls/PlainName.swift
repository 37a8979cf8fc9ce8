// SPDX-License-Identifier: Apache-2.0

/// The names that people use for controls, independent of the driver's names.
package enum PlainName {
    /// Each name with the controls it can mean; the first one that a camera has is used.
    package static let table: [(name: String, ids: [ControlID])] = [
        ("exposure", [.exposureTimeAbsolute, .exposure, .autoExposure]),
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

    /// The control that a plain name means on a camera with these controls; `nil` for another name, or if the camera has
    /// none of them.
    static func find(_ folded: String, among controls: [ControlDescription]) -> ControlDescription? {
        guard let ids = table.first(where: { ControlLookup.folded($0.name) == folded })?.ids else { return nil }
        return ids.lazy.compactMap { id in controls.first { $0.id == id } }.first
    }

    /// Whether a text is a plain name, even if the camera has a control of exactly that name.
    package static func isPlain(_ text: String) -> Bool {
        let folded = ControlLookup.folded(text)
        return !folded.isEmpty && table.contains { ControlLookup.folded($0.name) == folded }
    }

    /// The plain name of a control.
    package static func of(_ id: ControlID) -> String? { table.first { $0.ids.first == id }?.name }
}
