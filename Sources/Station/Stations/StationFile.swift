// SPDX-License-Identifier: Apache-2.0

package import Toml

/// The configuration of a station, as it is written: sections with keys. The keys of most sections are options of
/// `candela scan`; the command checks their values.
package struct StationFile: Hashable, Sendable {
    /// Where the station looks if no file is named.
    package static let usualPath = "/etc/candela/station.toml"

    package struct Entry: Hashable, Sendable {
        package var key: String
        package var value: TomlValue
        /// From 1.
        package var line: Int
    }

    /// A section, which may be missing in the file.
    package struct Section: Hashable, Sendable {
        package var name: StationSection
        package var entries: [Entry] = []
        /// Of its first key; 0 if it has none.
        package var line: Int { entries.first?.line ?? 0 }

        package init(_ name: StationSection) { self.name = name }

        /// The entry of a key.
        package subscript(key: String) -> Entry? { entries.first { $0.key == key } }

        /// The text of a key.
        ///
        /// - Throws: if the value is not text.
        package func text(_ key: String) throws(StationFileError) -> String? {
            guard let entry = self[key] else { return nil }
            guard case .string(let text) = entry.value else { throw entry.mismatch("a string") }
            return text
        }

        package func flag(_ key: String) throws(StationFileError) -> Bool? {
            guard let entry = self[key] else { return nil }
            guard case .boolean(let value) = entry.value else { throw entry.mismatch("true or false") }
            return value
        }
    }

    /// Of the station, in messages to others; `nil`: the machine's name.
    package var name: String?
    /// One for each camera; one without keys if the file names none.
    package var cameras: [Section]
    /// Whether it names any.
    private var namesCameras: Bool
    private var others: [StationSection: Section] = [:]

    /// A section that may stand once.
    package subscript(name: StationSection) -> Section { others[name] ?? Section(name) }

    /// The same with the sections of a central file that this one does not have. A section that stands here counts alone: a key
    /// of the central one is not mixed into it.
    package func completed(by central: Self) -> Self {
        let central = completion(from: central)
        var file = self
        file.name = name ?? central.name
        if central.namesCameras { (file.cameras, file.namesCameras) = (central.cameras, true) }
        file.others.merge(central.others) { own, _ in own }
        return file
    }

    /// What is taken from a central file.
    package func completion(from central: Self) -> Self {
        var rest = central
        if namesCameras { (rest.cameras, rest.namesCameras) = ([Section(.camera)], false) }
        rest.others = rest.others.filter { others[$0.key] == nil }
        return rest
    }

    /// Reads a file.
    ///
    /// - Throws: for text that is not TOML, unknown sections and keys, and values of the wrong kind.
    package init(_ bytes: [UInt8]) throws(StationFileError) {
        let table: TomlTable
        do throws(TomlError) { table = try TomlReader.read(bytes) } catch {
            throw StationFileError(line: error.line, error.message)
        }
        var found: [Section] = []
        for member in table.members.sorted(by: { $0.line < $1.line }) {
            if member.key == "name" {
                guard case .string(let text) = member.value, Self.isName(text) else {
                    throw StationFileError(
                        line: member.line,
                        "name must be a word of at most 64 letters, digits, points, - and _: it is part of topics")
                }
                name = text
                continue
            }
            guard let section = StationSection(rawValue: member.key) else {
                let names = StationSection.allCases.map { "[\($0.rawValue)]" }.joined(separator: ", ")
                throw StationFileError(line: member.line, "there is no section \(member.key); there are \(names)")
            }
            switch (section, member.value) {
            case (.camera, .array(let values)):
                for value in values {
                    guard case .table(let table) = value else {
                        throw StationFileError(line: member.line, "[[camera]] must be a table")
                    }
                    found.append(try Section(section, table))
                }
            case (_, .table(let table)):
                let read = try Section(section, table)
                if section == .camera { found.append(read) } else { others[section] = read }
            default:
                throw StationFileError(line: member.line, "\(member.key) must be a section: [\(member.key)]")
            }
        }
        namesCameras = !found.isEmpty
        cameras = found.isEmpty ? [Section(.camera)] : found
    }

    /// Whether a name can be part of a topic, a unit and a metric's label.
    package static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                    || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains(byte)
            }
    }
}

