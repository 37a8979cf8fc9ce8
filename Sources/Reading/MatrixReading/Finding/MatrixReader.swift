// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames
import LumaProcessing

/// Reads Data Matrix, Aztec, QR and PDF417 codes: any number in a picture, at any angle, dark on light and light on dark.
///
/// Finds them by outlines of dark and light patches, fits a grid to their fixed patterns, and decodes it. QR and PDF417
/// are only straightened here; a library decodes them. Keeps nothing between calls but `suspects`.
package final class MatrixReader: SearchingReader {
    package let name = "candela"
    package let supported: Set<Symbology>
    package let effort: Effort
    package private(set) var suspects: [Quadrilateral] = []
    private let library: (any BarcodeReader)?

    package enum Effort: Hashable, Sendable {
        /// For camera frames: one search of the picture as it is.
        case quick
        /// Also searches reduced and doubled copies, for noise, gaps between printed dots, and modules of one pixel.
        case thorough
    }

    /// - Parameter library: decodes straightened QR and PDF417 symbols, and is named in those codes. Without it, they are
    ///   not read.
    package init(effort: Effort = .thorough, straightenedFor library: (any BarcodeReader)? = nil) {
        self.effort = effort
        self.library = library
        supported = Set([.dataMatrix, .aztec]).union(library?.supported.intersection([.qr, .pdf417]) ?? [])
    }

    /// The largest picture, in pixels, that is worth doubling.
    private static let small = 160_000
    /// The longest side, in pixels, that is searched without reduction.
    private static let longestSide = 4096

    package func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        read(image, symbologies: symbologies, known: [])
    }

    package func read(_ image: LumaImage, symbologies: Set<Symbology>, known: [Barcode]) -> [Barcode] {
        suspects = []
        let wanted = symbologies.intersection(supported)
        guard !wanted.isEmpty, min(image.width, image.height) >= 8 else { return [] }
        var found: [Barcode] = []
        for view in views(of: image) {
            look(view, wanted, known, &found)
        }
        suspects.removeAll { suspect in found.contains { $0.corners?.coversSamePlace(as: suspect) == true } }
        return found
    }

    private func views(of image: LumaImage) -> [PreparedImage] {
        guard let whole = Self.whole(image) else { return [] }
        var views = [whole]
        guard effort == .thorough else { return views }
        if image.size.area <= Self.small { views.append(image.doubled()) }
        for factor in [2, 3] where min(whole.image.width, whole.image.height) / factor >= 60 {
            views.append(whole.then { $0.reduced(by: factor) })
        }
        return views
    }

    /// All of the picture, reduced if a side is longer than `longestSide`; `nil` if it is too large for that.
    static func whole(_ image: LumaImage) -> PreparedImage? {
        let least = max(1, (max(image.width, image.height) + longestSide - 1) / longestSide)
        return least <= 256 ? image.reduced(by: least) : nil
    }

    private func look(
        _ view: PreparedImage, _ wanted: Set<Symbology>, _ elsewhere: [Barcode], _ found: inout [Barcode]
    ) {
        let picture = LumaSampler(view.image)
        let outlines = Outlines(DarkMap(picture))
        let isThorough = effort == .thorough
        let known = (elsewhere + found).compactMap(\.corners)
        var unread: [Quadrilateral] = []
        let back = view.toOriginal.inverse
        var inView = known.map { place in
            place.mapped { point in
                let moved = back?(x: point.x, y: point.y) ?? (x: point.x, y: point.y)
                return PixelPoint(x: moved.x, y: moved.y)
            }
        }
        func isKnown(_ point: PixelPoint) -> Bool {
            inView.contains { $0.contains(point) }
        }
        if wanted.contains(.dataMatrix) {
            let finder = DataMatrixFinder(
                picture: picture, mostCorners: isThorough ? 150 : 40, isThorough: isThorough)
            func find(_ outlines: Outlines) {
                let codes = finder.find(outlines, isKnown: isKnown, known: inView, unread: &unread)
                inView += codes.map(\.corners)
                for code in codes { add(code.symbol, .dataMatrix, code.corners, code.isMirrored, view, &found) }
            }
            find(outlines)
            // Symbols on small parts: what surrounds a part is so light that all of the part counts as dark. One symbol
            // makes others likely, and worth a look at less of the surroundings.
            if isThorough, (elsewhere + found).contains(where: { $0.symbology == .dataMatrix }) {
                find(Outlines(DarkMap(picture, reach: 1)))
            }
        }
        if wanted.contains(.aztec) {
            let finder = AztecFinder(picture: picture, mostEyes: isThorough ? 40 : 8)
            for code in finder.find(outlines, isKnown: isKnown) {
                add(code.symbol, .aztec, code.corners, code.isMirrored, view, &found)
            }
        }
        defer { suspects += unread.map { $0.mapped { view.original($0) } } }
        guard let library else { return }
        if wanted.contains(.qr) {
            let finder = QRFinder(
                picture: picture, mostTriples: isThorough ? 120 : 24, mostVersions: isThorough ? 9 : 3,
                mostIncomplete: isThorough ? 16 : 0,
                methods: isThorough ? CellValues.Method.allCases : [.local, .whole])
            // Without blur, three pixels a module are as good as thirty.
            let codes = finder.find(outlines, isKnown: isKnown, unread: &unread) { grid in
                library.read(grid.picture(modulePixels: 3, quietZone: 4), symbologies: [.qr]).first
            }
            for code in codes { add(code, view, &found) }
        }
        if wanted.contains(.pdf417) {
            let finder = StackedFinder(picture: picture, mostPairs: isThorough ? 12 : 4, isThorough: isThorough)
            let codes = finder.find(outlines, isKnown: isKnown) { crop in
                library.read(crop, symbologies: [.pdf417]).first
            }
            for code in codes { add(code, view, &found) }
        }
    }

    private func add(
        _ symbol: DecodedSymbol, _ symbology: Symbology, _ corners: Quadrilateral, _ isMirrored: Bool,
        _ view: PreparedImage, _ found: inout [Barcode]
    ) {
        guard !symbol.content.bytes.isEmpty else { return }
        var code = Barcode(
            symbology: symbology, bytes: symbol.content.bytes, decodedText: symbol.content.decodedText,
            corners: corners, reader: name)
        code.isMirrored = isMirrored
        code.identifier = Self.identifier(symbology, symbol.content)
        add(code, view, &found)
    }

    /// Source: ISO/IEC 16022, 5.2.6 and table N.1; ISO/IEC 24778, annex F.
    private static func identifier(_ symbology: Symbology, _ content: MatrixContent) -> SymbologyIdentifier? {
        switch (symbology, content.isGS1, content.namesEncoding) {
        case (.dataMatrix, false, false): SymbologyIdentifier("]d1")
        case (.dataMatrix, true, false): SymbologyIdentifier("]d2")
        case (.dataMatrix, false, true): SymbologyIdentifier("]d4")
        case (.dataMatrix, true, true): SymbologyIdentifier("]d5")
        case (.aztec, false, false): SymbologyIdentifier("]z0")
        case (.aztec, true, false): SymbologyIdentifier("]z1")
        case (.aztec, false, true): SymbologyIdentifier("]z3")
        case (.aztec, true, true): SymbologyIdentifier("]z4")
        default: nil
        }
    }

    /// - Parameter code: with corners in the view.
    private func add(_ code: Barcode, _ view: PreparedImage, _ found: inout [Barcode]) {
        var code = code
        code.corners = code.corners?.mapped { view.original($0) }
        let isKnown = found.contains { known in
            guard let place = code.corners, let other = known.corners else { return false }
            return other.coversSamePlace(as: place)
        }
        if !isKnown { found.append(code) }
    }
}

extension PreparedImage {
    func original(_ point: PixelPoint) -> PixelPoint {
        let place = toOriginal(x: point.x, y: point.y)
        return PixelPoint(x: place.x, y: place.y)
    }
}
