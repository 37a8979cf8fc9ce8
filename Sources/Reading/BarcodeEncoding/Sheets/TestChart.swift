// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Glibc
package import PageDrawing

/// A test sheet for setting up a camera: codes with decreasing module sizes, a focus star, grey steps, and a ruler that
/// shows whether the printer kept the size.
///
/// A4, in millimetres. Each code contains its module size, so what scans shows what the camera resolves.
package enum TestChart {
    /// X dimensions in millimetres, from what any phone reads to what needs a macro lens.
    package static let modules = [1.0, 0.75, 0.5, 0.38, 0.33, 0.25, 0.2, 0.15]

    package static func page() throws(EncodingError) -> Page {
        var page = Page(width: 210, height: 297)
        let left = 15.0
        text(&page, "Candela test chart", left, 18, 5.5, isBold: true)
        text(
            &page,
            "Print at 100 %, without \"fit to page\". Check the ruler: if it is not 100 mm long, the sizes below are wrong.",
            left, 24, 3)
        ruler(&page, left, 30)
        var y = 46.0
        text(&page, "QR codes: module width", left, y, 3.5, isBold: true)
        y = try row(&page, left, y + 3, .qr) { "QR \($0) mm" }
        text(&page, "Data Matrix: module width", left, y + 4, 3.5, isBold: true)
        y = try row(&page, left, y + 7, .dataMatrix) { "DM \($0) mm" }
        text(&page, "Code 128: width of the narrowest bar", left, y + 4, 3.5, isBold: true)
        y = try row(&page, left, y + 7, .code128) { "X\($0)" }
        text(&page, "Focus", left, y + 6, 3.5, isBold: true)
        text(&page, "The closer to the centre the spokes stay separate, the better.", left, y + 66, 2.6)
        star(&page, left + 26, y + 36, 24)
        text(&page, "Light", left + 70, y + 6, 3.5, isBold: true)
        text(&page, "All steps should be distinct, without glare.", left + 70, y + 44, 2.6)
        steps(&page, left + 70, y + 12)
        return page
    }

    /// The shortest text for a size: 0.33.
    private static func words(_ module: Double) -> String {
        let hundredths = Int((module * 100).rounded())
        let fraction = hundredths % 100
        if fraction == 0 { return "\(hundredths / 100)" }
        let digits = fraction < 10 ? "0\(fraction)" : "\(fraction)"
        return "\(hundredths / 100)." + (digits.hasSuffix("0") ? String(digits.dropLast()) : digits)
    }

    /// Codes of all sizes, in rows.
    private static func row(
        _ page: inout Page, _ left: Double, _ top: Double, _ symbology: Symbology, _ content: (String) -> String
    ) throws(EncodingError) -> Double {
        var (x, y, tallest) = (left, top, 0.0)
        for module in modules {
            var options = EncodingOptions()
            if symbology.isLinear { options.barHeight = 12 / module }
            let symbol = try BarcodeEncoder.encode(content(words(module)), as: symbology, options)
            let sheet = CodeSheet(symbol, module: module)
            let size = sheet.size
            if x + size.width > page.width - left {
                (x, y) = (left, y + tallest + 7)
                tallest = 0
            }
            sheet.draw(on: &page, x: x, y: y)
            let label = words(module) + " mm"
            text(&page, label, x + size.width / 2, y + size.height + 3, 2.6, anchor: .middle)
            x += max(size.width, 12) + 3
            tallest = max(tallest, size.height)
        }
        return y + tallest + 5
    }

    private static func text(
        _ page: inout Page, _ words: String, _ x: Double, _ y: Double, _ size: Double, anchor: Page.Anchor = .start,
        isBold: Bool = false
    ) {
        page.items.append(.text(words, at: .init(x: x, y: y), size: size, anchor: anchor, isBold: isBold))
    }

    private static func ruler(_ page: inout Page, _ x: Double, _ y: Double) {
        var boxes = [Page.Box(x: x, y: y + 5, width: 100, height: 0.2)]
        for millimetre in 0...100 {
            let length = millimetre % 10 == 0 ? 5.0 : millimetre % 5 == 0 ? 3.5 : 2
            boxes.append(.init(x: x + Double(millimetre) - 0.1, y: y + 5 - length, width: 0.2, height: length))
        }
        page.items.append(.boxes(boxes, grey: 0))
        for centimetre in 0...10 {
            text(&page, "\(centimetre * 10)", x + Double(centimetre) * 10, y + 8.5, 2.6, anchor: .middle)
        }
    }

    /// A Siemens star of 36 spokes: the diameter of the grey disc in its middle shows the size that is not resolved.
    private static func star(_ page: inout Page, _ x: Double, _ y: Double, _ radius: Double) {
        for spoke in 0..<36 {
            let angles = [Double(spoke) * .pi / 18, Double(spoke) * .pi / 18 + .pi / 36]
            let rim = angles.map { Page.Point(x: x + radius * cos($0), y: y + radius * sin($0)) }
            page.items.append(.polygon([.init(x: x, y: y)] + rim, grey: 0))
        }
    }

    /// Eleven steps from black to white, equidistant on the sRGB scale, with their values.
    private static func steps(_ page: inout Page, _ x: Double, _ y: Double) {
        let width = 9.5
        for step in 0...10 {
            let grey = UInt8((Double(step) * 25.5).rounded())
            let left = x + Double(step) * width
            page.items.append(.boxes([.init(x: left, y: y, width: width, height: 22)], grey: grey))
            text(&page, "\(grey)", left + width / 2, y + 26, 2.6, anchor: .middle)
        }
        // White needs a border to be visible on white.
        let edge = 0.2
        page.items.append(
            .boxes(
                [
                    .init(x: x, y: y, width: 11 * width, height: edge),
                    .init(x: x, y: y + 22 - edge, width: 11 * width, height: edge),
                    .init(x: x + 11 * width - edge, y: y, width: edge, height: 22),
                ], grey: 128))
    }
}