/// The sections of a station's file.
package enum StationSection: String, CaseIterable, Sendable {
    case camera, text, history, hooks, output, health, studio, fleet, central

    /// What a key holds.
    package enum Kind: Hashable, Sendable {
        /// Text or a number, as after an option.
        case value
        /// One or several of them: the option is given several times.
        case list
        /// One or several words of one option, joined by commas.
        case words
        /// Whether an option is given.
        case flag
        /// Not an option.
        case own
    }

    package var keys: [String: Kind] {
        switch self {
        case .camera:
            [
                "use": .own, "profile": .own, "format": .value, "size": .value, "fps": .value, "symbology": .words,
                "except": .words, "addons": .flag, "isbn": .flag, "region": .value, "effort": .value,
                "interval": .value, "agree": .value, "single": .flag, "zoom": .value, "light": .value,
                "torch": .value, "torch_dim": .value, "torch_bright": .value, "torch_source": .value,
                "torch_command": .value,
            ]
        case .text:
            [
                "match": .value, "strip_prefix": .list, "transform": .list, "trim": .flag, "uppercase": .flag,
                "expand_upc_e": .flag, "gs1": .flag,
            ]
        case .history: ["save": .own, "session": .value, "keep": .value, "catalog": .value]
        case .hooks:
            [
                "exec": .list, "exec_timeout": .value, "post": .list, "post_token_file": .value, "publish": .list,
                "publish_password_file": .value, "ca_file": .value,
            ]
        case .output: ["print": .own, "sound": .flag]
        case .health: ["listen": .own]
        case .studio:
            [
                "listen": .value, "token_file": .value, "tls": .flag, "tls_certificate": .value, "tls_key": .value,
                "allow_host": .list,
            ]
        case .central: ["from": .own, "key": .own, "every": .own, "password_file": .own, "ca_file": .own]
        case .fleet: ["broker": .own, "password_file": .own, "ca_file": .own, "home_assistant": .own]
        }
    }
}

extension StationFile.Section {
    /// Reads a table, and checks its keys and the kinds of their values.
    fileprivate init(_ name: StationSection, _ table: TomlTable) throws(StationFileError) {
        self.name = name
        let keys = name.keys
        for member in table.members.sorted(by: { $0.line < $1.line }) {
            guard let kind = keys[member.key] else {
                let known = keys.keys.sorted().joined(separator: ", ")
                throw StationFileError(
                    line: member.line, "[\(name.rawValue)] has no key \(member.key); it has \(known)")
            }
            let entry = StationFile.Entry(key: member.key, value: member.value, line: member.line)
            switch kind {
            case .own: break
            case .flag:
                guard case .boolean = member.value else { throw entry.mismatch("true or false") }
            case .value:
                guard entry.word(member.value) != nil else { throw entry.mismatch("a string or a number") }
            case .list, .words:
                guard entry.words != nil else { throw entry.mismatch("a string or a list of strings") }
            }
            entries.append(entry)
        }
    }

    /// The options of `candela scan` that the entries stand for, with their lines.
    package var options: [(words: [String], entry: StationFile.Entry)] {
        entries.compactMap { entry in
            let option = "--" + entry.key.map { $0 == "_" ? "-" : String($0) }.joined()
            switch name.keys[entry.key] {
            // One word: a value may begin with a dash.
            case .value: return ([option + "=" + (entry.word(entry.value) ?? "")], entry)
            case .words: return ([option + "=" + (entry.words ?? []).joined(separator: ",")], entry)
            case .list: return ((entry.words ?? []).map { option + "=" + $0 }, entry)
            case .flag: return (entry.value == .boolean(true) ? [option] : [], entry)
            case .own, nil: return nil
            }
        }
    }
}

extension StationFile.Entry {
    package func mismatch(_ wanted: String) -> StationFileError {
        StationFileError(line: line, "\(key) must be \(wanted), not \(value.label)")
    }

    /// A value as it is written after an option.
    fileprivate func word(_ value: TomlValue) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        default: nil
        }
    }

    /// One or several values.
    fileprivate var words: [String]? {
        guard case .array(let values) = value else { return word(value).map { [$0] } }
        let words = values.compactMap { word($0) }
        return words.count == values.count ? words : nil
    }
}

/// What is wrong in a station's file.
package struct StationFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1; 0 if it concerns the whole file.
    package var line: Int
    /// Contains text of the file: escape it before showing it.
    package var message: String

    package init(line: Int, _ message: String) {
        self.line = line
        self.message = message
    }

    package var description: String { line > 0 ? "line \(line): \(message)" : message }
}
