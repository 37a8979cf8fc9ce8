// SPDX-License-Identifier: Apache-2.0

internal import Output
internal import StoredFiles
package import Terminal

/// The studio's self-signed certificate, kept between runs, so that users need to compare its fingerprint only once.
package struct KeptCertificate: Sendable {
    package let certificate: ServerCertificate
    /// Why a new one was made, as a clause; `nil` if the stored one is used.
    package let reason: String?

    private static let largest = 64 << 10

    /// The stored certificate if it is usable for these hosts, otherwise a new one.
    ///
    /// - Parameter folder: holds both files, readable only by this user.
    package init(in folder: String, hosts: [String]) throws(CommandFailure) {
        let (certificateFile, keyFile) = (folder + "/studio-certificate.pem", folder + "/studio-key.pem")
        let kept: ServerCertificate?
        do throws(StoreError) {
            let certificate = try StoredFile.read(certificateFile, limit: Self.largest)
            let key = try StoredFile.read(keyFile, limit: Self.largest)
            kept = certificate.flatMap { certificate in
                key.map { key in
                    ServerCertificate(
                        certificate: String(decoding: certificate, as: UTF8.self),
                        key: String(decoding: key, as: UTF8.self))
                }
            }
        } catch {
            throw CommandFailure(VisibleText.escape(error.description))
        }
        let problem = kept.map { $0.problem(hosts: hosts) } ?? "there was none"
        if let kept, problem == nil {
            (certificate, reason) = (kept, nil)
            return
        }
        do {
            let made = try ServerCertificate(hosts: hosts)
            // Remove the old certificate first: a key without a certificate is replaced; with another's certificate it
            // would be used.
            try StoredFile.remove(certificateFile)
            try StoredFile.write(Array(made.key.utf8), to: keyFile)
            try StoredFile.write(Array(made.certificate.utf8), to: certificateFile)
            (certificate, reason) = (made, problem)
        } catch let error as StoreError {
            throw CommandFailure(VisibleText.escape(error.description))
        } catch {
            throw CommandFailure("cannot make a certificate: \(VisibleText.escape("\(error)"))")
        }
    }
}
