// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// A touch controller on the I²C bus on which a camera's sensor is, as on a Raspberry Pi up to the 4, whose connectors for display and
/// camera share one. Without an interrupt line its driver asks it many times a second.
package struct BusTouch: Codable, Hashable, Sendable {
    /// The sensor's name in sysfs: `10-0010`.
    package var sensor: String
    /// The controller's: `10-0038`.
    package var name: String
    /// What the device tree calls it, `edt-ft5506`: raw.
    package var model: String?
    package var driver: String

    package init(sensor: String, name: String, model: String?, driver: String) {
        self.sensor = sensor
        self.name = name
        self.model = model
        self.driver = driver
    }

    /// Names of drivers, of those that panels for boards' display connectors use. Source: the kernel's drivers/input/touchscreen.
    private static let drivers: Set = [
        "edt_ft5x06", "Goodix-TS", "ili210x_i2c", "ilitek_ts", "st1232-ts", "silead_ts", "elants_i2c", "atmel_mxt_ts", "cyttsp5", "hideep_ts",
        "raydium_ts", "hycon_hy46xx",
    ]

    static func find(beside sensors: [CameraSensor], _ files: SystemFiles) -> [BusTouch] {
        let folder = "/sys/bus/i2c/devices"
        let names = files.names(folder) ?? []
        var found: [BusTouch] = []
        for sensor in sensors where sensor.driver != nil && SensorName.isBusAddress(sensor.name) {
            let bus = sensor.name.prefix { $0 != "-" } + "-"
            for name in names where name.hasPrefix(bus) && SensorName.isBusAddress(name) && found.count < 4 {
                guard let driver = files.linkName("\(folder)/\(name)/driver"), drivers.contains(driver) else { continue }
                found.append(BusTouch(sensor: sensor.name, name: name, model: files.line("\(folder)/\(name)/name"), driver: driver))
            }
        }
        return found
    }

    /// The device of the driver raspberrypi-ts, which reads what the firmware has polled. Source: the kernel's
    /// drivers/input/touchscreen/raspberrypi-ts.c.
    static func ofFirmware(_ files: SystemFiles) -> String? {
        let folder = "/sys/bus/platform/devices"
        return (files.names(folder) ?? []).first { name in
            name.contains("firmware:") && files.linkName("\(folder)/\(name)/driver") == "raspberrypi-ts"
        }
    }
}
