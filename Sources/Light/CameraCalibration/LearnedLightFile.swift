// SPDX-License-Identifier: Apache-2.0

internal import Calibration
package import LightGoverning
internal import Output
internal import SettingsStore
package import StoredFiles
internal import Toml

/// The file of what scans learned of one camera's light: `$XDG_STATE_HOME/candela/light/`, one for each camera.
///
/// It only shortens the start. Without it, or if it is damaged, a scan learns from the start.
package struct LearnedLightFile {
    /// What is in the file.
    package struct Content: Hashable, Sendable {
        package var learned: LearnedLight
        /// When the profile was saved whose calibration the lights are measured by; `nil` without one.
        package var calibration: String?
        /// Milliseconds since 1970.
        package var saved: Int64

        package init(_ learned: LearnedLight, calibration: String?, saved: Int64) {
            (self.learned, self.calibration, self.saved) = (learned, calibration, saved)
        }
    }

    /// The most cameras that are remembered.
    private static let cameras = 64
    private static let ending = ".toml"

    private let folder: String
    private let identity: String
    package var path: String { folder + "/" + JournalKey(identity: identity, node: "").fileName(ending: Self.ending) }

    /// - Parameter identity: of the camera.
    package init(_ identity: String, in folders: StateFolders) {
        (self.identity, folder) = (identity, folders.state + "/light")
    }

    /// `nil` if there is none, or if it is damaged.
    package func read() -> Content? {
        guard let bytes = try? StoredFile.read(path, limit: TomlReader.limit), let table = try? TomlReader.read(bytes),
            table["format"] == .integer(1), table["camera"] == .string(identity)
        else { return nil }
        return Content(table)
    }

    /// Replaces the file. Of too many cameras, the one that was not used for the longest time is forgotten.
    package func write(_ content: Content) throws(StoreError) {
        try StoredFile.write(Array(content.text(identity).utf8), to: path)
        let others = try StoredFile.names(in: folder, ending: Self.ending).map { folder + "/" + $0 }.filter {
            $0 != path
        }
        guard others.count >= Self.cameras else { return }
        let ages = others.map { other in
            let table = (try? StoredFile.read(other, limit: TomlReader.limit)).flatMap { try? TomlReader.read($0) }
            return (other, table.flatMap { Content($0) }?.saved ?? 0)
        }.sorted { $0.1 < $1.1 }
        for (other, _) in ages.prefix(others.count - Self.cameras + 1) { try StoredFile.remove(other) }
    }

    /// - Returns: whether there was one.
    package func remove() throws(StoreError) -> Bool { try StoredFile.remove(path) }
}

extension LearnedLightFile.Content {
    fileprivate func text(_ identity: String) -> String {
        func number(_ value: Double) -> String { TomlText.number(value, decimals: 3) }
        var lines = [
            "# What scans learned of a camera's light. See candela-profile(1). You can delete it.", "format = 1",
            "camera = \(TomlText.string(identity))",
            "saved_ms = \(saved)  # \(WallTime(milliseconds: saved).text)",
        ]
        if let calibration { lines.append("calibration_saved = \(TomlText.string(calibration))") }
        if let last = learned.last, last.isFinite { lines.append("last_light_stops = \(number(last))") }
        if let response = learned.response {
            lines.append("exposure_slope = \(number(response.slope))")
            let gains = response.gains.map { "\($0.value):\(number($0.stops))" }
            if !gains.isEmpty { lines.append("gain_stops = \(TomlText.string(gains.joined(separator: " ")))") }
        }
        let lights = learned.lights.map { "\(number($0.light)):\($0.setting.exposure):\($0.setting.gain):\($0.reads)" }
        lines.append("# light:exposure:gain:frames read")
        lines.append("lights = \(TomlText.string(lights.joined(separator: " ")))")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Members that are not valid are left out.
    fileprivate init?(_ table: TomlTable) {
        guard case .integer(let saved)? = table["saved_ms"] else { return nil }
        var learned = LearnedLight()
        if let last = table["last_light_stops"]?.number, abs(last) < 100 { learned.last = last }
        if let slope = table["exposure_slope"]?.number, slope > 0,
            let gains = try? CameraProfile.Response.gains(table["gain_stops"]?.text ?? "")
        {
            learned.response = LightResponse(
                slope: slope, gains: gains.map { ($0.value, $0.stops) }, isMeasured: false)
        }
        for word in (table["lights"]?.text ?? "").split(separator: " ").prefix(LearnedLight.most) {
            let parts = word.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 4, let light = Double(parts[0]), let exposure = Int64(parts[1]),
                let gain = Int64(parts[2]),
                let reads = Int(parts[3]), (1...10_000_000).contains(exposure), abs(gain) < 1 << 31
            else { continue }
            learned.add(.init(light: light, setting: LightSetting(exposure: exposure, gain: gain), reads: reads))
        }
        self.init(learned, calibration: table["calibration_saved"]?.text, saved: saved)
    }
}
