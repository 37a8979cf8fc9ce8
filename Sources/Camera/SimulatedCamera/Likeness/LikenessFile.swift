// SPDX-License-Identifier: Apache-2.0

internal import CameraListings
internal import UserSession

extension CameraListing {
    /// Reads `as=logitech-c920`, one of the installed cameras, or `as=./FILE`, the output of v4l2-ctl in a file.
    static func file(_ name: String) throws(SceneError) -> CameraListing {
        let isPath = name.contains("/") || name.hasSuffix(".txt")
        let paths = isPath ? [name] : folders.map { $0 + "/" + name + ".txt" }
        for path in paths {
            guard let text = SystemFiles().text(path, limit: 1 << 20) else { continue }
            let stem = path.split(separator: "/").last.map { $0.hasSuffix(".txt") ? $0.dropLast(4) : $0 } ?? ""
            let listing = CameraListing(name: String(stem), text: text)
            guard !listing.controls.isEmpty || listing.nodes.contains(where: { !$0.formats.isEmpty }) else {
                throw SceneError(
                    .invalidValue,
                    "cannot simulate the camera in \(SceneError.quoted(path)): it lists neither controls nor formats; give "
                        + "the output of `v4l2-ctl --all --list-ctrls-menus --list-formats-ext`")
            }
            return listing
        }
        throw SceneError(
            .invalidValue,
            "cannot find the camera \(SceneError.quoted(name)): "
                + (isPath
                    ? "the file cannot be read"
                    : "it is not in \(folders.joined(separator: ", ")); give a file with as=./FILE"))
    }

    /// Beside the program, and where packages put them.
    private static var folders: [String] {
        var folders = ["/usr/local/share/candela/cameras", "/usr/share/candela/cameras"]
        if let program = SystemFiles().resolved("/proc/self/exe") {
            let own = program.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/share/candela/cameras"
            if !folders.contains(own) { folders.insert(own, at: 0) }
        }
        return folders
    }
}
