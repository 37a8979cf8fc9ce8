// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder that looks like sysfs and `/dev`; goes with the object.
final class FakeTree: Sendable {
    let root: String

    init() throws {
        root = NSTemporaryDirectory() + "candela-torch-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func write(_ path: String, _ text: String) throws {
        let whole = root + path
        try FileManager.default.createDirectory(
            atPath: (whole as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: whole))
    }

    func text(_ path: String) throws -> String {
        try String(contentsOf: URL(fileURLWithPath: root + path), encoding: .utf8)
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: root + path) }

    /// A device of a class, as sysfs has it: a folder below its device, and links in both directions.
    func add(_ name: String, of classPath: String, on device: String, _ attributes: [String: String]) throws {
        let folder = device + "/" + classPath.split(separator: "/").last! + "/" + name
        for (attribute, text) in attributes { try write(folder + "/" + attribute, text + "\n") }
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: root + folder + "/device", withDestinationPath: root + device)
        try manager.createDirectory(atPath: root + classPath, withIntermediateDirectories: true)
        try manager.createSymbolicLink(atPath: root + classPath + "/" + name, withDestinationPath: root + folder)
    }

    func addLED(_ name: String, on device: String, brightness: Int = 0, maximum: Int = 15) throws {
        try add(
            name, of: "/sys/class/leds", on: device,
            ["brightness": "\(brightness)", "max_brightness": "\(maximum)", "flash_fault": ""])
    }

    func addNode(_ sysname: String, _ name: String, _ number: String, on device: String) throws {
        try add(sysname, of: "/sys/class/video4linux", on: device, ["dev": number, "name": name])
        try write("/dev/" + sysname, "")
    }

    func addMedia(_ sysname: String, on device: String) throws {
        try add(sysname, of: "/sys/bus/media/devices", on: device, ["dev": "245:0"])
    }
}
