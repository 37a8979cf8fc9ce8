// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import FrameMetrics
internal import Frames
internal import LinearReading
internal import LumaProcessing
internal import Pictures
internal import Scanning
internal import SymbolFinding

extension PictureCollector {
    /// Tries whether other programs, which use a library on the picture as it is, read what candela has read.
    func tryPlainly(_ view: PictureView, _ evidence: inout PictureEvidence) {
        guard effort != .fast else { return }
        var reader: (any BarcodeReader)?
        for index in evidence.attempts[0].codes.indices.prefix(3) {
            let code = evidence.attempts[0].codes[index]
            guard let symbology = Symbology(rawValue: code.symbology), Self.plain.contains(symbology),
                let corners = Quadrilateral(code.corners), let place = PlainView(view.whole, corners)
            else { continue }
            let plain = reader ?? makeReader(.fast, .pictures)
            reader = plain
            guard plain.shortfall.missing.isEmpty else { return }
            let read = place.images.first { image, scale in
                plain.read(image, symbologies: [symbology]).contains { found in
                    found.text == code.text || found.corners.map { place.isThere($0, corners, scale: scale) } == true
                }
            }
            if let read {
                // Of what zbar reads, too, a search leaves lines out, so that the doubled picture says nothing of its size.
                if read.scale > 1, [.dataMatrix, .aztec].contains(symbology) { evidence.attempts[0].codes[index].needsEnlarging = true }
                continue
            }
            evidence.attempts[0].codes[index].isDemanding = true
            if symbology.isLinear, let share = BarSpecks.share(of: view.whole, corners: corners), share >= BarSpecks.least {
                evidence.attempts[0].codes[index].specks = share
            }
            if symbology.isLinear, let text = code.text {
                evidence.attempts[0].codes[index].comparison = BarComparison.find(
                    in: view.whole, corners: corners, variants: DrawnBars.modules(of: symbology, text))
            }
        }
    }

    /// The symbologies that zbar or zxing-cpp reads in any picture that shows them well, and in which one read is enough.
    private static let plain: Set<Symbology> = [.qr, .dataMatrix, .aztec, .code128, .code93, .ean13, .upcA]

    /// Reads the planes in which there is something that the brightness does not show.
    func tryColours(
        _ view: PictureView, _ reader: any BarcodeReader, _ plane: (ColourPlane) -> LumaImage?,
        _ evidence: inout PictureEvidence
    ) {
        for colour in ColourPlane.allCases {
            guard let image = plane(colour), image.size == view.whole.size,
                let part = view.isPart ? image.cropped(to: view.rectangle) : image,
                view.part.blocksOfHue(in: part) >= Self.leastHue
            else { continue }
            var attempt = read(
                part, reader, .colour, SymbologySelection.standard.union(symbologies), view.rectangle)
            attempt.plane = colour.rawValue
            // A code of two colours differs more in one of them than in brightness; others are read there by chance.
            if let code = attempt.codes.first, let corners = Quadrilateral(code.corners) {
                let kind: SymbolCandidate.Kind = Symbology(rawValue: code.symbology)?.isLinear == true ? .linear : .matrix
                attempt.contrast = SymbolFigures(of: view.whole, corners: corners, kind: kind, noise: 0).contrast
                attempt.planeContrast = SymbolFigures(of: image, corners: corners, kind: kind, noise: 0).contrast
            }
            evidence.attempts.append(attempt)
            if !attempt.codes.isEmpty { return }
        }
    }

    /// Blocks that differ in hue only: a code of 48 × 48 pixels has nine.
    private static let leastHue = 6

    /// Measures linear codes that were read as a scanner with red light sees them.
    func lookInRed(_ plane: (ColourPlane) -> LumaImage?, _ evidence: inout PictureEvidence) {
        guard evidence.read.contains(where: { Symbology(rawValue: $0.symbology)?.isLinear == true }), let red = plane(.red),
            red.width == evidence.width, red.height == evidence.height
        else { return }
        for attempt in evidence.attempts.indices {
            for code in evidence.attempts[attempt].codes.indices {
                let read = evidence.attempts[attempt].codes[code]
                guard Symbology(rawValue: read.symbology)?.isLinear == true, let corners = Quadrilateral(read.corners) else { continue }
                let figures = SymbolFigures(of: red, corners: corners, kind: .linear, noise: 0)
                evidence.attempts[attempt].codes[code].redContrast = figures.contrast
                evidence.attempts[attempt].codes[code].redLight = figures.light
            }
        }
    }

