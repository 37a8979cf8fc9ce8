// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Output
internal import StoredFiles
internal import Terminal

/// A password or token in a file that only its owner can read. A command line is visible to every user of the machine and
/// never holds one.
enum SecretFile {
    /// The first line.
    static func read(_ path: String) throws(CommandFailure) -> String {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw CommandFailure(VisibleText.escape("cannot read \(path): \(unsafe String(cString: strerror(errno)))"))
        }
        guard status.st_mode & 0o077 == 0 || isCredential(path) else {
            throw CommandFailure(
                VisibleText.escape("cannot use \(path): other users can read it; run chmod 600 \(ShellWord.quoted(path))"))
        }
        let bytes = try failing { () throws(StoreError) in try StoredFile.read(path, limit: 4096) } ?? []
        // Editors add a line end, which is not part of the secret.
        guard let line = bytes.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }).first,
            let text = String(validating: line, as: UTF8.self), !text.utf8.contains(0)
        else { throw CommandFailure(VisibleText.escape("cannot use \(path): its first line is not text")) }
        return text
    }

    /// systemd's credentials are in a folder that only the service can enter, readable for its group by their mode.
    private static func isCredential(_ path: String) -> Bool {
        guard let folder = Console.variable("CREDENTIALS_DIRECTORY"), !folder.isEmpty else { return false }
        return path.hasPrefix(folder + "/")
    }
}
