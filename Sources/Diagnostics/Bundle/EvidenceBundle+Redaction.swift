// SPDX-License-Identifier: Apache-2.0

internal import UserSession
import FoundationEssentials

extension EvidenceBundle {
    /// The same without what could name a person or a thing: serial numbers, user names and code texts.
    ///
    /// Each secret is replaced wherever it occurs in any text, by a word that is the same each time, so that what
    /// belonged together still does. Judges give the same findings for it. Frames are kept only when they were asked for,
    /// and are then left as they are: they show what the camera saw.
    public func redacted() throws(EvidenceError) -> EvidenceBundle {
        var copy = self
        for index in copy.snapshots.indices { copy.snapshots[index].picture.value = copy.snapshots[index].picture.value?.redacted }
        let secrets = copy.snapshots.reduce(into: Secrets()) { $0.collect($1) }
        do {
            let tree = try JSONDecoder().decode(JSONTree.self, from: Data(try copy.encoded()))
            var clean = try EvidenceBundle(
                decoding: Array(try JSONEncoder().encode(tree.replacing(secrets))), name: "what is to be redacted")
            clean.isRedacted = true
            return clean
        } catch let error as EvidenceError {
            throw error
        } catch {
            throw EvidenceError("cannot redact the evidence: \(error)")
        }
    }
}

/// What is to be replaced by what.
struct Secrets {
    private(set) var replacements: [(secret: String, replacement: String)] = []

    mutating func collect(_ snapshot: Snapshot) {
        for node in snapshot.nodes.value ?? [] {
            guard let serial = node.serial else { continue }
            add(serial, "SERIAL")
            // As udev writes it in links and identities: blanks and the like become underscores.
            add(String(serial.map { $0.isASCII && ($0.isLetter || $0.isNumber || "#+-.:=@_".contains($0)) ? $0 : "_" }), "SERIAL")
        }
        if let user = snapshot.user.value, user.id != 0, let name = user.name { add(name, "USER") }
        for session in snapshot.sessions.value?.sessions ?? [] { session.userName.map { add($0, "USER") } }
        for holder in snapshot.holders.value?.holders ?? [] { add(holder.user, "USER") }
        // A path may name its owner.
        let parts = snapshot.subject.name.split(separator: "/", omittingEmptySubsequences: false)
        if let home = parts.firstIndex(of: "home"), home + 1 < parts.count { add(String(parts[home + 1]), "USER") }
    }

    private mutating func add(_ secret: String, _ kind: String) {
        // Names of the system's own accounts say nothing, and a word of two letters is in every other word.
        let common: Set = ["", "root", "video", "nobody", "user", "candela", "0", "1"]
        guard secret.utf8.count >= 3, !common.contains(secret), !replacements.contains(where: { $0.secret == secret })
        else { return }
        let count = replacements.count { $0.replacement.hasPrefix(kind) } + 1
        replacements.append((secret, "\(kind)-\(count)"))
        // The longer first: one may be part of another.
        replacements.sort { $0.secret.utf8.count > $1.secret.utf8.count }
    }

    func clean(_ text: String) -> String {
        replacements.reduce(text) { text, entry in Self.replace(entry.secret, by: entry.replacement, in: text) }
    }

    /// Whole words only: the user "ann" is not in "channel". An underscore parts words too, as udev joins with it.
    private static func replace(_ secret: String, by replacement: String, in text: String) -> String {
        let (bytes, wanted) = (Array(text.utf8), Array(secret.utf8))
        var result: [UInt8] = []
        var index = 0
        func isWord(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) || byte >= 0x80
        }
        while index < bytes.count {
            let end = index + wanted.count
            if end <= bytes.count, bytes[index..<end].elementsEqual(wanted),
                index == 0 || !isWord(bytes[index - 1]) || !isWord(wanted[0]),
                end == bytes.count || !isWord(bytes[end]) || !isWord(wanted[wanted.count - 1])
            {
                result += Array(replacement.utf8)
                index = end
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

/// Any JSON, for changing its texts.
enum JSONTree: Codable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONTree])
    case object([String: JSONTree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONTree].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONTree].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// The same with clean texts. Keys are ours, and stay.
    func replacing(_ secrets: Secrets) -> JSONTree {
        switch self {
        case .string(let text): .string(secrets.clean(text))
        case .array(let values): .array(values.map { $0.replacing(secrets) })
        case .object(let members): .object(members.mapValues { $0.replacing(secrets) })
        default: self
        }
    }
}
