// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import TerminalPreview
import Testing

@Suite("Pictures in a terminal")
struct PictureTests {
    private func frame(_ width: Int, _ height: Int) -> LumaImage {
        LumaImage(
            size: FrameSize(width: width, height: height),
            pixels: (0..<width * height).map { UInt8($0 % width * 255 / width) })
    }

    private func colour(_ picture: ColourPicture, _ x: Int, _ y: Int) -> [UInt8] {
        let place = (y * picture.size.width + x) * 3
        return Array(picture.bytes[place..<place + 3])
    }

    private func box(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> Quadrilateral {
        Quadrilateral(
            topLeft: PixelPoint(x: left, y: top), topRight: PixelPoint(x: right, y: top),
            bottomRight: PixelPoint(x: right, y: bottom), bottomLeft: PixelPoint(x: left, y: bottom))
    }

    @Test("a frame becomes no smaller than asked, and keeps its greys")
    func reduced() {
        let picture = ColourPicture(frame(640, 480), most: FrameSize(width: 200, height: 100))
        #expect(picture.size == FrameSize(width: 213, height: 160))
        let grey = colour(picture, 106, 80)
        #expect(grey[0] == grey[1] && grey[1] == grey[2] && (125...130).contains(grey[0]))
    }

    @Test("an outline is drawn where the code lies, in its colour")
    func outline() {
        var picture = ColourPicture(frame(640, 480), most: FrameSize(width: 320, height: 240))
        picture.draw(box(200, 100, 400, 300), .green, width: 1)
        #expect(picture.size == FrameSize(width: 320, height: 240))
        for (x, y) in [(100, 50), (150, 50), (200, 100), (100, 150), (150, 150)] {
            let (red, green, blue) = (colour(picture, x, y)[0], colour(picture, x, y)[1], colour(picture, x, y)[2])
            #expect(green > 200 && red < 100 && blue < 150)
        }
        #expect(colour(picture, 150, 100)[0] == colour(picture, 150, 100)[1])
    }

    @Test("corners outside the picture, however far, draw what lies inside and end")
    func outside() {
        var picture = ColourPicture(frame(64, 48), most: FrameSize(width: 64, height: 48))
        picture.draw(box(-20, 10, 80, 60), .amber, width: 3)
        #expect(colour(picture, 30, 10)[0] == 255)
        let before = picture.bytes
        picture.draw(box(-1e300, .nan, .infinity, 1e9), .amber, width: 3)
        #expect(picture.bytes == before)
    }

    @Test("a picture fills as many cells as it can without being stretched")
    func fit() {
        let cell = CellSize(width: 10, height: 20)
        let wide = TerminalCanvas.fit(FrameSize(width: 1280, height: 720), columns: 80, rows: 40, cell: cell)
        #expect(wide == (80, 23))
        let low = TerminalCanvas.fit(FrameSize(width: 1280, height: 720), columns: 200, rows: 20, cell: cell)
        #expect(low == (71, 20))
        #expect(TerminalCanvas.fit(FrameSize(width: 0, height: 720), columns: 80, rows: 20, cell: cell) == (0, 0))
    }

    @Test("blocks are drawn row by row, in the terminal's colours")
    func blocks() throws {
        let picture = ColourPicture(frame(64, 48), most: FrameSize(width: 64, height: 48))
        let few = try TerminalCanvas(nil, environment: ["TERM=linux"])
        #expect(few.mode == .blocks)
        let rows = few.draw(picture, columns: 20, rows: 8, cell: .usual)
        #expect(rows.count == 8)
        let text = String(decoding: rows[3], as: UTF8.self)
        #expect(text.contains("\u{1b}[") && !text.contains("8;2;"), "\(text.debugDescription)")
        let many = try TerminalCanvas(nil, environment: ["TERM=xterm-256color", "COLORTERM=truecolor"])
        let whole = String(decoding: many.draw(picture, columns: 20, rows: 8, cell: .usual)[3], as: UTF8.self)
        #expect(whole.contains("8;2;"))
    }

    @Test("kitty and sixels are detected by the terminal's name, or used on request")
    func modes() throws {
        #expect(try TerminalCanvas(nil, environment: ["TERM=xterm-kitty", "KITTY_PID=1"]).mode == .kitty)
        let picture = ColourPicture(frame(64, 48), most: FrameSize(width: 64, height: 48))
        for (mode, beginning) in [(PictureMode.sixels, "\u{1b}P"), (.kitty, "\u{1b}_G"), (.iterm2, "\u{1b}]1337;")] {
            let canvas = try TerminalCanvas(mode, environment: ["TERM=xterm"])
            let pieces = canvas.draw(picture, columns: 20, rows: 8, cell: .usual)
            #expect(pieces.count == 1 && String(decoding: pieces[0], as: UTF8.self).hasPrefix(beginning))
        }
    }

    @Test("the same canvas draws at another size, and nothing at none")
    func sizes() throws {
        let canvas = try TerminalCanvas(.blocks, environment: ["TERM=xterm-256color"])
        let picture = ColourPicture(frame(64, 48), most: FrameSize(width: 64, height: 48))
        #expect(canvas.draw(picture, columns: 20, rows: 8, cell: .usual).count == 8)
        #expect(canvas.draw(picture, columns: 40, rows: 16, cell: .usual).count == 16)
        #expect(canvas.draw(picture, columns: 0, rows: 16, cell: .usual).isEmpty)
        let empty = ColourPicture(frame(0, 0), most: FrameSize(width: 64, height: 48))
        #expect(canvas.draw(empty, columns: 20, rows: 8, cell: .usual).isEmpty)
    }
}
