// SPDX-License-Identifier: Apache-2.0

internal import CameraListings
import Glibc

extension CameraListing {
    /// Reads `as=logitech-c920`, one of the installed cameras, or `as=./FILE`, the output of v4l2-ctl in a file.
    static func file(_ name: String) throws(SceneError) -> CameraListing {
        let isPath = name.contains("/") || name.hasSuffix(".txt")
        let paths = isPath ? [name] : folders.map { $0 + "/" + name + ".txt" }
        for path in paths {
            guard let text = contents(path) else { continue }
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
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe readlink("/proc/self/exe", bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        var folders = ["/usr/local/share/candela/cameras", "/usr/share/candela/cameras"]
        if count > 0 {
            let parts = String(decoding: buffer.prefix(count), as: UTF8.self).split(separator: "/").dropLast(2)
            let own = parts.map { "/" + $0 }.joined() + "/share/candela/cameras"
            if !folders.contains(own) { folders.insert(own, at: 0) }
        }
        return folders
    }

    /// At most 1 MB.
    private static func contents(_ path: String) -> String? {
        let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < 1 << 20 {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
            guard count > 0 else { return count == 0 ? String(decoding: bytes, as: UTF8.self) : nil }
            bytes += buffer.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
