// SPDX-License-Identifier: Apache-2.0

internal import Output
internal import StoredFiles
package import Terminal

/// The certificate the studio made for itself, kept from run to run: who has compared its fingerprint need not again.
package struct KeptCertificate: Sendable {
    package let certificate: ServerCertificate
    /// Why it is a new one; `nil` where it is the one that was kept.
    package let reason: String?

    private static let largest = 64 << 10

    /// The one that is kept, if it does for these hosts, else a new one.
    ///
    /// - Parameter folder: where both files are, readable by this user alone.
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
        let problem = kept.map { $0.problem(hosts: hosts) } ?? "none was kept"
        if let kept, problem == nil {
            (certificate, reason) = (kept, nil)
            return
        }
        do {
            let made = try ServerCertificate(hosts: hosts)
            // The key first: without its certificate it is made anew, beside another's certificate it would be used.
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
