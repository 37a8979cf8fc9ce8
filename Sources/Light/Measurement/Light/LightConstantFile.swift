// SPDX-License-Identifier: Apache-2.0

internal import Output
internal import StoredFiles
package import Terminal

/// The file of this user's fitted light constants: `$XDG_CONFIG_HOME/candela/light.toml`.
package enum LightConstantFile {
    /// The constant for a camera; the assumed one if none was fitted. A file that cannot be read is reported on standard
    /// error, and the assumed constant is used.
    package static func constant(for camera: String) -> LightConstant {
        // A user without a home folder has no fitted constants.
        guard let folders = try? StateFolders() else { return .assumed }
        do throws(CommandFailure) {
            return try table(folders.lightConstants).constant(for: camera)
        } catch {
            Console.note(error.message)
            return .assumed
        }
    }

    /// Saves a constant for a camera; returns the file's path. The file is replaced atomically.
    package static func keep(_ entry: LightConstantTable.Entry, for camera: String) throws(CommandFailure) -> String {
        let path = try failing { () throws(StoreError) in try StateFolders().lightConstants }
        var table = try table(path)
        table.set(entry, for: camera)
        let bytes = Array(table.text.utf8)
        try failing { () throws(StoreError) in try StoredFile.write(bytes, to: path) }
        return path
    }

    private static func table(_ path: String) throws(CommandFailure) -> LightConstantTable {
        let bytes = try failing { () throws(StoreError) in
            try StoredFile.read(path, limit: LightConstantTable.limit)
        }
        guard let bytes else { return LightConstantTable() }
        do throws(LightConstantTableError) {
            return try LightConstantTable(parsing: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw CommandFailure(
                "cannot read \(VisibleText.escape(path)): line \(error.line): \(error.cause). Fix it, or move it away.")
        }
    }
}
