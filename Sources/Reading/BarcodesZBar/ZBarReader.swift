// SPDX-License-Identifier: Apache-2.0

package import Barcodes
import CZBar
package import Frames

/// Reads codes with libzbar: linear codes and QR.
///
/// Keeps a buffer between calls, so use one reader on one thread at a time. Each call is independent: zbar's own
/// suppression of repeated reads is off, and each picture gets a new scanner, because zbar's keeps halves of EAN codes
/// for the next picture and would combine halves of different codes.
@safe package final class ZBarReader: BarcodeReader {
    package let name = "zbar"
    package let supported: Set<Symbology>
    private let options: ZBarOptions

    private let library: ZBarLibrary
    /// Rows without padding, because zbar does not support a row stride.
    private var rows: UnsafeMutableRawBufferPointer

    /// - Throws: when libzbar cannot be loaded.
    package init(options: ZBarOptions = ZBarOptions()) throws(BarcodeReaderError) {
        let library = try ZBarLibrary.load()
        self.library = library
        self.options = options
        unsafe rows = .allocate(byteCount: 1, alignment: 64)
        supported = Set(ZBarSymbology.byType.values).union([.isbn, .code39Mod43])
    }

    deinit {
        unsafe rows.deallocate()
    }

    /// The version of the loaded library.
    package var libraryVersion: String {
        let version = library.version
        return "\(version.major).\(version.minor).\(version.patch)"
    }

    package func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        let types = ZBarSymbology.enabledTypes(for: symbologies)
        // zbar computes positions in 32 bits, with a few fractional bits.
        guard !types.isEmpty, image.width >= 3, image.height >= 1, image.width <= 1 << 20, image.height <= 1 << 20,
            image.size.area < 1 << 30
        else { return [] }
        var found: [Barcode] = []
        unsafe withContiguousPixels(of: image) { pixels in
            unsafe scan(pixels, size: image.size, types, into: &found)
        }
        let kept = ZBarReader.withoutStrayAddOns(found)
        return kept.compactMap { $0.asAsked(symbologies) }
    }

    // MARK: - Configuration

    /// A new scanner for these types, 10 µs; `nil` if memory runs out. The caller destroys it.
    private func makeScanner(_ types: Set<Int>) -> OpaquePointer? {
        guard let scanner = unsafe library.functions.pointee.image_scanner_create() else { return nil }
        let functions = unsafe library.functions
        @discardableResult
        func configure(_ type: Int, _ setting: zbar_config_t, _ value: Int) -> Bool {
            let type = zbar_symbol_type_t(rawValue: UInt32(type))
            return unsafe functions.pointee.image_scanner_set_config(scanner, type, setting, Int32(value)) == 0
        }
        unsafe functions.pointee.image_scanner_enable_cache(scanner, 0)
        configure(0, ZBAR_CFG_POSITION, 1)
        configure(0, ZBAR_CFG_X_DENSITY, options.xDensity)
        configure(0, ZBAR_CFG_Y_DENSITY, options.yDensity)
        // Turn everything off first: the defaults include SQ Code, which we do not report.
        configure(0, ZBAR_CFG_ENABLE, 0)
        for type in types { configure(type, ZBAR_CFG_ENABLE, 1) }
        // When off, an add-on is reported as a separate code.
        configure(CZBAR_COMPOSITE, ZBAR_CFG_ENABLE, 0)
        // QR bytes unconverted. Before 0.23.1 there is no such setting: the text then arrives converted to UTF-8.
        if types.contains(CZBAR_QRCODE) { configure(CZBAR_QRCODE, ZBAR_CFG_BINARY, 1) }
        return unsafe scanner
    }

    // MARK: - Scanning

    private func withContiguousPixels(of image: LumaImage, _ body: (UnsafeRawPointer) -> Void) {
        unsafe image.withUnsafePixels { pixels in
            guard let base = pixels.baseAddress else { return }
            if image.rowStride == image.width {
                unsafe body(UnsafeRawPointer(base))
                return
            }
            if unsafe rows.count < image.size.area {
                unsafe rows.deallocate()
                unsafe rows = .allocate(byteCount: image.size.area, alignment: 64)
            }
            let target = unsafe rows.baseAddress!
            for y in 0..<image.height {
                unsafe (target + y * image.width).copyMemory(
                    from: base + y * image.rowStride, byteCount: image.width)
            }
            unsafe body(UnsafeRawPointer(target))
        }
    }

    private func scan(_ pixels: UnsafeRawPointer, size: FrameSize, _ types: Set<Int>, into found: inout [Barcode]) {
        let zbar = unsafe library.functions
        guard let scanner = unsafe makeScanner(types) else { return }
        defer { unsafe zbar.pointee.image_scanner_destroy(scanner) }
        guard let picture = unsafe zbar.pointee.image_create() else { return }
        // Returns the symbols to the scanner, which reuses them for the next picture.
        defer {
            unsafe zbar.pointee.image_scanner_recycle_image(scanner, picture)
            unsafe zbar.pointee.image_destroy(picture)
        }
        unsafe zbar.pointee.image_set_format(picture, UInt(CZBAR_Y800))
        unsafe zbar.pointee.image_set_size(picture, UInt32(size.width), UInt32(size.height))
        unsafe zbar.pointee.image_set_data(picture, pixels, UInt(size.area), nil)
        guard unsafe zbar.pointee.scan_image(scanner, picture) > 0 else { return }

        let outline = LinearOutline(
            size: (size.width, size.height), yDensity: options.yDensity, xDensity: options.xDensity)
        var symbol = unsafe zbar.pointee.image_first_symbol(picture)
        while let current = unsafe symbol {
            if let part = unsafe zbar.pointee.symbol_first_component(current) {
                // Structured append: the parts are separate codes, and incomplete ones are marked partial.
                var component: OpaquePointer? = unsafe part
                while let piece = unsafe component {
                    unsafe append(piece, outline, to: &found)
                    unsafe component = zbar.pointee.symbol_next(piece)
                }
            } else {
                unsafe append(current, outline, to: &found)
            }
            unsafe symbol = zbar.pointee.symbol_next(current)
        }
    }

    private func append(_ symbol: OpaquePointer, _ outline: LinearOutline, to found: inout [Barcode]) {
        let zbar = unsafe library.functions
        let type = Int(unsafe zbar.pointee.symbol_get_type(symbol).rawValue)
        guard let symbology = ZBarSymbology.byType[type] else { return }
        let quality = Int(unsafe zbar.pointee.symbol_get_quality(symbol))
        guard !symbology.isLinear || quality >= options.effectiveMinimumQuality else { return }
        guard let data = unsafe zbar.pointee.symbol_get_data(symbol) else { return }
        let count = Int(unsafe zbar.pointee.symbol_get_data_length(symbol))
        let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: count))

        let pointCount = unsafe zbar.pointee.symbol_get_loc_size(symbol)
        let points = (0..<pointCount).map { index in
            (
                x: Int(unsafe zbar.pointee.symbol_get_loc_x(symbol, index)),
                y: Int(unsafe zbar.pointee.symbol_get_loc_y(symbol, index))
            )
        }
        var code = Barcode(symbology: symbology, bytes: bytes, reader: "zbar", quality: quality)
        if symbology == .qr {
            code.decodedText = ByteModeText.decode(bytes)
            if points.count == 4 {
                // zbar's order is top left, bottom left, bottom right, top right.
                let corners = points.map { PixelPoint(x: Double($0.x), y: Double($0.y)) }
                code.corners = Quadrilateral(
                    topLeft: corners[0], topRight: corners[3], bottomRight: corners[2], bottomLeft: corners[1])
            }
            found.append(code)
            return
        }
        let orientation = Int(unsafe zbar.pointee.symbol_get_orientation(symbol).rawValue)
        let outlines = LinearOutline.Direction(rawValue: orientation).map {
            outline.outlines(points: points, direction: $0)
        }
        guard let outlines, !outlines.isEmpty else {
            found.append(code)
            return
        }
        for place in outlines {
            code.corners = place
            found.append(code)
        }
    }

    /// Drops two- and five-digit add-ons without an EAN or UPC next to them: they have no check digit and are mostly
    /// noise.
    static func withoutStrayAddOns(_ codes: [Barcode]) -> [Barcode] {
        codes.filter { code in
            guard code.symbology == .ean2 || code.symbology == .ean5 else { return true }
            return codes.contains { main in
                guard [.ean13, .ean8, .upcA, .upcE].contains(main.symbology) else { return false }
                guard let place = code.corners, let beside = main.corners else { return true }
                return place.center.distance(to: beside.center) < 1.5 * beside.width
            }
        }
    }
}
