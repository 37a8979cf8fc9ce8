// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Studio
import StudioServer
import Testing

@Suite("The studio's own certificate")
final class KeptCertificateTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "candela-tls-\(UUID().uuidString)").path

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func openssl(_ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    @Test("it is kept for this user alone, and is the same the next time")
    func kept() throws {
        let first = try KeptCertificate(in: folder, hosts: ["10.0.0.5", "kiosk"])
        #expect(first.reason != nil)
        for name in ["studio-key.pem", "studio-certificate.pem"] {
            var status = stat()
            #expect(unsafe stat("\(folder)/\(name)", &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
        }
        let second = try KeptCertificate(in: folder, hosts: ["kiosk"])
        #expect(second.reason == nil)
        #expect(second.certificate == first.certificate)
        let third = try KeptCertificate(in: folder, hosts: ["10.0.0.6"])
        #expect(third.reason == "this machine's addresses have changed")
        #expect(third.certificate.fingerprint != first.certificate.fingerprint)
    }

    @Test("one that is damaged or incomplete is replaced")
    func damaged() throws {
        let first = try KeptCertificate(in: folder, hosts: ["kiosk"])
        try Data("nonsense".utf8).write(to: URL(fileURLWithPath: folder + "/studio-certificate.pem"))
        let second = try KeptCertificate(in: folder, hosts: ["kiosk"])
        #expect(second.reason == "the stored one is damaged")
        #expect(second.certificate != first.certificate)
        try FileManager.default.removeItem(atPath: folder + "/studio-key.pem")
        #expect(try KeptCertificate(in: folder, hosts: ["kiosk"]).reason == "there was none")
    }

    @Test("another program reads it as a server's, for these addresses, with this fingerprint")
    func independent() throws {
        let certificate = try KeptCertificate(in: folder, hosts: ["10.0.0.5", "2001:db8::5", "kiosk.local"]).certificate
        let file = folder + "/studio-certificate.pem"
        let text = try openssl("x509", "-in", file, "-noout", "-text", "-fingerprint", "-sha256")
        let fingerprint = try #require(certificate.fingerprint)
        #expect(fingerprint.utf8.count == 95)
        #expect(text.contains("Fingerprint=\(fingerprint)"))
        #expect(text.contains("IP Address:10.0.0.5"))
        #expect(text.contains("IP Address:2001:DB8:0:0:0:0:0:5"))
        #expect(text.contains("DNS:kiosk.local"))
        #expect(text.contains("TLS Web Server Authentication"))
        #expect(text.contains("CA:FALSE"))
        // Signed by itself, and by the key beside it.
        #expect(try openssl("verify", "-CAfile", file, file).contains("OK"))
        let own = try openssl("x509", "-in", file, "-noout", "-pubkey")
        #expect(try openssl("pkey", "-in", folder + "/studio-key.pem", "-pubout") == own)
        #expect(own.hasPrefix("-----BEGIN PUBLIC KEY-----"))
    }
}
