// SPDX-License-Identifier: Apache-2.0

/// What a line is about that a service wrote, without the names in it that only tell who speaks and where a file is: a script `webcamd` and
/// a folder `/var/log/webcam` make a line none about a camera.
enum SpokenLine {
    static func isAboutCamera(_ line: String) -> Bool {
        let words = subject(of: line.lowercased())
        return CameraComplaints.cameraSigns.contains { words.contains($0) }
    }

    /// Without the script that a shell names first, and without paths, except those of devices, of libcamera's files, and of the place in
    /// the source that wrote the line.
    static func subject(of line: String) -> String {
        var subject = ""
        scan(withoutScript(line)) { part, isPath in
            if !isPath || isTelling(part) { subject += part }
        }
        return subject
    }

    /// The last path in a line that has nothing to do with a camera.
    static func ownPath(in line: String) -> String? {
        let words = withoutScript(line)
        var found: Substring?
        scan(words) { part, isPath in
            if isPath, part.hasPrefix("/"), part.utf8.count > 2, !isTelling(part) { found = part }
        }
        guard let path = found else { return nil }
        // A program may begin with its own path: `/usr/bin/ustreamer: cannot open …`
        if path.startIndex == words.startIndex {
            let rest = words[path.endIndex...].lowercased()
            guard [": no such file", ": permission denied", ": not found"].contains(where: rest.hasPrefix) else { return nil }
        }
        return String(path)
    }

    /// Without the beginning `/usr/local/bin/cam.sh: line 4: ` of what a shell says of its script.
    static func withoutScript(_ line: String) -> Substring {
        let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, !parts[0].contains(where: \.isWhitespace),
            parts[1].count <= 16, parts[1].first?.isWhitespace == true, parts[1].last?.isNumber == true,
            parts[1].hasPrefix(" line ") || parts[0].contains("/") || parts[0].hasSuffix("sh")
        else { return line[...] }
        return parts[2].drop { $0.isWhitespace }
    }

    /// Gives the parts of a line in their order: paths, and what is between them.
    private static func scan(_ line: Substring, _ take: (_ part: Substring, _ isPath: Bool) -> Void) {
        var rest = line
        var previous: Character = " "
        while let first = rest.first {
            let isStart =
                ["/", "./", "../", "~/"].contains(where: rest.hasPrefix) && !previous.isLetter && !previous.isNumber
                && !"._-~/".contains(previous)
            let part = isStart ? rest.prefix { !isEnd($0) } : rest.prefix(1)
            take(part, isStart)
            previous = part.last ?? first
            rest = rest.dropFirst(max(1, part.count))
        }
    }

    private static func isEnd(_ character: Character) -> Bool { character.isWhitespace || "'\"`’”»()[]{}<>,;:=".contains(character) }

    private static func isTelling(_ path: Substring) -> Bool {
        // `//` begins what follows the scheme of an address.
        if ["/dev/", "/base/", "/sys/", "/proc/", "//"].contains(where: path.hasPrefix) || path.contains("/libcamera/") { return true }
        let ending = path.split(separator: "/").last?.split(separator: ".").last.map(String.init) ?? ""
        return ["c", "cc", "cpp", "cxx", "h", "hpp", "rs", "go"].contains(ending)
    }
}
