// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Who is in a group, and what a unit of systemd says: each system keeps these elsewhere.
extension Place {
    /// Puts an account into a group.
    ///
    /// - Parameter title: what it is for, where the command alone does it.
    func join(_ group: String, _ user: String, _ title: String, isRunnable: Bool = true) -> Fix {
        let (name, account) = (Words.shell(group), Words.shell(user))
        if platform.isQube == true {
            return Fix(
                "In a terminal of this qube's template, join the group \(group) there; shut the template down, and start this qube again (what is changed here is lost at its next start)",
                commands: ["sudo usermod -aG \(name) \(account)", "sudo poweroff"], needsRoot: true,
                undo: ["sudo gpasswd -d \(account) \(name)"], isRunnable: false)
        }
        if platform.packages == .guix {
            return Fix(
                "\(title) (Guix: in the account's fields of its configuration; what is changed elsewhere is lost at the next reconfigure)",
                commands: [
                    "# \(Self.guixFile), user-account \(Self.lispText(user)): (supplementary-groups '(\(Self.lispText(group)) ...)), with the groups that are there",
                    Self.guixRebuild,
                ], needsRoot: true, isRunnable: false)
        }
        if platform.isDeclared {
            return Fix(
                "\(title) (NixOS: in its configuration; what is changed elsewhere is lost at the next rebuild)",
                commands: [
                    "# \(Self.nixFile): users.users.\(Self.nixName(user)).extraGroups = [ \(Self.nixText(group)) ];", Self.nixRebuild,
                ], needsRoot: true, isRunnable: false)
        }
        // BusyBox has no usermod.
        if platform.packages == .apk {
            return Fix(
                title, commands: ["sudo addgroup \(account) \(name)"], needsRoot: true, undo: ["sudo delgroup \(account) \(name)"],
                isRunnable: isRunnable)
        }
        let copy = copyGroup(group)
        // usermod knows only the accounts of /etc/passwd; gpasswd asks all services of names.
        let isForeign = foreignAccounts.contains(user)
        let command = isForeign ? "sudo gpasswd -a \(account) \(name)" : "sudo usermod -aG \(name) \(account)"
        return Fix(
            copy == nil
                ? title
                : "\(title). This system may have the group only in its image (/usr/lib/group), where \(isForeign ? "gpasswd" : "usermod") does not find it: copy its line first",
            commands: [copy, command].compactMap(\.self), needsRoot: true,
            undo: ["sudo gpasswd -d \(account) \(name)"], isRunnable: isRunnable)
    }

    /// The command that copies a group out of the image, unless it has been copied; `nil` where that is not needed.
    private func copyGroup(_ group: String) -> String? {
        // A name that is a pattern as well would find others.
        guard platform.keepsGroupsInImage, group != "video" || !hasCopiedVideo, !group.isEmpty,
            group.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        else { return nil }
        return "grep -q '^\(group):' /etc/group || grep '^\(group):' /usr/lib/group | sudo tee -a /etc/group"
    }

    /// The commands that create groups of the system.
    func addGroups(_ groups: [String]) -> [String] {
        if platform.packages == .guix {
            return [
                "# \(Self.guixFile), groups: " + groups.map { "(user-group (name \(Self.lispText($0))) (system? #t))" }.joined(separator: " "),
                Self.guixRebuild,
            ]
        }
        if platform.isDeclared {
            return ["# \(Self.nixFile): " + groups.map { "users.groups.\(Self.nixName($0)) = { };" }.joined(separator: "  "), Self.nixRebuild]
        }
        // BusyBox has no groupadd.
        return groups.map { "sudo \(platform.packages == .apk ? "addgroup -S" : "groupadd --system") \(Words.shell($0))" }
    }

