// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An ambient light sensor of the industrial I/O subsystem, common in laptops and tablets.
///
/// Source: the kernel's ABI/testing/sysfs-bus-iio: `in_illuminance_input` is in lux; lux is also (`in_illuminance_raw` +
/// `in_illuminance_offset`) × `in_illuminance_scale`. Some drivers number the channel.
package struct AmbientLightSensor: Hashable, Sendable {
    /// The device's own name. Not trusted: escape before showing.
    package var name: String
    package var lux: Double

    package init(name: String, lux: Double) { (self.name, self.lux) = (name, lux) }

    /// Reads the first sensor that answers; `nil` if there is none.
    ///
    /// - Parameter root: the folder of the devices, for tests.
    package static func read(root: String = "/sys/bus/iio/devices") -> AmbientLightSensor? {
        for number in 0..<64 {
            let folder = "\(root)/iio:device\(number)"
            guard unsafe access(folder, F_OK) == 0 else { continue }
            for channel in ["in_illuminance", "in_illuminance0"] {
                guard let lux = lux(folder + "/" + channel) else { continue }
                return AmbientLightSensor(name: text(folder + "/name") ?? "iio:device\(number)", lux: lux)
            }
        }
        return nil
    }

    private static func lux(_ channel: String) -> Double? {
        if let lux = value(channel + "_input") { return lux }
        guard let raw = value(channel + "_raw") else { return nil }
        let lux = (raw + (value(channel + "_offset") ?? 0)) * (value(channel + "_scale") ?? 1)
        return lux.isFinite && lux >= 0 ? lux : nil
    }

    private static func value(_ path: String) -> Double? {
        guard let number = text(path).flatMap(Double.init), number.isFinite else { return nil }
        return number
    }

    /// The first line of a small file.
    private static func text(_ path: String) -> String? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = unsafe Glibc.read(file, &buffer, buffer.count)
        guard count > 0 else { return nil }
        let line = buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }
        return String(decoding: line, as: UTF8.self)
    }
}
