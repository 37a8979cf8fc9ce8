// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// A firewall of this machine that drops what comes in unless a rule lets it in, as far as files tell.
struct FirewallSigns {
    /// `ufw` or `firewalld`.
    let program: String
    /// `nil` if only root may read them.
    private let rules: [Rule]?

    /// `nil` without one that is known.
    init?(_ files: SystemFiles) {
        if Self.isUFWOn(files) {
            program = "ufw"
            let text = files.text("/etc/ufw/user.rules", limit: 1 << 20) ?? files.text("/lib/ufw/user.rules", limit: 1 << 20)
            rules = text.map { $0.split(separator: "\n").compactMap { Rule($0) } }
        } else if files.process(named: "firewalld") != nil {
            program = "firewalld"
            rules = nil
        } else {
            return nil
        }
    }

    /// Source: ufw(8) and ufw-framework(8).
    private static func isUFWOn(_ files: SystemFiles) -> Bool {
        func has(_ line: String, _ path: String) -> Bool {
            (files.text(path) ?? "").split(separator: "\n").contains { $0.filter { $0 != "\"" && $0 != " " }.lowercased() == line }
        }
        return has("enabled=yes", "/etc/ufw/ufw.conf")
            && ["drop", "reject"].contains { has("default_input_policy=" + $0, "/etc/default/ufw") }
    }

    /// Whether rules let somebody in at these TCP ports; `nil` if that is not known.
    ///
    /// - Parameter all: whether each of them is needed, or one is enough.
    func letsIn(_ ports: [Int], all: Bool) -> Bool? {
        guard let rules else { return nil }
        let open = ports.filter { port in rules.contains { $0.isOf("tcp") && $0.covers(port) } }
        return all ? open.count == ports.count : !open.isEmpty
    }

    /// Whether a rule lets somebody in at ports that a program chooses by itself: `false` if all rules are of single ports, otherwise not
    /// known.
    func letsInAnyPort(_ transport: String) -> Bool? {
        guard let rules, !rules.contains(where: { $0.isOf(transport) && $0.isWide }) else { return nil }
        return false
    }

    /// A rule that lets in, as ufw notes it: `### tuple ### allow tcp 22 0.0.0.0/0 any 0.0.0.0/0 in`.
    private struct Rule {
        let transport: Substring
        let ports: Substring

        init?(_ line: Substring) {
            let words = line.split(separator: " ")
            // What comes behind the direction is a comment; before it can stand the names of applications.
            guard words.count > 9, words[1] == "tuple", ["allow", "limit"].contains(words[3]),
                words[9...].contains(where: { $0 == "in" || $0.hasPrefix("in_") })
            else { return nil }
            transport = words[4]
            ports = words[5]
        }

        func isOf(_ transport: String) -> Bool { self.transport == "any" || self.transport == transport[...] }

        var isWide: Bool { ports == "any" || ports.contains(":") }

        /// `any`, `8000:8100`, `80,443`.
        func covers(_ port: Int) -> Bool {
            ports == "any"
                || ports.split(separator: ",").contains { part in
                    let ends = part.split(separator: ":").compactMap { Int($0) }
                    guard let first = ends.first, let last = ends.last, first <= last else { return false }
                    return (first...last).contains(port)
                }
        }
    }
}

extension NetworkRecord {
    /// Notes the firewall of this machine, if its rules can be read, and none lets in what comes to the ports of a stream, which are others
    /// each time. Those of firewalld are of its zones: that of Fedora Workstation is open from port 1025 on.
    mutating func lookUpFirewall(_ files: SystemFiles) {
        guard let signs = FirewallSigns(files), signs.letsInAnyPort("udp") == false else { return }
        firewall = signs.program
    }
}
