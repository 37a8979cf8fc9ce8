// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Finds the element of GStreamer that a program says it does not have: `no element "x264enc"`. Source: GStreamer's gst/parse/grammar.y.in.
enum MissingElementSigns {
    /// A program that goes on writing has done without it, as with another encoder.
    private static let last = 12

    /// - Parameters:
    ///   - lines: what the program wrote, oldest first.
    ///   - files: of the machine whose plug-ins it uses; `nil` in a container.
    ///   - isRecent: whether the lines are known to be of this run. Of others, only what is still missing counts.
    /// - Returns: `nil` if it says nothing of that, or has the plug-in by now.
    static func find(in lines: [String], files: SystemFiles?, isRecent: Bool = true) -> MissingElement? {
        let ends = lines.filter { !$0.isEmpty }.suffix(last)
        guard let (line, name) = ends.lazy.reversed().compactMap({ line in element(in: line).map { (line, $0) } }).first else { return nil }
        var found = MissingElement(name: name, line: String(line.prefix(300)))
        guard let files else { return found }
        guard let plugin = ElementPlugin(element: name), let folder = files.gstreamerFolders.first else {
            // Plug-ins of makers mostly have the name of their one element.
            found.unloadable = files.gstreamerFolders.first { $0.names.contains("libgst\(name).so") }.map { "\($0.path)/libgst\(name).so" }
            return isRecent ? found : nil
        }
        if files.gstreamerFolders.contains(where: { folder in plugin.fileNames.contains(where: folder.names.contains) }) { return nil }
        found.folder = folder.path
        return found
    }

    private static func element(in line: String) -> String? {
        guard let start = line.firstRange(of: "no element \"") else { return nil }
        let name = String(line[start.upperBound...].prefix { $0 != "\"" })
        guard !name.isEmpty, name.utf8.count <= 64, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        else { return nil }
        // Of other documents than pipelines, programs say the same.
        let isOfPipeline = ["gst", "pipeline"].contains(where: line.lowercased().contains)
        // Those of cameras end so: icamerasrc, libcamerasrc, nvarguscamerasrc.
        return isOfPipeline || name.hasSuffix("camerasrc") || ElementPlugin(element: name) != nil ? name : nil
    }
}
