// SPDX-License-Identifier: Apache-2.0

internal import CCairo
internal import Glibc

/// A page drawn by cairo, for formats other than SVG.
@safe final class CairoPage {
    private let drawing: OpaquePointer

    init(_ page: Page, _ format: PageFormat, _ pixelsPerMillimetre: Double) throws(PageError) {
        if let failure = unsafe candela_cairo_load() {
            let cause = unsafe String(cString: failure)
            throw PageError(description: "cannot draw the page: cairo is missing (\(cause)); install libcairo2")
        }
        // A point, the unit of PDF, is 1/72 inch.
        let (kind, scale) =
            format == .pdf ? (CANDELA_DRAWING_PDF, 72 / 25.4) : (CANDELA_DRAWING_PNG, pixelsPerMillimetre)
        // cairo supports no picture with a side over 32,767 pixels.
        guard page.width * scale < 32_000, page.height * scale < 32_000, page.width > 0, page.height > 0 else {
            throw PageError(description: "cannot draw the page: it is too large; make modules or dots per inch smaller")
        }
        guard let drawing = unsafe candela_drawing_create(kind, page.width, page.height, scale) else {
            throw PageError(description: "cannot draw the page: out of memory; make the page smaller")
        }
        unsafe self.drawing = drawing
        for item in page.items { try draw(item) }
    }

    deinit { unsafe candela_drawing_free(drawing) }

    func bytes() throws(PageError) -> [UInt8] {
        var bytes: UnsafePointer<UInt8>?
        var size = 0
        if let failure = unsafe candela_drawing_finish(drawing, &bytes, &size) {
            throw PageError(description: "cannot draw the page: \(unsafe String(cString: failure))")
        }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
    }

    private func draw(_ item: Page.Item) throws(PageError) {
        switch item {
        case .boxes(let boxes, let grey):
            use(grey)
            for box in boxes { unsafe candela_drawing_rectangle(drawing, box.x, box.y, box.width, box.height) }
            unsafe candela_drawing_fill(drawing)
        case .polygon(let points, let grey): fill(points, grey)
        case .disc(let center, let radius, let grey):
            fill(
                (0..<90).map { step in
                    let angle = Double(step) * .pi / 45
                    return Page.Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
                }, grey)
        case .text(let text, let point, let size, let anchor, let isBold):
            use(0)
            // A C string ends at a NUL.
            let shown = String(text.unicodeScalars.map { $0.value == 0 ? "\u{fffd}" : Character($0) })
            let width = unsafe candela_drawing_text_width(drawing, shown, size, isBold ? 1 : 0)
            let shift = anchor == .start ? 0 : anchor == .middle ? width / 2 : width
            unsafe candela_drawing_text(drawing, shown, point.x - shift, point.y, size, isBold ? 1 : 0, 0)
        case .picture(let bytes, let box):
            let failure = unsafe bytes.withUnsafeBufferPointer { buffer in
                unsafe candela_drawing_picture(
                    drawing, buffer.baseAddress!, buffer.count, box.x, box.y, box.width, box.height)
            }
            if let failure = unsafe failure {
                throw PageError(
                    description: "cannot draw the picture: \(unsafe String(cString: failure)); it must be a PNG")
            }
        }
    }

    private func use(_ grey: UInt8) {
        let value = Double(grey) / 255
        unsafe candela_drawing_colour(drawing, value, value, value, 1)
    }

    private func fill(_ points: [Page.Point], _ grey: UInt8) {
        guard let first = points.first else { return }
        use(grey)
        unsafe candela_drawing_move(drawing, first.x, first.y)
        for point in points.dropFirst() { unsafe candela_drawing_line(drawing, point.x, point.y) }
        unsafe candela_drawing_fill(drawing)
    }
}
