// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Output
internal import Studio
internal import WebPage

/// The options for access to the studio from other machines.
struct StudioAccessOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Listen on this address of the machine, 0.0.0.0 or [::] for all, with or without a port. Browsers then need a "
                + "token.",
            valueName: "address[:port]"))
    var listen: ListenAddress?

    @Option(
        help: ArgumentHelp(
            "Read the token from this file, so that it stays the same after a restart. Create the file if it is missing.",
            valueName: "file"))
    var tokenFile: String?

    @Flag(help: "Use HTTPS. Without --tls-certificate the studio creates a certificate and prints its fingerprint.")
    var tls = false

    @Option(
        help: ArgumentHelp("Use this certificate chain for --tls, as PEM.", valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("Use this key of the certificate, as PEM, without a password.", valueName: "file"))
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "Accept requests for this host name too, for example of a proxy. May be repeated.",
            valueName: "name[:port]"))
    var allowHost: [String] = []

    func validate() throws {
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            let (given, missing) = tlsKey == nil ? ("certificate", "key") : ("key", "certificate")
            throw ValidationError("cannot use --tls-\(given) without --tls-\(missing)")
        }
        for name in allowHost where AllowedHost.parse(name) == nil {
            throw ValidationError(
                "cannot allow the host \(VisibleText.escape(name)): give a name or an address, with or without a port")
        }
        if listen == nil, tls || tlsCertificate != nil || tokenFile != nil || !allowHost.isEmpty {
            throw ValidationError(
                "cannot use --tls, --token-file or --allow-host without --listen: access from this machine does not need "
                    + "them; name an address with --listen")
        }
        if let tokenFile, tokenFile.isEmpty {
            throw ValidationError("cannot use --token-file: the file name is empty")
        }
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
