// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// What a service or container wrote of I²C buses: of one that it did not find, and of requests to a camera's sensor that failed.
enum BusSigns {
    /// The first bus that one of these lines misses, if its file is missing now.
    ///
    /// `` Error: Could not open file `/dev/i2c-0' or `/dev/i2c/0': No such file or directory `` (i2c-tools), `FileNotFoundError: [Errno 2] No
    /// such file or directory: '/dev/i2c-1'` (smbus).
    static func absentBus(in lines: [String], _ files: SystemFiles) -> AbsentBus? {
        for line in lines where line.lowercased().contains("no such file") {
            guard let place = line.firstRange(of: "/dev/i2c-") else { continue }
            let digits = line[place.upperBound...].prefix { $0.isASCII && $0.isNumber }
            guard let number = Int(digits), number < 256, files.isMissing("/dev/i2c-\(number)") else { continue }
            let others = (files.names("/dev") ?? []).filter { $0.hasPrefix("i2c-") }.compactMap { Int($0.dropFirst(4)) }.filter { (0..<256).contains($0) }
            return AbsentBus(number: number, isKnown: files.exists("/sys/bus/i2c/devices/i2c-\(number)"), others: Array(others.sorted().prefix(16)))
        }
        return nil
    }

    /// The last lines of libcamera about a sensor that did not take a control because of its bus, `'imx219 10-0010': Unable to set control
    /// 0x00980911: Input/output error`. Source: libcamera's src/libcamera/v4l2_device.cpp; EIO, EREMOTEIO, ETIMEDOUT, ENXIO.
    static func sensorErrors(in lines: [String]) -> [String]? {
        let found = lines.filter { line in
            guard let mark = line.firstRange(of: "': Unable to set control"), SensorName.address(inRefusal: line) != nil else { return false }
            let reason = line[mark.upperBound...].lowercased()
            return ["input/output", "input-/output", "remote i/o", "timed out", "no such device or address"].contains(where: reason.contains)
        }
        return found.isEmpty ? nil : Array(found.suffix(3))
    }
}
