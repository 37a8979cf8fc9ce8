// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Output
internal import Studio
internal import WebPage

/// Who beyond this machine reaches the studio.
struct StudioAccessOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Listen on this address of the machine, 0.0.0.0 or [::] for all, with or without a port. A token is needed then.",
            valueName: "address[:port]"))
    var listen: ListenAddress?

    @Option(
        help: ArgumentHelp(
            "Keep the token in this file, so that a studio started anew has the same; made if it is not there.",
            valueName: "file"))
    var tokenFile: String?

    @Flag(help: "Serve by HTTPS, with a certificate of its own where none is named; its fingerprint is printed.")
    var tls = false

    @Option(
        help: ArgumentHelp("The certificate for --tls, as PEM, with those that lead to its root.", valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("The key of that certificate, as PEM, without a password.", valueName: "file"))
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "A further name by which browsers ask for it: of a proxy, say. May be repeated.", valueName: "name[:port]"))
    var allowHost: [String] = []

    func validate() throws {
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            let (given, missing) = tlsKey == nil ? ("certificate", "key") : ("key", "certificate")
            throw ValidationError("cannot use --tls-\(given) alone: name the other file with --tls-\(missing)")
        }
        for name in allowHost where AllowedHost.parse(name) == nil {
            throw ValidationError(
                "cannot allow the host \(VisibleText.escape(name)): it is to be a name or an address, with or without a port"
            )
        }
        if listen == nil, tls || tlsCertificate != nil || tokenFile != nil || !allowHost.isEmpty {
            throw ValidationError(
                "cannot use --tls, --token-file and --allow-host alone: on this machine nothing of it is needed; name an "
                    + "address with --listen")
        }
        if let tokenFile, tokenFile.isEmpty { throw ValidationError("cannot use --token-file: it names no file") }
    }

    func fill(_ settings: inout StudioSettings) {
        settings.listen = listen.map { $0.isIPv6 ? "[\($0.host)]" : $0.host }
        settings.tokenFile = tokenFile
        settings.isTLS = tls || tlsCertificate != nil
        settings.certificate = tlsCertificate
        settings.key = tlsKey
        settings.allowedHosts = allowHost.compactMap { AllowedHost.parse($0) }
    }
}

extension ListenAddress: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}
