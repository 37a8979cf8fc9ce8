// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UdevRules
internal import UserSession

/// Finds a keyboard on USB that somebody reads by `/dev/hidraw*`: a hand-held scanner, known or so called by an administrator's rule, or a
/// device that may be one.
struct RawKeyboards {
    let files: SystemFiles

    /// A rule of an administrator's that gives the hidraw nodes of one kind of device to others than root.
    private struct Rule {
        var file: String
        var line: RuleLine
        /// The comment above it, and the names of links that it makes.
        var words: String
    }

    /// The scanner, if no other way has found one, and who reads the keyboard.
    func find(_ known: HandScanner?) -> (scanner: HandScanner?, keyboard: RawKeyboard?) {
        if let known { return (known, keyboard(known, rules.first { Self.is($0, for: known.identifier) }, isKnown: true)) }
        // Most machines have none, and need no look at their devices.
        let rules = rules
        guard !rules.isEmpty else { return (nil, nil) }
        let named = rules.filter { HandScanner.saysScan($0.words) }
        if let scanner = HandScanner.typing(files, isWanted: { id, _ in named.contains { Self.is($0, for: id) } }) {
            return (scanner, keyboard(scanner, named.first { Self.is($0, for: scanner.identifier) }, isKnown: true))
        }
        // Keyboards with lamps, and keys of security, have further interfaces or say what they are.
        let other = HandScanner.typing(files) { id, interfaces in interfaces == 1 && rules.contains { Self.is($0, for: id) } }
        guard let other, other.title.map(Self.isOther) != true else { return (nil, nil) }
        return (nil, keyboard(other, rules.first { Self.is($0, for: other.identifier) }, isKnown: false))
    }

    private static func isOther(_ title: String) -> Bool {
        let words = title.lowercased()
        return ["key", "mouse", "receiver", "pad", "pedal", "rfid", "nfc", "card", "token"].contains(where: words.contains)
    }

    /// - Parameter isKnown: whether it is a scanner; of another device, only a program that reads it now tells that somebody does.
    private func keyboard(_ scanner: HandScanner, _ rule: Rule?, isKnown: Bool) -> RawKeyboard? {
        guard scanner.mode == nil, let node = scanner.rawNode else { return nil }
        var found = RawKeyboard(title: scanner.title, identifier: scanner.identifier, node: node)
        found.input = scanner.node
        found.rule = rule?.file
        found.reader = reader(of: node)
        return found.reader != nil || isKnown && rule != nil ? found : nil
    }

    private func reader(of node: String) -> RawKeyboard.Reader? {
        files.processes.reversed().lazy.compactMap { process in
            guard files.openFiles(of: process).contains(node), let name = files.line("/proc/\(process)/comm") else { return nil }
            return RawKeyboard.Reader(processID: process, name: name)
        }.first
    }

    private var rules: [Rule] {
        let folder = "/etc/udev/rules.d"
        return (files.names(folder) ?? []).filter { $0.hasSuffix(".rules") }.prefix(64).flatMap { name -> [Rule] in
            guard let text = files.text("\(folder)/\(name)"), text.contains("hidraw") else { return [] }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return RuleParser.parse(text).filter(Self.opensRaw).map { line in
                let comment = lines.prefix(max(0, line.number - 1)).reversed().prefix { !$0.allSatisfy(\.isWhitespace) }.filter { $0.hasPrefix("#") }
                let links = line.assignments.filter { $0.key == "SYMLINK" }.map(\.value)
                return Rule(file: "\(folder)/\(name)", line: line, words: ([name] + links + comment.map(String.init)).joined(separator: "\n"))
            }
        }
    }

    private static func opensRaw(_ line: RuleLine) -> Bool {
        line.matches.contains { ["KERNEL", "SUBSYSTEM", "SUBSYSTEMS"].contains($0.key) && $0.operation == .equal && $0.value.contains("hidraw") }
            && line.assignments.contains { $0.key == "MODE" || $0.key == "GROUP" || $0.key == "TAG" && $0.value == "uaccess" }
    }

    /// Whether a rule names both ids of a device, `0581:011a`; `KERNELS` has them in upper case, behind the bus.
    private static func `is`(_ rule: Rule, for identifier: String) -> Bool {
        let ids = identifier.split(separator: ":").map(String.init)
        guard ids.count == 2 else { return false }
        func names(_ attributes: [String], _ id: String) -> Bool {
            rule.line.matches.contains { token in
                token.operation == .equal && token.attribute.map(attributes.contains) == true && (token.holds(for: id) || token.holds(for: id.uppercased()))
            }
        }
        if names(["idVendor", "ID_VENDOR_ID"], ids[0]), names(["idProduct", "ID_MODEL_ID"], ids[1]) { return true }
        return rule.line.matches.contains { $0.key == "KERNELS" && $0.operation == .equal && $0.value.uppercased().contains(identifier.uppercased()) }
    }
}
