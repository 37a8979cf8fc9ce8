// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A fake `/sys/bus/iio/devices` with one device that has these files; deleted at the end.
final class Folder {
    let path: String

    init(_ files: [String: String]) throws {
        path = NSTemporaryDirectory() + "candela-iio-\(UUID().uuidString)"
        let device = path + "/iio:device3"
        try FileManager.default.createDirectory(atPath: device, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: device + "/" + name)) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
