// SPDX-License-Identifier: Apache-2.0

package import Barcodes
import CZXing
package import Frames

/// Reads codes with zxing-cpp, through the plugin libcandela-zxing.so.
///
/// Keeps nothing between calls. zxing-cpp 1.4 ends the process on ordinary pictures, so only safe calls are made with it:
/// see `CZXingPlugin`.
@safe package final class ZXingReader: BarcodeReader {
    package let name = "zxing"
    package let supported: Set<Symbology>
    /// The symbologies on which the loaded version can fail an assertion.
    package let unsafeSymbologies: Set<Symbology>
    package let options: ZXingOptions
    private let library: ZXingLibrary

    /// The maximum number of picture parts to search for further linear codes, and of codes found that way.
    private static let mostParts = 24

    /// - Throws: when the plugin or libzxing cannot be loaded.
    package init(options: ZXingOptions = ZXingOptions()) throws(BarcodeReaderError) {
        library = try ZXingLibrary.load()
        self.options = options
        let table = library.table
        let readable = Set(ZXingSymbology.bits.filter { table.symbologies & UInt32($0.value) != 0 }.keys)
        unsafeSymbologies = Set(ZXingSymbology.bits.filter { table.unsafe_symbologies & UInt32($0.value) != 0 }.keys)
        var supported = options.unsafeCalls ? readable : readable.subtracting(unsafeSymbologies)
        if supported.contains(.ean13) { supported.formUnion([.isbn, .ean2, .ean5]) }
        if supported.contains(.code39) { supported.insert(.code39Mod43) }
        self.supported = supported
    }

    /// The version of zxing-cpp for which the plugin was built.
    package var libraryVersion: String {
        let table = library.table
        return "\(table.major).\(table.minor).\(table.patch)"
    }

    package var abilities: ReaderAbilities { Self.abilities(major: library.table.major, options) }

    /// Since 2.0 a call finds several codes of a kind, and searches inverted and reduced copies if `try_variants` is set:
    /// see `CZXingPlugin`. With 3.1.1 instead of 1.4, the ladder's own reduced copies, inverted copies for matrix codes
    /// and windows for Data Matrix add none of the 896 codes of `candela-bench steps`; inverted copies for linear codes
    /// still add three.
    package static func abilities(major: UInt32, _ options: ZXingOptions) -> ReaderAbilities {
        guard major >= 2 else { return [] }
        return options.tryHarder ? [.inverted, .reduced, .several] : .several
    }

    package func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        // The library uses 32-bit numbers.
        guard image.width <= 1 << 20, image.height <= 1 << 20, image.height * image.rowStride < 1 << 31 else {
            return []
        }
        var printed = symbologies.printed
        let addOns = !symbologies.isDisjoint(with: [.ean2, .ean5])
        if addOns { printed.formUnion([.ean13, .upcA, .upcE, .ean8]) }
        printed.formIntersection(supported)

        var found: [Barcode] = []
        if library.table.one_linear_code == 0 {
            for code in call(image, printed, addOns: addOns) { add(code, of: image, addOns: addOns, to: &found) }
        } else {
            found += call(image, printed.filter { !$0.isLinear && !unsafeSymbologies.contains($0) }, addOns: false)
            let dataBar: Set<Symbology> = [.dataBar, .dataBarExpanded]
            found += linearCodes(image, printed.filter { $0.isLinear && !dataBar.contains($0) }, addOns: addOns)
            // One call reads one of either kind.
            for symbology in printed.intersection(dataBar).sorted() {
                found += call(image, [symbology], addOns: false)
            }
            // Separately: a failure loses nothing else.
            for symbology in printed.intersection(unsafeSymbologies).sorted() {
                found += call(image, [symbology], addOns: false)
            }
        }
        return found.flatMap(ZXingReader.splittingAddOn).compactMap { $0.asAsked(symbologies) }
    }

    // MARK: - Calls

    private func call(_ image: LumaImage, _ symbologies: Set<Symbology>, addOns: Bool) -> [Barcode] {
        guard !symbologies.isEmpty else { return [] }
        var settings = czxing_options(
            symbologies: ZXingSymbology.mask(of: symbologies), try_harder: options.tryHarder ? 1 : 0,
            try_rotate: options.tryRotate ? 1 : 0, read_add_on: addOns ? 1 : 0,
            try_variants: options.tryHarder ? 1 : 0)
        let table = library.table
        var result: UnsafeMutablePointer<czxing_result>?
        unsafe image.withUnsafePixels { pixels in
            // A call that failed gives an empty list, like an unreadable picture.
            _ = unsafe table.read(
                pixels.baseAddress, Int32(image.width), Int32(image.height), Int32(image.rowStride), &settings, &result)
        }
        guard let result = unsafe result else { return [] }
        defer { unsafe table.release(result) }
        let codes = unsafe UnsafeBufferPointer(start: result.pointee.barcodes, count: result.pointee.count)
        return unsafe codes.compactMap { unsafe Self.barcode($0) }.map { code in
            guard code.symbology == .pdf417, let corners = code.corners, OpenPDF417.isOpen(corners) else { return code }
            var code = code
            code.corners = OpenPDF417.closed(corners, in: image)
            return code
        }
    }

    private static func barcode(_ code: czxing_barcode) -> Barcode? {
        guard let symbology = ZXingSymbology.symbology(of: unsafe code.symbology) else { return nil }
        let bytes = unsafe [UInt8](UnsafeBufferPointer(start: code.bytes, count: code.byte_count))
        var barcode = Barcode(symbology: symbology, bytes: bytes, reader: "zxing")
        if symbology == .dataBarExpanded, let plain = GS1ElementString.withoutParentheses(bytes) {
            // Before 2.0 the bytes are the printed form.
            barcode.bytes = plain
        } else if unsafe code.is_text != 0, unsafe code.text != nil {
            let utf8 = unsafe UnsafeRawBufferPointer(start: code.text, count: code.text_count)
            let text = unsafe String(validating: utf8, as: UTF8.self)
            // Identical bytes need not be repeated.
            if let text, Array(text.utf8) != bytes { barcode.decodedText = text }
        }
        if symbology.isLinear { barcode.quality = Int(unsafe code.line_count) }
        barcode.isMirrored = unsafe code.is_mirrored != 0
        let (index, count) = unsafe (Int(code.sequence_index), Int(code.sequence_size))
        if index >= 0 { barcode.part = .init(number: index + 1, count: count > 1 ? count : nil) }
        let letters = unsafe [code.identifier.0, code.identifier.1, code.identifier.2].prefix { $0 != 0 }
        let identifier = String(decoding: letters.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        barcode.identifier = SymbologyIdentifier(identifier)
        if unsafe code.has_corners != 0 {
            let c = unsafe code.corners
            barcode.corners = Quadrilateral(
                topLeft: PixelPoint(x: Double(c.0), y: Double(c.1)),
                topRight: PixelPoint(x: Double(c.2), y: Double(c.3)),
                bottomRight: PixelPoint(x: Double(c.4), y: Double(c.5)),
                bottomLeft: PixelPoint(x: Double(c.6), y: Double(c.7)))
        }
        return barcode
    }

    /// An EAN or UPC with an add-on arrives as one text with a space; here the two become separate codes.
    static func splittingAddOn(_ code: Barcode) -> [Barcode] {
        guard [.ean13, .ean8, .upcA, .upcE].contains(code.symbology),
            let space = code.bytes.firstIndex(of: 0x20), space > 0
        else { return [code] }
        let addOn = Array(code.bytes[(space + 1)...])
        var main = code
        main.bytes = Array(code.bytes[..<space])
        main.decodedText = nil
        guard addOn.count == 2 || addOn.count == 5 else { return [main] }
        var second = main
        second.symbology = addOn.count == 2 ? .ean2 : .ean5
        second.bytes = addOn
        return [main, second]
    }

    // MARK: - Several linear codes

    private static let grown: Set<Symbology> = Set(Symbology.allCases.filter(\.isLinear)).subtracting([
        .dataBar, .dataBarExpanded,
    ])

    /// Adds a code of a call that reads several. The outline of a linear code is that of the lines that were read; it is
    /// grown to the ends of the bars.
    private func add(_ code: Barcode, of image: LumaImage, addOns: Bool, to found: inout [Barcode]) {
        guard Self.grown.contains(code.symbology), var strip = code.corners else { return found.append(code) }
        // Of a code that is read upside down, "top" is still what is higher in the picture.
        let (u, v) = ((strip.topLeft, strip.topRight), (strip.topLeft, strip.bottomLeft))
        let turn = (u.1.x - u.0.x) * (v.1.y - v.0.y) - (u.1.y - u.0.y) * (v.1.x - v.0.x)
        if turn < 0 {
            strip = Quadrilateral(
                topLeft: strip.bottomLeft, topRight: strip.bottomRight, bottomRight: strip.topRight,
                bottomLeft: strip.topLeft)
        }
        var code = code
        let outline = BarExtent.along(strip, in: image)
        code.corners = outline
        found.append(code)
        // Equal labels, one below the other, are one code to the library: its lower line is then in another label.
        let height = outline.topLeft.distance(to: outline.bottomLeft)
        guard options.severalLinearCodes, outline.topLeft.distance(to: strip.bottomLeft) > height + max(8, height / 4),
            let rest = BarExtent.remainders(of: PixelRectangle(image.size), around: outline).first(where: { part in
                let (x, y) = (strip.bottomLeft.x + strip.bottomRight.x, strip.bottomLeft.y + strip.bottomRight.y)
                return x / 2 >= Double(part.x) && x / 2 < Double(part.x + part.width) && y / 2 >= Double(part.y)
                    && y / 2 < Double(part.y + part.height)
            }), let view = image.cropped(to: rest)
        else { return }
        for other in call(view, [code.symbology], addOns: addOns) where other.bytes == code.bytes {
            var moved = other
            moved.corners = other.corners?.mapped { PixelPoint(x: $0.x + Double(rest.x), y: $0.y + Double(rest.y)) }
            add(moved, of: image, addOns: addOns, to: &found)
        }
    }

    /// Reads linear codes if a call reads only one: searches again next to the codes found so far.
    private func linearCodes(_ image: LumaImage, _ symbologies: Set<Symbology>, addOns: Bool) -> [Barcode] {
        guard !symbologies.isEmpty else { return [] }
        var found: [Barcode] = []
        var parts = [PixelRectangle(image.size)]
        var looks = 0
        while let part = parts.popLast(), looks < Self.mostParts {
            looks += 1
            guard let view = image.cropped(to: part) else { continue }
            guard var code = call(view, symbologies, addOns: addOns).first, var place = code.corners else { continue }
            place = place.mapped { PixelPoint(x: $0.x + Double(part.x), y: $0.y + Double(part.y)) }
            let outline = BarExtent.along(place, in: image)
            code.corners = outline
            if !found.contains(where: {
                $0.symbology == code.symbology && $0.bytes == code.bytes
                    && ($0.corners.map { $0.coversSamePlace(as: outline) } ?? true)
            }) {
                found.append(code)
            }
            guard options.severalLinearCodes else { break }
            parts += BarExtent.remainders(of: part, around: outline)
        }
        return found
    }
}