    /// Tries other ways of reading after the requested one has failed.
    func tryOtherwise(
        _ view: PictureView, _ reader: any BarcodeReader, _ symbols: [SymbolCandidate],
        _ evidence: inout PictureEvidence
    ) {
        let every = SymbologySelection.standard.union(symbologies)
        if every != symbologies {
            evidence.attempts.append(read(view, reader, .everySymbology, every.subtracting(symbologies)))
            guard evidence.codes(.everySymbology).isEmpty else { return }
        }
        if view.isPart {
            evidence.attempts.append(read(view, reader, .wholeFrame, every))
            guard evidence.codes(.wholeFrame).isEmpty else { return }
        }
        tryInverted(view, reader, every, &evidence)
        guard evidence.isUnread else { return }
        if let best = symbols.first { tryRepaired(view, reader, best, &evidence) }
        if evidence.isUnread { trySquared(view, reader, symbols, &evidence) }
        if evidence.isUnread { tryLevelled(view, easier(reader), symbols, &evidence) }
    }

    /// A reader for pictures that were changed until a code in them is plain: of one that is none, a reading with full effort takes three
    /// times as long, and there are many.
    func easier(_ reader: any BarcodeReader) -> any BarcodeReader { effort == .fast ? reader : makeReader(.normal, .pictures) }

    /// Tries what would help if a code were light on dark.
    ///
    /// Our own readers, which take most of the time of a full effort, have tried this already.
    private func tryInverted(
        _ view: PictureView, _ reader: any BarcodeReader, _ symbologies: Set<Symbology>, _ evidence: inout PictureEvidence
    ) {
        var attempt = read(view, easier(reader), .inverted, symbologies)
        // A code at the limit may read in either picture, by chance.
        attempt.codes.removeAll { isDarkOnLight($0, view) }
        evidence.attempts.append(attempt)
    }

    /// Tries what would help if a code has hardly any contrast: its spaces are nearly as dark as its bars, or its bars nearly as light, as a
    /// program may draw them; or it is shown by a display that is turned down, or printed in a pale colour. Such a one is too faint to be
    /// found, so of photographs only those are tried in which nothing resembles a code.
    private func tryLevelled(
        _ view: PictureView, _ reader: any BarcodeReader, _ symbols: [SymbolCandidate], _ evidence: inout PictureEvidence
    ) {
        let isFound = (symbols.first?.score ?? 0) >= PictureThresholds.likelySymbol
        guard evidence.isDrawn || !isFound && isWellLit(evidence) else { return }
        // Others have no check, so that text can be taken for short ones.
        let weak = Set([Symbology.itf, .code39, .codabar].map(\.rawValue))
        let ranges: [ClosedRange<UInt8>] =
            evidence.isDrawn ? [0...63, 192...255] : Self.crowdedRanges(of: view.part)
        // The mean of four pixels has half the noise.
        let scale = evidence.isDrawn || min(view.part.width, view.part.height) < Self.leastHalved ? 1 : 2
        let part = scale == 1 ? view.part : view.part.reduced(by: scale).image
        for range in ranges {
            var attempt = read(part.levelled(range), reader, .levelled, symbologies, PixelRectangle(part.size))
            for code in attempt.codes.indices {
                attempt.codes[code].corners = attempt.codes[code].corners.enumerated().map { index, value in
                    Double(scale) * value + Double(index.isMultiple(of: 2) ? view.rectangle.x : view.rectangle.y)
                }
            }
            attempt.codes.removeAll { weak.contains($0.symbology) && $0.byteCount < 6 }
            guard let code = attempt.codes.first else { continue }
            let isLinear = Symbology(rawValue: code.symbology)?.isLinear == true
            // One with contrast was read for another reason: what spreads the range is a threshold, too.
            guard let corners = Quadrilateral(code.corners) else { continue }
            let figures = SymbolFigures(of: view.whole, corners: corners, kind: isLinear ? .linear : .matrix, noise: 0)
            let contrast = figures.contrast
            guard contrast < PictureThresholds.contrast else { continue }
            // A good print has little contrast, too, in a shadow or where all is white, and most of its light.
            if !evidence.isDrawn, contrast > Self.faint * figures.light || figures.light > Self.mostLight { continue }
            attempt.contrast = contrast
            return evidence.attempts.append(attempt)
        }
    }

    /// Whether the light is in order, so that a code without contrast is faint itself.
    private func isWellLit(_ evidence: PictureEvidence) -> Bool {
        guard let figures = evidence.figures else { return false }
        return figures.p99 >= PictureThresholds.dimHighlight && figures.range >= PictureThresholds.clearRange && !evidence.isWashedOut
    }

