// SPDX-License-Identifier: Apache-2.0

internal import Frames
import Glibc
internal import Measurement
internal import Output
internal import Terminal

/// Prints the results of `measure` during the run and at its end.
///
/// On a terminal a few lines are updated in place; a file or pipe gets one line per second.
final class MeasurePrinter {
    private let style: MeasureStyle
    private let source: String
    private let isLive: Bool
    /// Number of lines on the terminal to overwrite.
    private var drawn = 0
    private var nextDrawing = FrameTimestamp(nanoseconds: 0)
    private var began: FrameTimestamp?

    init(style: MeasureStyle, source: String) {
        self.style = style
        self.source = source
        isLive = style == .text && Console.outputIsTerminal && Console.variable("TERM") != "dumb"
    }

    func begin() throws(CommandFailure) {
        if style == .csv { try Console.print(MeasureTable.header) }
    }

    func show(_ event: MeasureEvent, summary: () -> MeasuringSummary) throws(CommandFailure) {
        switch (style, event) {
        case (.json, .frame(let frame)): try Console.print(frame.json(source: source).text)
        case (.json, .read(let read)): try Console.print(read.json(source: source).text)
        case (.csv, .frame(let frame)): try Console.print(MeasureTable.row(frame, source: source))
        case (.csv, .read(let read)): try Console.print(MeasureTable.row(read, source: source))
        case (.text, .frame): try draw(summary)
        case (.text, .read): break
        }
    }

    /// Removes the live lines.
    func clear() {
        guard drawn > 0 else { return }
        try? Console.write(Array("\u{1b}[\(drawn)A\u{1b}[J".utf8))
        drawn = 0
    }

    func finish(_ summary: MeasuringSummary, camera: String) throws(CommandFailure) {
        switch style {
        case .csv: return
        case .json: return try Console.print(summary.json(source: source, camera: camera).text)
        case .text: break
        }
        let format = summary.format.fourCC.map { " \($0)" } ?? ""
        try Console.print(
            Console.bold(VisibleText.escape(source))
                + "  \(summary.format.size)\(format), \(summary.stream.frames) frames in "
                + "\(MeasureWords.fixed(summary.duration, 1)) s")
        for (name, text) in MeasureWords.summary(summary) {
            try Console.print("  " + Console.dim(padded(name, 12)) + text)
        }
    }

    private func draw(_ makeSummary: () -> MeasuringSummary) throws(CommandFailure) {
        let now = FrameTimestamp.now
        guard now >= nextDrawing else { return }
        let start = began ?? now
        began = start
        guard isLive else {
            nextDrawing = now + .seconds(1)
            // The first second is not over yet.
            guard now.since(start) >= .milliseconds(900) else { return }
            return try Console.print(second(makeSummary()))
        }
        nextDrawing = now + .milliseconds(125)
        let width = terminalWidth()
        let lines = LiveLines(makeSummary(), source: source).text.map { $0.cut(to: width - 1) }
        let up = drawn > 0 ? "\u{1b}[\(drawn)A" : ""
        try Console.write(Array((up + lines.map { $0 + "\u{1b}[K\n" }.joined() + "\u{1b}[J").utf8))
        drawn = lines.count
    }

    private func second(_ summary: MeasuringSummary) -> String {
        let figures = summary.lastFigures?.figures
        let fixed = MeasureWords.fixed
        return
            "\(fixed(summary.duration, 1)) s: \(fixed(summary.stream.rate, 1)) frames/s, mean \(fixed(figures?.mean, 0)), "
            + "clipped \(fixed(figures.map { 100 * $0.clipped }, 1)) %, edges \(fixed(figures?.edgeWidth, 1)) px, noise "
            + "\(fixed(figures?.spatialNoise, 1)), read \(fixed(summary.readShare.map { 100 * $0 }, 0)) %, latency "
            + "\(fixed(summary.latencies.median, 0)) ms"
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private func terminalWidth() -> Int {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return 80 }
        return Int(size.ws_col)
    }
}

extension String {
    /// The first `width` characters. Colour sequences are kept and not counted; there are no other sequences.
    fileprivate func cut(to width: Int) -> String {
        var result = ""
        var count = 0
        var isSequence = false
        for character in self {
            if character == "\u{1b}" { isSequence = true }
            if !isSequence {
                count += 1
                if count > width { continue }
            }
            result.append(character)
            if isSequence, character == "m" { isSequence = false }
        }
        return result
    }
}
