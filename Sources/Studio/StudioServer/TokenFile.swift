// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Output
internal import StoredFiles
package import Terminal
package import WebPage

/// A token kept in a file, so that it survives restarts: a kiosk's browser keeps the address with the token.
package enum TokenFile {
    private static let largest = 4096

    /// The token in a file. If there is no file, makes one with a new token.
    ///
    /// - Throws: if other users could have read or written the file, or if it contains no valid token.
    package static func token(_ path: String) throws(CommandFailure) -> AccessToken {
        if let token = try read(path) { return token }
        let token = AccessToken()
        do throws(StoreError) {
            try StoredFile.write(Array((token.text + "\n").utf8), to: path, mode: 0o600, placing: .exclusive)
        } catch {
            // Another process made the file at the same moment.
            guard error.errno == EEXIST, let other = try read(path) else {
                throw failure("cannot store the token: \(error.description)")
            }
            return other
        }
        return token
    }

    /// `nil` if there is no file.
    private static func read(_ path: String) throws(CommandFailure) -> AccessToken? {
        let what = "cannot use the token file \(path)"
        // Non-blocking: it may be a pipe.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("\(what): \(unsafe String(cString: strerror(errno)))")
        }
        defer { close(file) }
        // Check the open file: meanwhile the name could refer to another.
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw failure("\(what): it is not a regular file")
        }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw failure("\(what): it belongs to another user; use a file of your own")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw failure(
                "\(what): other users can read or change it; run chmod 600 on it, and replace the token if they "
                    + "may have read it")
        }
        let bytes: [UInt8]
        do throws(StoreError) {
            bytes = try StoredFile.readStream(file, limit: largest)
        } catch {
            throw failure("\(what): it cannot be read, or is too large")
        }
        let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard text.count == 1, let token = AccessToken(String(text[0])) else {
            throw failure(
                "\(what): it must hold one word of at least \(AccessToken.fewest) letters, digits, - and _; remove it "
                    + "to get a new one")
        }
        return token
    }

    private static func failure(_ sentence: String) -> CommandFailure {
        CommandFailure(VisibleText.escape(sentence))
    }
}
