// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// The parameter `trigger_mode` of a sensor's driver, where it makes all of the driver's sensors wait for pulses.
package struct SensorTriggerParameter: Codable, Hashable, Sendable {
    /// The driver, such as `imx296`.
    package var driver: String
    package var value: Int
    /// The value with which the sensors take pictures by themselves.
    package static let free = 0

    package init(driver: String, value: Int) {
        self.driver = driver
        self.value = value
    }

    package var file: String { Self.file(driver) }

    private static func file(_ driver: String) -> String { "/sys/module/\(driver)/parameters/trigger_mode" }

    /// The drivers of Raspberry Pi's kernels that have it, and which of its values wait: 1 of imx477 gives the pulses to others.
    /// Source: MODULE_PARM_DESC in the drivers.
    private static let waiting: [(driver: String, values: Set<Int>)] = [("imx296", [1]), ("imx477", [2])]

    /// The first driver whose sensors wait; `nil` if none does.
    static func find(_ files: SystemFiles) -> SensorTriggerParameter? {
        waiting.lazy.compactMap { driver, values in
            guard let value = files.line(file(driver)).flatMap({ Int($0) }), values.contains(value) else { return nil }
            return SensorTriggerParameter(driver: driver, value: value)
        }.first
    }
}
