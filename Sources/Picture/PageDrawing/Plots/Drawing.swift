// SPDX-License-Identifier: Apache-2.0

internal import CCairo

/// A plot's file format.
package enum PlotFormat: String, Hashable, Sendable, CaseIterable {
    case png, svg

    /// From a file name's extension; `nil` for any other.
    package init?(path: String) {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        self.init(rawValue: path[path.index(after: dot)...].lowercased())
    }
}

/// Why a plot cannot be drawn. A complete sentence.
package struct PlotError: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String
}

/// A colour in three bytes, `0xRRGGBB`, and its opacity.
struct Ink: Hashable {
    var code: UInt32
    var alpha = 1.0

    func covering(_ alpha: Double) -> Ink { Ink(code: code, alpha: alpha) }

    static let black = Ink(code: 0x1a1a1a)
    static let grey = Ink(code: 0x666666)
    static let rule = Ink(code: 0xd9d9d9)
}

/// A page to draw on. Lengths are in units of 1/96 inch; the origin is at the top left, y down.
///
/// Not safe to use from several threads.
@safe final class Drawing {
    private let drawing: OpaquePointer
    let width: Double
    let height: Double

    /// A PNG has two pixels a unit, for current screens.
    init(_ format: PlotFormat, width: Double, height: Double) throws(PlotError) {
        if let failure = unsafe candela_cairo_load() {
            let cause = unsafe String(cString: failure)
            throw PlotError(description: "cannot draw a plot: cairo is missing (\(cause)); install libcairo2")
        }
        let kind = format == .svg ? CANDELA_DRAWING_SVG : CANDELA_DRAWING_PNG
        guard let drawing = unsafe candela_drawing_create(kind, width, height, 2) else {
            throw PlotError(description: "cannot draw a plot: out of memory; free some and try again")
        }
        unsafe self.drawing = drawing
        self.width = width
        self.height = height
    }

    deinit { unsafe candela_drawing_free(drawing) }

    /// The file's bytes. Draw nothing after this call.
    func finish() throws(PlotError) -> [UInt8] {
        var bytes: UnsafePointer<UInt8>?
        var size = 0
        if let failure = unsafe candela_drawing_finish(drawing, &bytes, &size) {
            throw PlotError(description: "cannot draw a plot: \(unsafe String(cString: failure))")
        }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
    }

    private func use(_ ink: Ink) {
        func part(_ shift: UInt32) -> Double { Double(ink.code >> shift & 0xff) / 255 }
        unsafe candela_drawing_colour(drawing, part(16), part(8), part(0), ink.alpha)
    }

    /// A line through the points.
    func line(_ points: [(x: Double, y: Double)], _ ink: Ink, width: Double = 1, dash: Double = 0) {
        guard let first = points.first else { return }
        use(ink)
        unsafe candela_drawing_move(drawing, first.x, first.y)
        for point in points.dropFirst() { unsafe candela_drawing_line(drawing, point.x, point.y) }
        unsafe candela_drawing_stroke(drawing, width, dash)
    }

    /// The area inside the points.
    func area(_ points: [(x: Double, y: Double)], _ ink: Ink) {
        guard let first = points.first else { return }
        use(ink)
        unsafe candela_drawing_move(drawing, first.x, first.y)
        for point in points.dropFirst() { unsafe candela_drawing_line(drawing, point.x, point.y) }
        unsafe candela_drawing_fill(drawing)
    }

    func rectangle(x: Double, y: Double, width: Double, height: Double, _ ink: Ink) {
        use(ink)
        unsafe candela_drawing_rectangle(drawing, x, y, width, height)
        unsafe candela_drawing_fill(drawing)
    }

    /// Limits what `body` draws to the rectangle.
    func clipped(x: Double, y: Double, width: Double, height: Double, _ body: () -> Void) {
        unsafe candela_drawing_clip(drawing, x, y, width, height)
        body()
        unsafe candela_drawing_unclip(drawing)
    }

    enum Alignment { case left, middle, right }

    /// Writes text with its baseline at `y`. The text may come from strangers: characters that would end a C string or
    /// act as control characters are removed.
    func text(
        _ text: String, x: Double, y: Double, size: Double = 11, _ ink: Ink = .black, align: Alignment = .left,
        isBold: Bool = false, turned: Bool = false
    ) {
        let text = Self.plain(text)
        use(ink)
        let length = unsafe candela_drawing_text_width(drawing, text, size, isBold ? 1 : 0)
        let back = align == .left ? 0 : align == .middle ? length / 2 : length
        let (startX, startY) = turned ? (x, y + back) : (x - back, y)
        unsafe candela_drawing_text(drawing, text, startX, startY, size, isBold ? 1 : 0, turned ? -.pi / 2 : 0)
    }

    func textWidth(_ text: String, size: Double = 11, isBold: Bool = false) -> Double {
        unsafe candela_drawing_text_width(drawing, Self.plain(text), size, isBold ? 1 : 0)
    }

    private static func plain(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars where scalar.value >= 0x20 && !(0x7f...0x9f).contains(scalar.value) {
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}
