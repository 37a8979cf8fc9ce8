// SPDX-License-Identifier: Apache-2.0

/// An element of GStreamer that a program could not make, and that it needs for its pictures.
package struct MissingElement: Codable, Hashable, Sendable {
    /// `x264enc`.
    package var name: String
    /// What the program wrote, raw.
    package var line: String
    /// The folder of GStreamer's plug-ins in which the one that has the element is not; absent where it was not looked for.
    package var folder: String?
    /// The plug-in's file, if it is there: GStreamer does not load it. Absent in older evidence, and otherwise.
    package var unloadable: String?
    /// Whether the program brings plug-ins of its own, as applications in a sandbox do; absent in older evidence, and otherwise.
    package var isOfApplication: Bool?

    package init(name: String, line: String, folder: String? = nil) {
        self.name = name
        self.line = line
        self.folder = folder
    }
}
