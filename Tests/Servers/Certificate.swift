// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A certificate for this machine that nobody vouches for.
public enum Certificate {
    /// Writes `cert.pem` and `key.pem`.
    public static func make(in folder: URL) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = [
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost", "-keyout", folder.appending(path: "key.pem").path,
            "-out", folder.appending(path: "cert.pem").path,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw POSIXError(.EIO) }
    }
}
