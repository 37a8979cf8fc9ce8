// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// A module of virtual cameras that gives them one size of picture, set when it is loaded, such as DroidCam's `v4l2loopback_dc`.
/// Source: dev47apps/droidcam-linux-client, v4l2loopback/v4l2loopback-dc.c.
package struct FixedVirtualSize: Codable, Hashable, Sendable {
    /// `v4l2loopback_dc`.
    package var module: String
    /// The size with which it is loaded now.
    package var width: Int
    package var height: Int
    /// The file of modprobe.d that sets the size; `nil` if none does.
    package var file: String?
    /// The size that the file sets, `1280x720`, if that is another one: it was changed and the module not loaded again.
    package var configured: String?

    package init(module: String, width: Int, height: Int) {
        self.module = module
        self.width = width
        self.height = height
    }

    /// Those of modules that are loaded. The usual module has no such parameters: its cameras have the size that they are fed with.
    static func find(_ files: SystemFiles) -> [Self] {
        ["v4l2loopback_dc", "v4l2loopback"].compactMap { module in
            func parameter(_ name: String) -> Int? {
                files.line("/sys/module/\(module)/parameters/\(name)").flatMap { Int($0) }.flatMap { (1...32768).contains($0) ? $0 : nil }
            }
            guard let width = parameter("width"), let height = parameter("height") else { return nil }
            var found = Self(module: module, width: width, height: height)
            guard let line = line(for: module, files) else { return found }
            found.file = line.file
            let configured = (value("width", in: line.words) ?? width, value("height", in: line.words) ?? height)
            if configured != (width, height) { found.configured = "\(configured.0)x\(configured.1)" }
            return found
        }
    }

    /// The last line of options for a module that names its size. Hyphens and underscores are the same there.
    private static func line(for module: String, _ files: SystemFiles) -> (file: String, words: [Substring])? {
        files.configurationLines(in: "/etc/modprobe.d").lazy.map { file, line in (file, line.split { $0 == " " || $0 == "\t" }) }.last { _, words in
            words.count > 2 && words[0] == "options" && String(words[1]).replacing("-", with: "_") == module
                && words.contains { $0.hasPrefix("width=") || $0.hasPrefix("height=") }
        }
    }

    private static func value(_ name: String, in words: [Substring]) -> Int? {
        words.last { $0.hasPrefix(name + "=") }.flatMap { Int($0.dropFirst(name.utf8.count + 1)) }.flatMap { (1...32768).contains($0) ? $0 : nil }
    }
}
