// SPDX-License-Identifier: Apache-2.0

internal import NetworkCameras

/// A certificate that trusting it does not help: it is no longer valid, not yet, or made for another name. The words are those of OpenSSL,
/// GnuTLS and curl.
enum CertificateTrouble {
    private enum Fault { case expired, early, name }

    static func find(_ trouble: NetworkRecord.Trouble, _ network: NetworkRecord) -> Finding? {
        guard trouble.kind == .untrusted, let fault = fault(trouble.cause) else { return nil }
        return Finding(
            .networkUntrusted, .fail, message(fault, network), evidence: [EvidenceLine(network.address, trouble.cause)],
            effect: "somebody else could answer in the camera's place, so nothing is read and no password is sent",
            fixes: fault == .name ? names(network) : [clocks, renewed])
    }

    private static func message(_ fault: Fault, _ network: NetworkRecord) -> String {
        let certificate = "the certificate of \(network.place)"
        return switch fault {
        case .expired: "\(certificate) has expired, or this machine's clock is wrong"
        case .early: "\(certificate) is not yet valid: this machine's clock is behind, or the camera made it with a wrong one"
        case .name: "\(certificate) is made for another name than \(network.host)"
        }
    }

    private static func fault(_ cause: String) -> Fault? {
        let words = cause.lowercased()
        func says(_ signs: [String]) -> Bool { signs.contains { words.contains($0) } }
        if says(["has expired", "certificate expired", "expired certificate"]) { return .expired }
        if says(["not yet valid", "not yet activated"]) { return .early }
        return says(["subject name", "hostname mismatch", "host name mismatch", "ip address mismatch", "does not match target", "name in the certificate does not match"])
            ? .name : nil
    }

    private static let clocks = Fix(
        "Check the date and time of this machine, and those on the camera's own page: both count", commands: ["date"], isRunnable: false)

    private static let renewed = Fix(
        "If they are right: let the camera, or the server in front of it, make or get a new certificate (its page, or the program that renews it, such as certbot), and restart it"
    )

    private static func names(_ network: NetworkRecord) -> [Fix] {
        let isVideo = network.address.hasPrefix("rtsp")
        let server = network.hasPort ? network.place : network.place + (isVideo ? ":322" : ":443")
        return [
            Fix(
                "See which names are in the certificate, and use the camera by that name; if this machine does not know it, add a line with address and name to /etc/hosts",
                commands: ["openssl s_client -connect \(Words.shell(server)) </dev/null | openssl x509 -noout -subject -ext subjectAltName"],
                isRunnable: false),
            Fix("Or let the camera make a new certificate for \(network.host), on its own page"),
        ]
    }
}
