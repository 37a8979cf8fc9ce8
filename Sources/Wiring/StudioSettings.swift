// SPDX-License-Identifier: Apache-2.0

/// What `candela studio` was asked, as it hands it to the program that serves the page.
package struct StudioSettings: Hashable, Sendable {
    /// As the user named it; `nil` for the best there is.
    package var camera: String?
    package var format: String?
    package var size: String?
    package var framesPerSecond: String?
    /// A list as `--symbology` takes it; `nil` for the usual ones.
    package var symbology: String?
    package var effort: String?
    package var session: String?
    package var catalogue: String?
    package var keepsHistory = true
    package var isInProcess = false
    package var opensBrowser = false
    /// 0 for any that is free.
    package var port = 8347
    /// The address to listen on, without a port; `nil` for this machine alone, and then no token is needed.
    package var listen: String?
    package var tokenFile: String?
    package var isTLS = false
    package var certificate: String?
    package var key: String?
    /// As `AllowedHost` gives them.
    package var allowedHosts: [String] = []
    package var version: String

    package init(version: String) { self.version = version }

    private typealias Text = any WritableKeyPath<StudioSettings, String?> & Sendable
    private typealias Truth = any WritableKeyPath<StudioSettings, Bool> & Sendable
    private static let texts: [(String, Text)] = [
        ("camera", \.camera), ("format", \.format), ("size", \.size), ("fps", \.framesPerSecond),
        ("symbology", \.symbology), ("effort", \.effort), ("session", \.session), ("catalogue", \.catalogue),
        ("listen", \.listen), ("token-file", \.tokenFile), ("certificate", \.certificate), ("key", \.key),
    ]
    private static let truths: [(String, Truth)] = [
        ("history", \.keepsHistory), ("in-process", \.isInProcess), ("open", \.opensBrowser),
        ("tls", \.isTLS),
    ]

    /// As arguments of the other program: `key=value`, each one argument.
    package var arguments: [String] {
        Self.texts.compactMap { key, path in self[keyPath: path].map { "\(key)=\($0)" } }
            + Self.truths.map { key, path in "\(key)=\(self[keyPath: path])" }
            + allowedHosts.map { "allow-host=\($0)" } + ["port=\(port)", "version=\(version)"]
    }

    /// `nil` for what no `arguments` are.
    package init?(arguments: [String]) {
        self.init(version: "")
        for argument in arguments {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            let (key, value) = (String(parts[0]), String(parts[1]))
            if let (_, path) = Self.texts.first(where: { $0.0 == key }) {
                self[keyPath: path] = value
            } else if let (_, path) = Self.truths.first(where: { $0.0 == key }), let truth = Bool(value) {
                self[keyPath: path] = truth
            } else if key == "port", let port = UInt16(value) {
                self.port = Int(port)
            } else if key == "allow-host" {
                allowedHosts.append(value)
            } else if key == "version" {
                version = value
            } else {
                return nil
            }
        }
        guard !version.isEmpty else { return nil }
    }
}
