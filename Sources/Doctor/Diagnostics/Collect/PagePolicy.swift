// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Finds a page to which a permissions policy forbids the camera: by the header with which a server of this machine sends it, and by what
/// a browser of Chromium's family wrote into its log.
///
/// Source: W3C, Permissions Policy; Chromium's Blink (`ReportPermissionsPolicyViolation`) and its page "How to enable logging". Firefox and
/// browsers on WebKit do not know the header.
struct PagePolicy {
    /// Those of the browser's command.
    let words: [String]
    /// The home of its user.
    let home: String?
    /// Its name as a Flatpak, if it is one.
    let application: String?
    let files: SystemFiles
    let ask: DesktopCollector.Ask

    /// `nil` if nothing tells of a policy, or the command is none of such a browser's.
    func find() -> PagePolicyRecord? {
        guard let browser = InsecurePage.browser(words), ["chrom", "brave", "edge", "vivaldi", "opera", "falkon"].contains(where: browser.contains),
            // Its helpers show nothing.
            !words.contains(where: { $0.hasPrefix("--type=") })
        else { return nil }
        let page = words.dropFirst().lazy.compactMap(InsecurePage.address).first
        var record = PagePolicyRecord(
            opened: page.flatMap(Self.origin), isOnlyPage: words.contains { $0 == "--kiosk" || $0.hasPrefix("--app=") })
        if let page, let origin = record.opened, let header = header(of: page) {
            record.header = PolicyHeader(header, origin: origin).forbidding
            record.isHeaderClear = record.header == nil
        }
        for path in logs {
            guard let text = files.end(path, limit: 1 << 16), let found = Self.violation(in: text.split(whereSeparator: \.isNewline)) else { continue }
            (record.log, record.source) = (path, found.source)
            break
        }
        return record.header == nil && record.log == nil ? nil : record
    }

    /// A refusal that the browser has written down.
    struct Violation {
        /// Where the script came from that had asked.
        var source: String?
    }

    /// The last refusal in lines of such a log; a refusal of what an extension asked for does not count.
    ///
    ///     [5120:5120:0820/091204.402118:INFO:CONSOLE(1)] "[Violation] Permissions policy violation: camera is …", source: https://HOST/app.js (1)
    static func violation(in lines: [Substring]) -> Violation? {
        for line in lines.reversed() where line.contains(":CONSOLE") {
            // A policy that would refuse a frame, if that asked, is a potential one. Before Chromium 88 it had the older name.
            guard line.contains(PagePolicyRecord.words) || line.contains("Feature policy violation: camera is not allowed") else { continue }
            guard let place = line.firstRange(of: "source: ") else { return Violation() }
            let source = line[place.upperBound...].prefix { $0 != " " }
            guard !source.contains("-extension://") else { continue }
            return Violation(source: InsecurePage.address(in: String(source)).flatMap(origin))
        }
        return nil
    }

    /// The files that it logs into, if it was told to log.
    private var logs: [String] {
        guard let option = words.last(where: { $0.hasPrefix("--enable-logging") }), option != "--enable-logging=stderr" else { return [] }
        let own = "--log-file="
        if let path = words.last(where: { $0.hasPrefix(own) })?.dropFirst(own.utf8.count), path.hasPrefix("/") { return [String(path)] }
        return words.first.map { RefusedPages.folder($0, words, home, application).map { $0 + "/chrome_debug.log" } } ?? []
    }

    /// Without a name and a password.
    private static func origin(_ address: Substring) -> String? {
        guard let origin = RefusedPages.origin(address), origin.utf8.count <= 200, let scheme = origin.firstRange(of: "://") else { return nil }
        guard let name = origin.lastIndex(of: "@") else { return origin }
        return String(origin[..<scheme.upperBound] + origin[origin.index(after: name)...])
    }

    /// The header of a page that a server of this machine sends; `nil` for other pages, which are nobody's business, and if it sends
    /// none of that page.
    private func header(of page: Substring) -> String? {
        let page = page.prefix { $0 != "#" }
        guard page.utf8.count <= 1000, !page.contains(where: \.isWhitespace), let origin = Self.origin(page), let (host, port) = Self.place(origin),
            OwnServers.listening(host, port: port, files)?.isEmpty == false
        else { return nil }
        // It may have made its certificate itself. The address is taken as it is, and goes past the user's proxy and settings.
        let curl = ["curl", "-q", "-s", "-I", "-k", "-g", "--noproxy", "*", "--max-time", "3", String(page)]
        guard let answer = ask(curl), answer.utf8.count < 1 << 16 else { return nil }
        let status = answer.split(whereSeparator: \.isNewline).first?.split(separator: " ").dropFirst().first
        return status?.hasPrefix("2") == true ? answer : nil
    }

    /// `http://[::1]:8080` as `::1` and 8080.
    private static func place(_ origin: String) -> (host: String, port: Int)? {
        guard let scheme = origin.firstRange(of: "://") else { return nil }
        let rest = origin[scheme.upperBound...]
        let host = rest.hasPrefix("[") ? rest.prefix { $0 != "]" } + "]" : rest.prefix { $0 != ":" }
        let port = rest.dropFirst(host.count)
        let usual = origin.lowercased().hasPrefix("https") ? 443 : 80
        guard !host.isEmpty, let number = port.isEmpty ? usual : Int(port.dropFirst()) else { return nil }
        return (host.filter { $0 != "[" && $0 != "]" }, number)
    }
}

/// What a server's header says of the camera.
struct PolicyHeader {
    private let lines: [(name: String, value: String)]
    private let origin: String

    /// - Parameters:
    ///   - text: the header as it is sent.
    ///   - origin: of the page itself.
    init(_ text: String, origin: String) {
        self.origin = origin.lowercased()
        lines = text.split(whereSeparator: \.isNewline).compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 ? (parts[0].lowercased(), String(parts[1])) : nil
        }
    }

    /// What forbids the camera to the page itself, as it is sent: `Permissions-Policy: camera=()`; `nil` if nothing does.
    ///
    /// Source: Chromium's permissions_policy_parser.cc: with an error anywhere, nothing of the header counts.
    var forbidding: String? {
        if let policy = StructuredDictionary(value("permissions-policy"))?.members["camera"] {
            // A key alone is a mistake, by which nobody means to forbid.
            return policy.items.contains(.other) || policy.items.contains(where: isAllowing) ? nil : "Permissions-Policy: camera=\(policy.written.prefix(120))"
        }
        // The header's older name and form. An empty list there is the page itself, and the first of several counts.
        let entries = value("feature-policy").split { ",;".contains($0) }.lazy.map { $0.split(whereSeparator: \.isWhitespace) }
        guard let list = entries.first(where: { $0.first == "camera" })?.dropFirst(), !list.isEmpty else { return nil }
        let isAllowed = list.contains { $0.lowercased() == "'self'" || isAllowing(.string(String($0))) }
        return isAllowed ? nil : "Feature-Policy: camera \(list.joined(separator: " ").prefix(120))"
    }

    /// Lines of one name are one list.
    private func value(_ name: String) -> String { lines.filter { $0.name == name }.map(\.value).joined(separator: ",") }

    private func isAllowing(_ item: StructuredDictionary.Item) -> Bool {
        switch item {
        case .token(let word): word == "*" || word == "self"
        // `https://*.example.org` may be this one.
        case .string(let text): text.contains("*") || text.lowercased() == "'self'" || RefusedPages.origin(text[...])?.lowercased() == origin
        case .other: false
        }
    }
}
