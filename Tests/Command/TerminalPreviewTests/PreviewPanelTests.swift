// SPDX-License-Identifier: Apache-2.0

import TerminalPreview
import Testing

@Suite("Lines below the preview")
struct PreviewPanelTests {
    private var panel: PreviewPanel {
        var panel = PreviewPanel()
        panel.camera = "/dev/video0"
        panel.size = "1280x720"
        panel.framesPerSecond = 29.97
        panel.decodeMilliseconds = 4.26
        panel.codes = 2
        panel.light = 41
        panel.focus = 0.5
        panel.edgeWidth = 2.34
        panel.messages = (1...9).map { "\u{1b}[2mqr\u{1b}[0m text \($0)" }
        return panel
    }

    /// Without colours.
    private func plain(_ lines: [String]) -> [String] {
        lines.map { $0.replacing(try! Regex("\u{1b}\\[[0-9]*m"), with: "") }
    }

    @Test("camera, light and focus in words, the newest messages, the keys")
    func whole() {
        let lines = plain(panel.lines(columns: 120, count: 6))
        #expect(lines.count == 6)
        #expect(lines[0] == "/dev/video0  1280x720  30 frames/s  4.3 ms a frame  2 codes in view")
        #expect(lines[1].contains(" 41 dim ") && lines[1].contains(" 50 % of the best, edges 2.3 px"))
        #expect(lines[2...4] == ["qr text 7", "qr text 8", "qr text 9"])
        #expect(lines[5].contains("q quit"))
    }

    @Test("no line is wider than the terminal, and there are as many as asked for", arguments: [1, 5, 20, 40, 79, 200])
    func widths(columns: Int) {
        for count in 0...9 {
            let lines = plain(panel.lines(columns: columns, count: count))
            #expect(lines.count == count)
            for line in lines { #expect(line.count <= max(columns, 7)) }
        }
    }

    @Test("the bar of the light grows with it")
    func bars() {
        let filled = [0.0, 64, 128, 255].map { light in
            var panel = panel
            panel.light = light
            panel.focus = nil
            return panel.lines(columns: 120, count: 4)[1].count { $0 == "█" }
        }
        #expect(filled == [0, 6, 12, 24])
    }

    @Test("unknown values are shown as unknown")
    func unknown() {
        let lines = plain(PreviewPanel().lines(columns: 100, count: 4))
        #expect(lines[1].contains("unknown   focus") && lines[1].hasSuffix("unknown"))
        #expect(lines[0].contains("no code in view"))
    }

    @Test("a long line that is being typed shows its end")
    func entry() {
        var panel = panel
        panel.entry = String(repeating: "1", count: 100) + "234"
        let line = plain(panel.lines(columns: 20, count: 3))[2]
        #expect(line.hasPrefix("code: ") && line.hasSuffix("1234 ") && line.count == 20)
    }

    @Test("clipping counts characters, and ends colours")
    func clipped() {
        #expect(TerminalText.clipped("\u{1b}[2mqr\u{1b}[0m abc", columns: 4) == "\u{1b}[2mqr\u{1b}[0m a")
        #expect(TerminalText.clipped("\u{1b}[33mabc", columns: 2) == "\u{1b}[33mab\u{1b}[0m")
        #expect(TerminalText.clipped("abc", columns: 3) == "abc")
        #expect(TerminalText.clipped("a\u{1b}", columns: 3) == "a\u{1b}")
    }
}
