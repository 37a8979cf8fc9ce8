// SPDX-License-Identifier: Apache-2.0

internal import CameraCalibration
internal import Glibc
internal import LightGoverning
internal import Output
internal import SettingsStore
internal import StoredFiles
internal import Terminal

/// What scans learned of the light of a profile's camera, as `profile show` prints it.
struct LearnedLightWords {
    let path: String
    private let content: LearnedLightFile.Content
    /// Whether its lights have the scale of the profile.
    private let isOfProfile: Bool

    /// `nil` if nothing was learned.
    init?(_ profile: CameraProfile) {
        guard let folders = try? StateFolders() else { return nil }
        let file = LearnedLightFile(profile.camera.identity, in: folders)
        guard let content = file.read() else { return nil }
        self.content = content
        path = file.path
        isOfProfile = content.calibration == profile.saved
    }

    private var learned: LearnedLight { content.learned }

    /// The lights in which codes were read, as `LightKnowledge.calibratedLight`; empty if another calibration measured them.
    var lights: [Double] { isOfProfile ? learned.lights.map(\.light) : [] }

    /// One comment for people.
    func line(_ name: ProfileName) -> String {
        var words = "# scans have read codes in \(learned.lights.reduce(0) { $0 + $1.reads }) frames"
        if let darkest = learned.lights.first?.light, let brightest = learned.lights.last?.light, brightest > darkest {
            let factor = JSONValue.fixed(exp2(brightest - darkest), decimals: 0) ?? "?"
            words += ", the brightest light \(factor) times the darkest"
        }
        if !isOfProfile { words += " (not with this profile)" }
        return words + "; to forget that: candela profile forget \(VisibleText.escape(name.text))"
    }

    var json: JSONValue {
        [
            "path": .string(path), "is_of_profile": .bool(isOfProfile),
            "last_light_stops": learned.last.map { .number($0, decimals: 3) } ?? .null,
            "lights": .array(
                learned.lights.map {
                    [
                        "light_stops": .number($0.light, decimals: 3),
                        "exposure_ms": .number(Double($0.setting.exposure) / 10, decimals: 1),
                        "gain": .integer($0.setting.gain), "frames": .integer($0.reads),
                    ]
                }),
        ]
    }
}