    /// The commands that add lines to a unit of systemd.
    ///
    /// - Parameter lines: as in its file, with the section before them: `[Service]`, `SupplementaryGroups=video`.
    func editUnit(_ unit: String, _ lines: [String], isUser: Bool = false) -> [String] {
        if platform.packages == .guix { return Self.guixService(unit, lines) }
        guard platform.isDeclared else {
            return ["\(isUser ? "systemctl --user" : "sudo systemctl") edit \(Words.shell(unit))   # \(Self.inOneLine(lines))"]
        }
        var section = "service"
        var settings: [String] = []
        for line in lines {
            if line.hasPrefix("[") {
                section = line.filter(\.isLetter).lowercased()
                continue
            }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else { continue }
            if section == "unit", let option = Self.nixOrder[parts[0]] {
                let units = parts[1].split(separator: " ").map { Self.nixText(String($0)) }.joined(separator: " ")
                settings.append("\(Self.nixUnit(unit, isUser)).\(option) = [ \(units) ];")
                continue
            }
            // Lists of several modules are joined; of anything else, the module of the service may have set another value.
            let isList = ["SupplementaryGroups", "DeviceAllow", "RequiresMountsFor"].contains(parts[0])
            let value = isList ? "[ \(Self.nixText(parts[1])) ]" : "lib.mkForce \(Self.nixText(parts[1]))"
            settings.append("\(Self.nixUnit(unit, isUser)).\(section)Config.\(parts[0]) = \(value);")
        }
        return ["# \(Self.nixFile): " + settings.joined(separator: "  "), Self.nixRebuild]
    }

    /// The commands that change what a unit's file says.
    func editWholeUnit(_ unit: String, isUser: Bool = false) -> [String] {
        if platform.packages == .guix { return Self.guixService(unit, []) }
        return platform.isDeclared
            ? ["# \(Self.nixFile): \(Self.nixUnit(unit, isUser))", Self.nixRebuild]
            : ["\(isUser ? "systemctl --user" : "sudo systemctl") edit --full \(Words.shell(unit))"]
    }

    /// `[Unit] A=1  [Service] B=2  C=3`.
    private static func inOneLine(_ lines: [String]) -> String {
        var text = ""
        var isAfterSection = true
        for line in lines {
            if !text.isEmpty { text += isAfterSection ? " " : "  " }
            text += line
            isAfterSection = line.hasPrefix("[")
        }
        return text
    }

    // MARK: Guix

    static let guixFile = "/etc/config.scm"
    static let guixRebuild = "sudo guix system reconfigure \(guixFile)"

    /// Its services are those of the Shepherd, which has no units to edit.
    private static func guixService(_ unit: String, _ lines: [String]) -> [String] {
        let name = unit.hasSuffix(".service") ? String(unit.dropLast(".service".utf8.count)) : unit
        return ["# \(guixFile), services: \(name)\(lines.isEmpty ? "" : ", as \(inOneLine(lines)) of systemd")", guixRebuild]
    }

    /// A text of Scheme.
    static func lispText(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
    }

    // MARK: NixOS

    static let nixFile = "/etc/nixos/configuration.nix"
    static let nixRebuild = "sudo nixos-rebuild switch"

    /// The options for what a unit waits for: lists, to which other modules add. Source: the NixOS manual, "systemd.services".
    private static let nixOrder = ["After": "after", "Before": "before", "Wants": "wants", "Requires": "requires"]

    private static func nixUnit(_ unit: String, _ isUser: Bool) -> String {
        let name = unit.hasSuffix(".service") ? String(unit.dropLast(".service".utf8.count)) : unit
        return "systemd.\(isUser ? "user." : "")services.\(nixName(name))"
    }

    /// A name in a path of attributes. Source: the Nix manual, "Identifiers".
    private static func nixName(_ name: String) -> String {
        let isPlain =
            name.first.map { $0.isASCII && ($0.isLetter || $0 == "_") } == true
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
        return isPlain ? name : nixText(name)
    }

    static func nixText(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("${", with: "\\${") + "\""
    }
}
