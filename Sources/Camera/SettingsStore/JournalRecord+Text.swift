// SPDX-License-Identifier: Apache-2.0

import CameraControls
internal import StoredFiles

/// The journal's file format: lines of words, appended while the run lasts.
///
///     candela control journal 1
///     camera usb-046d_C920_1234
///     node %2fdev%2fvideo0
///     owner 4711 123456 0d9c…
///     before 0x009a0902 exposure_time_absolute i250
///     left 0x009a0902 i100
///
/// Texts are as in `JournalWord`; a value is `i` and a number, or `s` or `b` and hexadecimal digits. A last line without a
/// line feed was cut off by a power failure and is ignored.
extension JournalRecord {
    private static let mark = "candela control journal 1"

    /// More than any camera has.
    static let entryLimit = 1024
    /// A larger file is rejected unread; a growing one is rewritten, shorter, long before.
    static let fileLimit = 4 << 20
    /// The maximum size in bytes of a control's value. Larger arrays are not settings, but tables of a sensor.
    static let valueLimit = 65536

    /// The header and the entries of all controls.
    var text: String {
        var lines = [
            Self.mark, "camera " + JournalWord.encode(camera.identity), "node " + JournalWord.encode(camera.node),
            owner.line,
        ]
        for entry in entries {
            lines.append(Self.line(before: entry))
            if let left = entry.left { lines.append(Self.line(entry.id, left: left)) }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    static func line(before entry: Entry) -> String {
        "before \(entry.id) \(entry.key.isEmpty ? "-" : entry.key) \(word(for: entry.before))"
    }

    static func line(_ id: ControlID, left value: ControlValue) -> String { "left \(id) \(word(for: value))" }

    /// - Throws: a description of the error, with its line.
    init(text: String, path: String) throws(StoreError) {
        func damaged(_ number: Int, _ what: String) -> StoreError {
            StoreError(
                "cannot read the journal \(path): line \(number): \(what). Check it, then remove it with "
                    + "candela profile restore --discard")
        }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // After the last line feed: nothing, or a line that was cut off.
        if !lines.isEmpty { lines.removeLast() }
        guard lines.first.map(String.init) == Self.mark else { throw damaged(1, "not a journal of this version") }
        var (identity, node): (String?, String?)
        var owner: ProcessMark?
        var entries: [Entry] = []
        var places: [ControlID: Int] = [:]
        for (index, line) in lines.enumerated().dropFirst() {
            let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            let number = index + 1
            switch (words[0], words.count) {
            case ("camera", 2): identity = JournalWord.decode(words[1])
            case ("node", 2): node = JournalWord.decode(words[1])
            case ("owner", 4):
                owner = ProcessMark(words: words)
                if owner == nil { throw damaged(number, "it names no process") }
            case ("before", 4):
                guard let id = Self.id(words[1]), Self.isKey(words[2]), let value = Self.value(words[3]) else {
                    throw damaged(number, "not a control with a value")
                }
                guard places[id] == nil, entries.count < Self.entryLimit else {
                    throw damaged(number, "too many controls, or a repeated one")
                }
                places[id] = entries.count
                entries.append(Entry(id: id, key: words[2], before: value, left: nil))
            case ("left", 3):
                guard let id = Self.id(words[1]), let value = Self.value(words[2]), let place = places[id] else {
                    throw damaged(number, "not a value of an earlier control")
                }
                entries[place].left = value
            default: throw damaged(number, "unknown entry")
            }
        }
        guard let identity, let node, let owner else {
            throw damaged(lines.count + 1, "camera, node or owner is missing")
        }
        self.init(camera: JournalKey(identity: identity, node: node), owner: owner, entries: entries)
    }

    private static func id(_ word: String) -> ControlID? {
        guard word.hasPrefix("0x"), word.utf8.count == 10 else { return nil }
        return UInt32(word.dropFirst(2), radix: 16).map { ControlID(rawValue: $0) }
    }

    private static func isKey(_ word: String) -> Bool {
        word.utf8.count <= 64
            && word.utf8.allSatisfy(JournalWord.isPlain)
    }

    private static func word(for value: ControlValue) -> String {
        switch value {
        case .integer(let number): "i\(number)"
        case .string(let text): "s" + JournalWord.hexadecimal(text.utf8)
        case .bytes(let bytes): "b" + JournalWord.hexadecimal(bytes)
        }
    }

    private static func value(_ word: String) -> ControlValue? {
        let rest = word.dropFirst()
        switch word.first {
        case "i": return Int64(rest).map { .integer($0) }
        case "s":
            return JournalWord.bytes(rest, limit: valueLimit).flatMap { String(validating: $0, as: UTF8.self) }.map {
                .string($0)
            }
        case "b": return JournalWord.bytes(rest, limit: valueLimit).map { .bytes($0) }
        default: return nil
        }
    }
}
