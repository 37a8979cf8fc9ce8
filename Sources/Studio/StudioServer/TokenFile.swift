// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Output
internal import StoredFiles
package import Terminal
package import WebPage

/// A token that stays the same over restarts: a kiosk's browser keeps the address that carries it.
package enum TokenFile {
    private static let largest = 4096

    /// The token a file holds; makes the file, with a new one, where there is none.
    ///
    /// - Throws: where others could have read or written it, or what it holds is too short to be one.
    package static func token(_ path: String) throws(CommandFailure) -> AccessToken {
        if let token = try read(path) { return token }
        let token = AccessToken()
        do throws(StoreError) {
            try StoredFile.write(Array((token.text + "\n").utf8), to: path, mode: 0o600, placing: .exclusive)
        } catch {
            // Somebody made it in the same moment.
            guard error.errno == EEXIST, let other = try read(path) else {
                throw failure("cannot keep the token: \(error.description)")
            }
            return other
        }
        return token
    }

    /// `nil` where there is no file.
    private static func read(_ path: String) throws(CommandFailure) -> AccessToken? {
        let what = "cannot use the token file \(path)"
        // Without blocking: it may be a pipe.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("\(what): \(unsafe String(cString: strerror(errno)))")
        }
        defer { close(file) }
        // Of what is open: a name could be given to another file meanwhile.
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw failure("\(what): it is no regular file")
        }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw failure("\(what): it is another user's; name a file of your own")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw failure(
                "\(what): others on this machine can read or change it; run chmod 600 on it, and give it a new token if "
                    + "they may have")
        }
        let bytes: [UInt8]
        do throws(StoreError) {
            bytes = try StoredFile.readStream(file, limit: largest)
        } catch {
            throw failure("\(what): it cannot be read, or is too large to be one")
        }
        let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard text.count == 1, let token = AccessToken(String(text[0])) else {
            throw failure(
                "\(what): it is to hold one word of \(AccessToken.fewest) or more letters, digits, - and _; remove it, and a "
                    + "new one is made")
        }
        return token
    }

    private static func failure(_ sentence: String) -> CommandFailure {
        CommandFailure(VisibleText.escape(sentence))
    }
}
