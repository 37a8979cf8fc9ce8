// SPDX-License-Identifier: Apache-2.0

package import Toml

extension CameraProfile.Response {
    /// The most gains of a file.
    private static let limit = 64

    /// The lines of the table `[response]`; `nil` for what is not known.
    var members: [(String, String?)] {
        func number(_ value: Double?, _ decimals: Int) -> String? {
            value.flatMap { $0.isFinite ? TomlText.number($0, decimals: decimals) : nil }
        }
        let stops = gains.map { "\($0.value):\(TomlText.number($0.stops, decimals: 3))" }.joined(separator: " ")
        return [
            ("exposure_slope", number(exposureSlope, 3)),
            ("gain_stops", gains.isEmpty ? nil : TomlText.string(stops)), ("mains_hz", mainsFrequency.map { "\($0)" }),
            ("longest_exposure_ms", number(longestExposureMilliseconds, 3)), ("light_stops", number(light, 3)),
            ("needed_light_stops", number(neededLight, 3)), ("darkest_light_stops", number(darkestLight, 3)),
            ("darkest_light_is_bound", isDarkestRead.map { $0 ? "true" : "false" }),
            ("sensor_lux", number(sensorLux, 2)),
        ]
    }

    /// Parses `0:0 128:2 255:4`: the gain's value, and its stops.
    package static func gains(_ text: String) throws(TomlError) -> [Gain] {
        var gains: [Gain] = []
        for word in text.split(separator: " ").prefix(limit) {
            let parts = word.split(separator: ":")
            guard parts.count == 2, let value = Int64(parts[0]), let stops = Double(parts[1]), stops.isFinite,
                gains.last.map({ $0.value < value && $0.stops <= stops }) != false
            else {
                throw TomlError(
                    line: 0, column: 0,
                    message: "response.gain_stops is not a list of VALUE:STOPS, both ascending")
            }
            gains.append(Gain(value: value, stops: stops))
        }
        return gains
    }
}
