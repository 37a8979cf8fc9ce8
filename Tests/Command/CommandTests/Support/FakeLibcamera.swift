// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestConditions
import Testing

/// A plugin in the place of the one for libcamera: see `Fakes/fake-libcamera.c`.
enum FakeLibcamera {
    static let id = "/base/soc/i2c0mux/i2c@1/imx708@1a"
    static let name = "libcamera:" + id

    /// Compiles it, and returns the environment in which the command finds it and sees `picture`.
    static func environment(
        in folder: TemporaryFolder, seeing picture: TestPicture, light: Double = 1
    ) throws -> [String: String] {
        let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let source = project.appending(path: "Fakes/fake-libcamera.c")
        let root = project.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let plugins = folder.path + "/plugins"
        try FileManager.default.createDirectory(atPath: plugins, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/cc")
        process.arguments = [
            "-O2", "-shared", "-fPIC", "-o", plugins + "/libcandela-libcamera.so",
            "-I" + root.appending(path: "Sources/Foreign/CLibcamera/include").path, source.path, "-lm",
        ]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CommandRunner.Failure(description: "\(source.path) does not compile")
        }
        return [
            "CANDELA_PLUGIN_DIR": plugins, "FAKE_LIBCAMERA_PICTURE": try folder.write(picture, "seen.pgm"),
            "FAKE_LIBCAMERA_LIGHT": "\(light)", "XDG_CONFIG_HOME": folder.path + "/config",
            "XDG_STATE_HOME": folder.path + "/state",
        ]
    }

    static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/cc")
}
