// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Finds the page that a browser was started with and that gets no camera from it: one that does not come from a secure context.
///
/// Source: the W3C's recommendation Secure Contexts, "Is origin potentially trustworthy?"; Media Capture and Streams gives no page
/// outside of one a camera.
enum InsecurePage {
    /// The page that the browser of this command was started with, as in `http://192.168.1.5:8080`; `nil` if the browser gives it a
    /// camera, or the command is none of a browser's.
    ///
    /// - Parameters:
    ///   - words: the words of the command.
    ///   - isSure: only if the page is still shown: what a browser was started with for a kiosk or as an application, and addresses of
    ///     the own network, which nobody redirects to https.
    static func find(in words: [String], isSure: Bool = false) -> String? {
        guard browser(words) != nil else { return nil }
        let isKiosk = words.contains { ["--kiosk", "-kiosk"].contains($0) || $0.hasPrefix("--app=") }
        let addresses = words.dropFirst().compactMap(address).filter { $0.lowercased().hasPrefix("http://") }
        let option = "--unsafely-treat-insecure-origin-as-secure="
        let trusted = words.filter { $0.hasPrefix(option) }.flatMap { $0.dropFirst(option.utf8.count).split(separator: ",") }
        for address in addresses {
            guard let (origin, host) = origin(of: address), !trusted.contains(where: { $0 == origin || $0 == origin + "/" }),
                !isSure || isKiosk || isOwnNetwork(host)
            else { continue }
            return origin
        }
        return nil
    }

    /// The address of a page in a word of a command.
    static func address(in word: String) -> Substring? {
        let word = word.hasPrefix("--app=") ? word.dropFirst("--app=".utf8.count) : word[...]
        return ["http://", "https://"].contains { word.lowercased().hasPrefix($0) } ? word : nil
    }

    /// The browser's name; `nil` if it is none.
    static func browser(_ words: [String]) -> String? {
        let program = words.first?.split(separator: "/").last?.lowercased() ?? ""
        // Some distributions name the program after the processor, or cut the name.
        return browsers.contains(program) || program.hasPrefix("chromium-brows") ? program : nil
    }

    private static let browsers: Set = [
        "chromium", "chromium-browser", "chrome", "google-chrome", "google-chrome-stable", "brave", "brave-browser", "firefox",
        "firefox-esr", "firefox-bin", "msedge", "microsoft-edge", "vivaldi", "vivaldi-bin", "opera", "epiphany", "midori", "falkon",
        "surf", "cog", "librewolf", "waterfox",
    ]

    /// The origin and its host, unless it is this machine's own.
    private static func origin(of address: Substring) -> (origin: String, host: String)? {
        let rest = address.dropFirst("http://".utf8.count)
        // Without a name and a password before the host.
        guard let place = rest.prefix(while: { !"/?#".contains($0) }).split(separator: "@").last, !place.isEmpty,
            place.utf8.count <= 100
        else { return nil }
        let host = place.hasPrefix("[") ? place.prefix { $0 != "]" } + "]" : place.prefix { $0 != ":" }
        let small = host.lowercased()
        let isLocal = small == "localhost" || small.hasSuffix(".localhost") || small == "[::1]" || small.hasPrefix("127.")
        return isLocal ? nil : ("http://\(place)", small)
    }

    /// Whether a host is one of the own network: a private address, or a name that no public one is like.
    private static func isOwnNetwork(_ host: String) -> Bool {
        if host.hasPrefix("[fe80") || host.hasPrefix("[fd") { return true }
        let numbers = host.split(separator: ".").compactMap { Int($0) }
        if numbers.count == 4 {
            return numbers[0] == 10 || numbers[0] == 192 && numbers[1] == 168 || numbers[0] == 172 && (16...31).contains(numbers[1])
                || numbers[0] == 169 && numbers[1] == 254
        }
        return !host.contains(".") || [".local", ".lan", ".home", ".internal", ".home.arpa"].contains { host.hasSuffix($0) }
    }
}

extension ClientCollector {
    /// The pages of running browsers, of all users, that get no camera; each once.
    package func insecurePages() -> [InsecurePageRecord] {
        var found: [InsecurePageRecord] = []
        for id in files.processes where found.count < 4 {
            guard let text = files.text("/proc/\(id)/cmdline") else { continue }
            let words = text.split(separator: "\0").map(String.init)
            guard let browser = InsecurePage.browser(words), let origin = InsecurePage.find(in: words, isSure: true),
                !found.contains(where: { $0.origin == origin })
            else { continue }
            found.append(.init(processID: id, program: browser, origin: origin))
        }
        return found
    }
}
