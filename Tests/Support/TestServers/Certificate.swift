// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A self-signed certificate for localhost.
package enum Certificate {
    /// Writes `cert.pem` and `key.pem`.
    package static func make(in folder: URL) throws {
        let words = [
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost", "-keyout", folder.appending(path: "key.pem").path,
            "-out", folder.appending(path: "cert.pem").path,
        ]
        try TestProgram(words).wait()
        guard FileManager.default.fileExists(atPath: folder.appending(path: "cert.pem").path) else {
            throw POSIXError(.EIO)
        }
    }
}
