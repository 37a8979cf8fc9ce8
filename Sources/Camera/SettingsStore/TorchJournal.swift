// SPDX-License-Identifier: Apache-2.0

package import StoredFiles

/// A light that a run has switched on for as long as it lasts.
package struct TorchNote: Hashable, Sendable {
    /// The camera's node, for a lamp that is one of its controls.
    package var camera: String
    /// The light, as its switch describes it: see `TorchSource.words`.
    package var light: [String]

    package init(camera: String, light: [String]) {
        self.camera = camera
        self.light = light
    }
}

/// Notes of lights that are on temporarily, one file each.
///
/// A note is on disk before the light goes on and is removed once it is off. A note whose writer no longer runs
/// therefore tells of a light that a killed run left on.
///
///     candela torch note 1
///     camera %2fdev%2fvideo0
///     owner 4711 123456 0d9c…
///     light =led =white%3aflash =%2fsys%2fclass%2fleds%2fwhite%3aflash
package struct TorchJournal: Sendable {
    package let folder: String
    /// A prefix for `/proc`, for tests.
    private let root: String

    private static let mark = "candela torch note 1"
    private static let ending = ".torch"
    private static let limit = 65536

    package init(_ folders: StateFolders) { self.init(folder: folders.state + "/torch") }

    package init(folder: String, root: String = "") {
        self.folder = folder
        self.root = root
    }

    /// Writes a note; it is on disk when this returns.
    ///
    /// - Returns: its path, for `remove`.
    package func write(_ note: TorchNote) throws(StoreError) -> String {
        let owner = ProcessMark.current(root: root)
        let lines = [
            Self.mark, "camera " + JournalWord.encode(note.camera),
            owner.line,
            (["light"] + note.light.map { $0.isEmpty ? "-" : "=" + JournalWord.encode($0) }).joined(separator: " "),
        ]
        let path = "\(folder)/t-\(owner.id)-\(String(UInt32.random(in: 0...UInt32.max), radix: 16))\(Self.ending)"
        try StoredFile.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: path, placing: .exclusive)
        return path
    }

    /// Removes a note: the light is off.
    package func remove(_ path: String) throws(StoreError) { try StoredFile.remove(path) }

    /// The notes of runs that have ended. Removes files that are not valid notes.
    package func leftovers() throws(StoreError) -> [(path: String, note: TorchNote)] {
        var found: [(path: String, note: TorchNote)] = []
        for name in try StoredFile.names(in: folder, ending: Self.ending) {
            let path = folder + "/" + name
            guard let bytes = try StoredFile.read(path, limit: Self.limit) else { continue }
            guard let (note, owner) = Self.parse(String(decoding: bytes, as: UTF8.self)) else {
                try StoredFile.remove(path)
                continue
            }
            if !owner.isAlive(root: root) { found.append((path, note)) }
        }
        return found
    }

    private static func parse(_ text: String) -> (TorchNote, ProcessMark)? {
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        guard lines.count == 4, text.hasPrefix(mark + "\n"), lines[1].count == 2, lines[1][0] == "camera",
            let camera = JournalWord.decode(lines[1][1]), let owner = ProcessMark(words: lines[2]),
            lines[3].first == "light"
        else { return nil }
        var light: [String] = []
        for word in lines[3].dropFirst() {
            if word == "-" {
                light.append("")
            } else {
                guard word.hasPrefix("="), let plain = JournalWord.decode(String(word.dropFirst())) else {
                    return nil
                }
                light.append(plain)
            }
        }
        return (TorchNote(camera: camera, light: light), owner)
    }
}