    /// The most that dark parts of a faint code differ from its light ones, as a share of these.
    private static let faint = 0.35
    private static let mostLight = 245.0

    /// The quarters of the range in the middle of which a good part of the picture is, as an even surface with a faint code is.
    ///
    /// At most five, the fullest: each is read.
    private static func crowdedRanges(of image: LumaImage) -> [ClosedRange<UInt8>] {
        var counts = Array(repeating: 0, count: 256)
        image.withSpan { pixels in
            for row in stride(from: 0, to: image.height, by: 4) {
                for column in stride(from: 0, to: image.width, by: 4) { counts[Int(pixels[row * image.rowStride + column])] += 1 }
            }
        }
        let least = leastCrowd * counts.reduce(0, +)
        let ranges: [(start: Int, share: Int)] = stride(from: 0, through: 192, by: 32).map { start in
            (start, counts[(start + 12)..<(start + 52)].reduce(0, +))
        }
        let full = ranges.filter { 100 * $0.share >= least }.sorted { $0.share > $1.share }.prefix(5).sorted { $0.start < $1.start }
        return full.map { UInt8($0.start)...UInt8($0.start + 63) }
    }

    /// In pixels: half of it is a small picture.
    private static let leastHalved = 480

    /// In percent: a telephone at arm's length covers more.
    private static let leastCrowd = 6

    /// Whether the corner patterns of a QR code, or the bars of a linear one, are dark on light: a lens that is far out of focus
    /// exchanges narrow bars and spaces.
    func isDarkOnLight(_ code: CodeEvidence, _ view: PictureView) -> Bool {
        guard let corners = Quadrilateral(code.corners), let symbology = Symbology(rawValue: code.symbology) else { return false }
        if symbology.isLinear {
            return SymbolFigures(of: view.whole, corners: corners, kind: .linear, noise: 0).polarity == .darkOnLight
        }
        guard symbology == .qr else { return false }
        let figures = SymbolFigures(of: view.whole, corners: corners, kind: .matrix, noise: 0)
        if let shape = FinderShape(of: view.whole, corners: corners, dark: figures.dark, light: figures.light) { return !shape.isInverted }
        return figures.polarity.map { $0 == .darkOnLight } ?? (figures.module.flatMap { isCoreDark(corners, $0, view.whole) } == true)
    }

    /// Whether the middles of the corner patterns are darker than the light rings round them, of a code that the picture does not hold whole;
    /// `nil` if none is in it.
    private func isCoreDark(_ corners: Quadrilateral, _ module: Double, _ image: LumaImage) -> Bool? {
        let modules = (max(corners.width, corners.height) / module).rounded()
        guard modules >= 21 else { return nil }
        func value(_ column: Double, _ row: Double) -> Double? {
            let place = corners.point(column / modules, row / modules)
            guard place.x >= 0, place.y >= 0, place.x < Double(image.width), place.y < Double(image.height) else { return nil }
            return Double(image[Int(place.x), Int(place.y)])
        }
        let votes = [(3.5, 3.5), (modules - 3.5, 3.5), (3.5, modules - 3.5)].compactMap { column, row -> Int? in
            let ring = [(2.0, 0.0), (-2, 0), (0, 2), (0, -2)].compactMap { value(column + $0.0, row + $0.1) }
            guard let core = value(column, row), ring.count >= 2 else { return nil }
            return core < ring.reduce(0, +) / Double(ring.count) ? 1 : -1
        }.reduce(0, +)
        return votes == 0 ? nil : votes > 0
    }

    /// Tries what would help if a square symbol were stretched.
    private func trySquared(
        _ view: PictureView, _ reader: any BarcodeReader, _ symbols: [SymbolCandidate],
        _ evidence: inout PictureEvidence
    ) {
        for squared in SquaredSymbol.variants(of: view.part, symbols) {
            var attempt = read(
                squared.image, reader, .squared, symbologies.intersection(SquaredSymbol.symbologies),
                PixelRectangle(squared.image.size))
            // What is nearly square was read because it was enlarged.
            let ratios = attempt.codes.compactMap { Quadrilateral($0.corners).map(squared.ratio) }
            guard let ratio = ratios.max(), ratio >= SquaredSymbol.leastRatio else { continue }
            attempt.ratio = ratio
            // Those are places in another picture.
            for index in attempt.codes.indices { attempt.codes[index].corners = [] }
            return evidence.attempts.append(attempt)
        }
    }
}
