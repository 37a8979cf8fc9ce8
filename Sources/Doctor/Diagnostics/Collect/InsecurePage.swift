// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// A page that a running browser was started with, and that gets no camera from it.
package struct InsecurePageRecord: Codable, Hashable, Sendable {
    package var processID: Int
    /// The browser's name: `chromium`.
    package var program: String
    /// `http://192.168.1.5:8080`
    package var origin: String

    package init(processID: Int, program: String, origin: String) {
        self.processID = processID
        self.program = program
        self.origin = origin
    }
}

/// Finds the page that a browser was started with and that gets no camera from it: one that does not come from a secure context.
///
/// Source: the W3C's recommendation Secure Contexts, "Is origin potentially trustworthy?"; Media Capture and Streams gives no page
/// outside of one a camera.
enum InsecurePage {
    /// The scheme, host and port of the page, as in `http://192.168.1.5:8080`; `nil` if the browser gives it a camera, or the
    /// command is none of a browser's.
    ///
    /// - Parameter words: the words of the command.
    static func find(in words: [String]) -> String? {
        guard let program = words.first?.split(separator: "/").last?.lowercased(),
            browsers.contains(where: { program.hasPrefix($0) })
        else { return nil }
        // Chromium's --app=URL, a bare address elsewhere.
        let addresses = words.dropFirst().compactMap { word -> Substring? in
            if word.lowercased().hasPrefix("http://") { return word[...] }
            return word.lowercased().hasPrefix("--app=http://") ? word.dropFirst("--app=".utf8.count) : nil
        }
        let trusted = words.filter { $0.hasPrefix("--unsafely-treat-insecure-origin-as-secure=") }
        for address in addresses {
            guard let origin = origin(of: address), !trusted.contains(where: { $0.contains(origin) }) else { continue }
            return origin
        }
        return nil
    }

    private static let browsers = [
        "chrom", "google-chrome", "brave", "firefox", "msedge", "microsoft-edge", "vivaldi", "opera", "epiphany", "midori",
        "falkon", "surf", "cog", "librewolf", "waterfox",
    ]

    /// The origin, unless it is this machine's own.
    private static func origin(of address: Substring) -> String? {
        let rest = address.dropFirst("http://".utf8.count)
        // Without a name and a password before the host.
        guard let place = rest.prefix(while: { !"/?#".contains($0) }).split(separator: "@").last, !place.isEmpty else { return nil }
        let host: Substring
        if place.hasPrefix("[") {
            host = place.prefix { $0 != "]" } + "]"
        } else {
            host = place.prefix { $0 != ":" }
        }
        let small = host.lowercased()
        let isLocal =
            small == "localhost" || small.hasSuffix(".localhost") || small == "[::1]" || small.hasPrefix("127.")
        return isLocal || place.utf8.count > 100 ? nil : "http://\(place)"
    }
}

extension ClientCollector {
    /// The pages of running browsers, of all users, that get no camera; each once.
    package func insecurePages() -> [InsecurePageRecord] {
        var found: [InsecurePageRecord] = []
        for id in (files.names("/proc") ?? []).compactMap({ Int($0) }).sorted() where found.count < 4 {
            guard let text = files.text("/proc/\(id)/cmdline") else { continue }
            let words = text.split(separator: "\0").map(String.init)
            guard let origin = InsecurePage.find(in: words), !found.contains(where: { $0.origin == origin }) else { continue }
            found.append(.init(processID: id, program: String(words[0].split(separator: "/").last ?? ""), origin: origin))
        }
        return found
    }
}
