// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Output
internal import SettingsStore
internal import StoredFiles
internal import Studio
internal import StudioServer
internal import Terminal
internal import WebPage

/// The addresses of the page, its encryption, and who may access it.
struct StudioAccess {
    let host: String
    let security: TransportSecurity?
    /// The fingerprint of a self-signed certificate.
    let fingerprint: String?
    let token: AccessToken?
    /// The file that has the token, if one was given, or if nobody would see it on a terminal.
    let tokenFile: String?
    private let isLoopback: Bool
    /// Addresses without brackets, best first.
    private let addresses: [String]
    private let names: [String]
    private let allowed: [String]

    init(_ settings: StudioSettings) throws(CommandFailure) {
        guard let text = settings.listen else {
            (host, isLoopback, addresses, names, allowed) = ("127.0.0.1", true, ["127.0.0.1"], [], [])
            (security, fingerprint, token, tokenFile) = (nil, nil, nil, nil)
            return
        }
        guard let listen = ListenAddress(text) else {
            throw CommandFailure("cannot listen on \(VisibleText.escape(text)): it is not an address")
        }
        host = listen.host
        isLoopback = listen.isLoopback
        allowed = settings.allowedHosts
        addresses = listen.isEvery ? MachineAddresses.all(ipv6: listen.isIPv6) : [listen.host]
        names = Self.ownNames
        // A service's output is a log that others may read: there the token is not printed, so it must be in a file.
        if let file = settings.tokenFile {
            tokenFile = file
        } else {
            tokenFile = Console.outputIsTerminal ? nil : try Self.ownTokenFile()
        }
        token =
            try tokenFile.map { (path) throws(CommandFailure) in try TokenFile.token(path) } ?? AccessToken()
        if let certificate = settings.certificate, let key = settings.key {
            security = try Self.given(certificate, key)
            fingerprint = nil
        } else if settings.isTLS {
            let kept = try Self.own(hosts: addresses + names + allowed.map(Self.withoutPort))
            security = try Self.security(
                Array(kept.certificate.utf8), Array(kept.key.utf8), "the studio's certificate", "the studio's key")
            fingerprint = kept.fingerprint
        } else {
            (security, fingerprint) = (nil, nil)
        }
    }

    var scheme: String { security == nil ? "http" : "https" }

    /// Whether others on the network can read the traffic.
    var isOpenToOthers: Bool { security == nil && !isLoopback }

    func rules(port: Int) -> AccessRules {
        guard let token else { return AccessRules(port: port) }
        var hosts = Set(addresses.map(Self.bracketed) + names)
        if addresses.contains("127.0.0.1") || addresses.contains("::1") { hosts.insert("localhost") }
        let authorities = Set(allowed.filter { Self.bracketed(Self.withoutPort($0)) != $0 })
        hosts.formUnion(allowed.filter { !authorities.contains($0) })
        return AccessRules(hosts: hosts, authorities: authorities, port: port, scheme: scheme, token: token)
    }

    /// The page's addresses without the token, best first.
    func pages(port: Int) -> [String] {
        let usual = security == nil ? 80 : 443
        return addresses.map { "\(scheme)://\(Self.bracketed($0))\(port == usual ? "" : ":\(port)")/" }
    }

    /// Says where the page is, in a service's log, which never has the token.
    func announce(port: Int) {
        guard let page = pages(port: port).first else { return }
        let file = tokenFile.map { "; the token is in \(VisibleText.escape($0))" } ?? ""
        Console.note("the studio is at \(page)\(file)")
        if let fingerprint {
            Console.note("browsers warn about the certificate; accept it if its SHA-256 fingerprint is \(fingerprint)")
        }
        if isOpenToOthers {
            Console.note("without tls, others on the network can read the pictures, the codes and the token")
        }
    }

    // MARK: TLS

    private static func given(_ certificate: String, _ key: String) throws(CommandFailure) -> TransportSecurity {
        func bytes(_ path: String, _ what: String) throws(CommandFailure) -> [UInt8] {
            let bytes = try failing { () throws(StoreError) in try StoredFile.read(path, limit: 1 << 20) }
            guard let bytes else {
                throw CommandFailure("cannot use the \(what) \(VisibleText.escape(path)): there is no such file")
            }
            return bytes
        }
        let pair = (try bytes(certificate, "certificate"), try bytes(key, "key"))
        var status = stat()
        if unsafe stat(key, &status) == 0, status.st_mode & 0o004 != 0 {
            Console.note("every user of this machine can read the key \(VisibleText.escape(key)); run chmod o-r on it")
        }
        return try security(pair.0, pair.1, "the certificate \(certificate)", "the key \(key)")
    }

    private static func security(
        _ certificates: [UInt8], _ key: [UInt8], _ certificateName: String, _ keyName: String
    ) throws(CommandFailure) -> TransportSecurity {
        do throws(TransportSecurity.Failure) {
            return try TransportSecurity(certificates: certificates, key: key)
        } catch {
            let sentence =
                switch error {
                case .certificate(let reason): "cannot use \(certificateName): \(reason)"
                case .key(let reason): "cannot use \(keyName): \(reason)"
                case .library(let reason): "cannot use TLS: \(reason); install libgnutls30"
                case .pair: "cannot use \(certificateName) with \(keyName): the key does not match the certificate"
                }
            throw CommandFailure(VisibleText.escape(sentence))
        }
    }

    private static func own(hosts: [String]) throws(CommandFailure) -> ServerCertificate {
        let folders = try failing { () throws(StoreError) in try StateFolders() }
        let kept = try KeptCertificate(in: folders.state, hosts: hosts)
        if let reason = kept.reason {
            Console.note(
                "created a certificate, because \(reason); it is saved in \(VisibleText.escape(folders.state))")
        }
        return kept.certificate
    }

    private static func ownTokenFile() throws(CommandFailure) -> String {
        let folder = try failing { () throws(StoreError) in try StateFolders() }.state
        try failing { () throws(StoreError) in try StoredFile.makeFolders(folder) }
        return folder + "/studio-token"
    }

    // MARK: Names

    /// The machine's host name, and its mDNS name, by which phones find it.
    private static var ownNames: [String] {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return [] }
        let text = CText.string(buffer)
        guard let name = AllowedHost.parse(text), !name.contains(":") else { return [] }
        return name.contains(".") ? [name] : [name, name + ".local"]
    }

    private static func bracketed(_ address: String) -> String { address.contains(":") ? "[\(address)]" : address }

    /// A host without its port, as in a certificate.
    private static func withoutPort(_ allowed: String) -> String {
        if allowed.hasPrefix("[") { return String(allowed.dropFirst().prefix { $0 != "]" }) }
        return String(allowed.prefix { $0 != ":" })
    }
}
