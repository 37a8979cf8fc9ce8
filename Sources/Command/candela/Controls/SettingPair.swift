// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Output
internal import Terminal

/// A setting as a person writes it: NAME=VALUE.
struct SettingPair {
    var name: String
    var value: String

    static func parse(_ texts: [String]) throws(CommandFailure) -> [SettingPair] {
        var pairs: [SettingPair] = []
        for text in texts {
            guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
                throw CommandFailure("cannot set \(VisibleText.escape(text)): it is not of the form NAME=VALUE")
            }
            pairs.append(SettingPair(name: String(text[..<sign]), value: String(text[text.index(after: sign)...])))
        }
        return pairs
    }

    /// Checks all settings against the camera's controls, without setting any.
    static func plan(
        _ pairs: [SettingPair], _ open: OpenControls, clamps: Bool
    ) throws(ControlError) -> SettingsPlan {
        try SettingsPlan(
            named: pairs.map { ($0.name, $0.value) }, on: open.surface, controls: open.list, clamps: clamps)
    }
}
