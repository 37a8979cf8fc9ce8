// SPDX-License-Identifier: Apache-2.0

/// The lines below a picture in the terminal: camera status, two bars, messages, and the keys.
package struct PreviewPanel: Sendable {
    /// The text being typed; `nil` while none is.
    package var entry: String?
    package var isPaused = false
    /// The camera's name, already safe for a terminal.
    package var camera = ""
    /// `1280x720`.
    package var size = ""
    package var framesPerSecond: Double?
    /// Recent time to read a frame.
    package var decodeMilliseconds: Double?
    /// Codes in the newest frame.
    package var codes = 0
    /// Mean luma, 0 to 255. Below `dim` the light is too low, above `bright` too high.
    package var light: Double?
    package var dim = 60.0
    package var bright = 200.0
    /// Sharpness relative to the sharpest recent picture, 0 to 1.
    package var focus: Double?
    /// The width of the sharper edges in pixels.
    package var edgeWidth: Double?
    /// Recent messages, the newest last. They may contain colour sequences, but no other control sequences.
    package var messages: [String] = []
    package var hasZoom = true
    package var severalCameras = false

    package init() {}

    /// The number of panel lines for a terminal of `rows` rows.
    package static func height(ofTerminal rows: Int) -> Int { rows >= 24 ? 8 : rows >= 14 ? 6 : 4 }

    /// Exactly `count` lines, none wider than the terminal, without line ends.
    package func lines(columns: Int, count: Int) -> [String] {
        let fixed = [status(columns), bars(columns)]
        let room = max(0, count - fixed.count - 1)
        let shown = messages.suffix(room).map { TerminalText.clipped($0, columns: columns) }
        let empty = [String](repeating: "", count: room - shown.count)
        return Array((fixed + shown + empty + [lastLine(columns)]).prefix(max(0, count)))
    }

    private func status(_ columns: Int) -> String {
        var parts = ["\u{1b}[1m\(camera)\u{1b}[0m"]
        if !size.isEmpty { parts.append(size) }
        if let framesPerSecond { parts.append("\(Self.number(framesPerSecond)) frames/s") }
        if let decodeMilliseconds { parts.append("\(Self.number(decodeMilliseconds)) ms a frame") }
        parts.append(
            isPaused
                ? "\u{1b}[7m paused \u{1b}[0m"
                : codes == 0 ? "no code in view" : codes == 1 ? "1 code in view" : "\(codes) codes in view")
        return TerminalText.clipped(parts.joined(separator: "  "), columns: columns)
    }

    private func bars(_ columns: Int) -> String {
        let width = max(6, min(24, columns / 5))
        var line = "light "
        if let light {
            let word = light < dim ? "dim" : light > bright ? "bright" : "good"
            line += Self.bar(light / 255, width) + " \(Int(light.rounded())) \(word)"
        } else {
            line += Self.bar(0, width) + " unknown"
        }
        line += "   focus "
        if let focus {
            line += Self.bar(focus, width) + " \(Int((focus * 100).rounded())) % of the best"
            if let edgeWidth { line += ", edges \(Self.number(edgeWidth)) px" }
        } else {
            line += Self.bar(0, width) + " unknown"
        }
        return TerminalText.clipped(line, columns: columns)
    }

    private func lastLine(_ columns: Int) -> String {
        if let entry {
            let prompt = "code: "
            // Show the end of a long line, where the cursor is.
            let room = max(1, columns - prompt.count - 1)
            return prompt + String(entry.suffix(room)) + "\u{1b}[7m \u{1b}[0m"
        }
        var keys = ["space \(isPaused ? "resume" : "pause")", "t torch"]
        if hasZoom { keys.append("+ - 0 zoom") }
        if severalCameras { keys.append("tab next camera") }
        keys += ["m type a code", "q quit"]
        return "\u{1b}[2m" + TerminalText.clipped(keys.joined(separator: "   "), columns: columns) + "\u{1b}[0m"
    }

    /// A bar with a resolution of an eighth of a character.
    private static func bar(_ share: Double, _ width: Int) -> String {
        let eighths = Int((min(1, max(0, share)) * Double(width * 8)).rounded())
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let whole = String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
        return "▕" + whole + String(repeating: " ", count: width - whole.count) + "▏"
    }

    private static func number(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e6 else { return "?" }
        return value >= 10 ? "\(Int(value.rounded()))" : "\((value * 10).rounded() / 10)"
    }
}

/// Text that may contain colour sequences.
package enum TerminalText {
    /// The first `columns` characters of a line, counting one column per character. Colours are reset at the end.
    package static func clipped(_ line: String, columns: Int) -> String {
        var result = ""
        var used = 0
        var isColoured = false
        var rest = line[...]
        while let character = rest.first {
            if character == "\u{1b}" {
                let sequence = rest.prefix(through: rest.firstIndex { $0.isLetter } ?? rest.startIndex)
                result += sequence
                isColoured = sequence != "\u{1b}[0m"
                rest = rest[sequence.endIndex...]
                continue
            }
            guard used < columns else { break }
            result.append(character)
            used += 1
            rest = rest.dropFirst()
        }
        return isColoured && !rest.isEmpty ? result + "\u{1b}[0m" : result
    }
}
