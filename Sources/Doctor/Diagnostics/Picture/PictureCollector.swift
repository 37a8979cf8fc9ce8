// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import FrameMetrics
package import Frames
internal import LinearReading
internal import LumaProcessing
internal import MatrixReading
package import Pictures
package import Scanning
internal import SymbolFinding

/// Examines a picture or a camera's frames, and collects the evidence for the judges.
///
/// A photograph of 12 megapixels takes about a second in addition to reading it once; two dozen live frames of
/// 640 × 480 take under half a second of processor time.
package struct PictureCollector {
    /// Makes a reader of the given effort; called once for each effort that is needed.
    package var makeReader: (ReadingEffort) -> any BarcodeReader
    package var symbologies: Set<Symbology>
    package var region: FrameRegion?
    /// The effort of the requested reading.
    package var effort: ReadingEffort

    package init(
        symbologies: Set<Symbology> = SymbologySelection.standard, region: FrameRegion? = nil,
        effort: ReadingEffort = .hard, makeReader: @escaping (ReadingEffort) -> any BarcodeReader
    ) {
        self.makeReader = makeReader
        self.symbologies = symbologies
        self.region = region
        self.effort = effort
    }

    /// Examines a photograph.
    ///
    /// - Parameter plane: gives one plane of its colours, if there are any.
    /// - Throws: `RegionError` if the region is not inside the picture.
    package func collect(
        _ picture: LumaImage, plane: ((ColourPlane) -> LumaImage?)? = nil
    ) throws(RegionError) -> PictureEvidence {
        let view = try PictureView(picture, region: region)
        var evidence = PictureEvidence(width: picture.width, height: picture.height, frames: [FrameFigures(view.part)])
        describe(&evidence, view)
        let reader = makeReader(effort)
        let attempt = read(view, reader, .asked, symbologies)
        evidence.attempts = [attempt]
        let symbols = symbols(view, evidence)
        if attempt.codes.isEmpty { tryOtherwise(view, reader, symbols, &evidence) }
        if let plane, evidence.isUnread {
            tryColours(view, reader, plane, &evidence)
        }
        place(view, symbols, &evidence)
        if !attempt.codes.isEmpty { tryPlainly(view, &evidence) }
        return evidence
    }

    /// Tries whether other programs, which use a library on the picture as it is, read what candela has read.
    private func tryPlainly(_ view: PictureView, _ evidence: inout PictureEvidence) {
        guard effort != .fast else { return }
        var reader: (any BarcodeReader)?
        for index in evidence.attempts[0].codes.indices.prefix(3) {
            let code = evidence.attempts[0].codes[index]
            guard let symbology = Symbology(rawValue: code.symbology), Self.plain.contains(symbology),
                let corners = Quadrilateral(code.corners), let place = PlainView(view.whole, corners)
            else { continue }
            let plain = reader ?? makeReader(.fast)
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
    private func tryColours(
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
            evidence.attempts.append(attempt)
            if !attempt.codes.isEmpty { return }
        }
    }

    /// Blocks that differ in hue only: a code of 48 × 48 pixels has nine.
    private static let leastHue = 6

    /// Examines frames of a camera at rest, in order: a dozen or more, over about half a second or longer.
    ///
    /// - Throws: `RegionError` if the region is not inside the frames.
    package func collect(
        _ frames: [(luma: LumaImage, timestamp: FrameTimestamp)], settings: CameraSettings? = nil, colours: ColourBalance? = nil
    ) throws(RegionError) -> PictureEvidence {
        guard let last = frames.last else {
            var evidence = PictureEvidence(width: 0, height: 0, isLive: true, frames: [])
            evidence.settings = settings
            return evidence
        }
        var views: [PictureView] = []
        for frame in frames where frame.luma.size == last.luma.size {
            views.append(try PictureView(frame.luma, region: region))
        }
        let sharpness = views.map { $0.part.tenengrad() }
        let chosen = sharpness.indices.max { sharpness[$0] < sharpness[$1] } ?? 0
        // Full figures of a few frames, including the sharpest, are enough.
        var looked = Set((0..<min(5, views.count)).map { $0 * (views.count - 1) / max(1, min(5, views.count) - 1) })
        looked.insert(chosen)
        let order = looked.sorted()
        var evidence = PictureEvidence(
            width: last.luma.width, height: last.luma.height, isLive: true,
            frames: order.map { index in
                var figures = FrameFigures(views[index].part)
                figures.combed = views[index].part.combedShare()
                return figures
            })
        evidence.chosen = order.firstIndex(of: chosen) ?? 0
        evidence.settings = settings
        evidence.colours = colours
        describe(&evidence, views[chosen])
        evidence.temporal = TemporalFigures(
            views: views, timestamps: frames.filter { $0.luma.size == last.luma.size }.map(\.timestamp),
            sharpness: sharpness)

        let symbols = symbols(views[chosen], evidence)
        let reader = makeReader(effort)
        let attempt = read(views, reader)
        evidence.attempts = [attempt]
        // In the dark, more expensive attempts find nothing, and noise makes them slower still.
        if attempt.codes.isEmpty, !views.isEmpty, (evidence.figures?.p99 ?? 0) >= PictureThresholds.darkHighlight {
            let hard = effort == .hard ? reader : makeReader(.hard)
            if effort != .hard {
                evidence.attempts.append(read(views[chosen], hard, .harder, symbologies))
            }
            if evidence.isUnread {
                tryOtherwise(views[chosen], hard, symbols, &evidence)
            }
        }
        place(views[chosen], symbols, &evidence)
        return evidence
    }

    // MARK: Reading

    /// Reads frames until three have given a code.
    private func read(_ views: [PictureView], _ reader: any BarcodeReader) -> ReadingAttempt {
        var attempt = ReadingAttempt(.asked, milliseconds: 0, frames: 0, framesRead: 0, codes: [])
        for view in views where attempt.framesRead < 3 {
            let one = read(view, reader, .asked, symbologies)
            attempt.milliseconds += one.milliseconds
            attempt.frames += 1
            if !one.codes.isEmpty {
                attempt.framesRead += 1
                attempt.codes = one.codes
            }
        }
        return attempt
    }

    private func read(
        _ view: PictureView, _ reader: any BarcodeReader, _ kind: ReadingAttempt.Kind, _ symbologies: Set<Symbology>
    ) -> ReadingAttempt {
        let whole = kind == .wholeFrame
        var image = whole ? view.whole : view.part
        if kind == .inverted { image = image.inverted() }
        return read(image, reader, kind, symbologies, whole ? PixelRectangle(view.whole.size) : view.rectangle)
    }

    /// Reads a picture that is shown at `place` of the whole.
    private func read(
        _ image: LumaImage, _ reader: any BarcodeReader, _ kind: ReadingAttempt.Kind, _ symbologies: Set<Symbology>,
        _ place: PixelRectangle
    ) -> ReadingAttempt {
        let offset = (x: place.x, y: place.y)
        let reading = TimedReading(reader, image, symbologies)
        return ReadingAttempt(
            kind, milliseconds: reading.processor, codes: reading.codes.map { CodeEvidence($0, offset: offset) })
    }

    /// Tries other ways of reading after the requested one has failed.
    private func tryOtherwise(
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
        var inverted = read(view, reader, .inverted, every)
        // A code at the limit may read in either picture, by chance.
        inverted.codes.removeAll { isDarkOnLight($0, view) }
        evidence.attempts.append(inverted)
        guard inverted.codes.isEmpty else { return }
        if let best = symbols.first { tryRepaired(view, reader, best, &evidence) }
        if evidence.isUnread { trySquared(view, reader, symbols, &evidence) }
        if evidence.isUnread { tryLevelled(view, reader, symbols, &evidence) }
    }

    /// Tries what would help if a code has hardly any contrast: its spaces are nearly as dark as its bars, or its bars nearly as light, as a
    /// program may draw them; or it is shown by a display that is turned down, or printed in a pale colour. Such a one is too faint to be
    /// found, so of photographs only those are tried in which nothing resembles a code.
    private func tryLevelled(
        _ view: PictureView, _ reader: any BarcodeReader, _ symbols: [SymbolCandidate], _ evidence: inout PictureEvidence
    ) {
        let isFound = (symbols.first?.score ?? 0) >= PictureThresholds.likelySymbol
        guard evidence.isDrawn || !isFound && isWellLit(evidence) else { return }
        let reader = evidence.isDrawn ? reader : makeReader(.normal)
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
    private func isDarkOnLight(_ code: CodeEvidence, _ view: PictureView) -> Bool {
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

    /// Tries what would help if one certain thing were wrong with the print: if the code then reads, it is proved.
    private func tryRepaired(
        _ view: PictureView, _ reader: any BarcodeReader, _ best: SymbolCandidate, _ evidence: inout PictureEvidence
    ) {
        let figures = SymbolFigures(
            of: view.part, corners: best.corners, kind: best.kind, noise: evidence.figures?.noise ?? 0)
        // Dots that stand far apart hardly look like a symbol, but for their even distances.
        let isDotted = best.kind == .matrix && best.score >= PictureThresholds.vagueSymbol
            && (figures.gap ?? 0) >= 0.2 * (figures.module ?? .infinity)
        guard best.score >= PictureThresholds.likelySymbol || isDotted else { return }
        // Others have no check: what is left of one after painting over a bar of it reads, too.
        let checked = symbologies.intersection([.ean13, .ean8, .upcA, .upcE, .code128, .code93])
        for image in ClearedMargin.variants(of: view.part, best) {
            let attempt = read(image, reader, .cleared, checked, view.rectangle)
            guard !attempt.codes.isEmpty else { continue }
            if evidence.noise > PictureThresholds.noise, readsByChance(view, reader, best, checked) { break }
            return evidence.attempts.append(attempt)
        }
        guard best.kind == .matrix else { return }
        let matrix = symbologies.filter { !$0.isLinear }
        if let gaps = RowGaps(of: view.part, corners: best.corners, dark: figures.dark, light: figures.light) {
            let place = PixelRectangle(gaps.squeezed.size)
            var attempt = read(gaps.squeezed, reader, .squeezed, matrix, place)
            attempt.gaps = gaps.figures
            attempt.codes.removeAll { Quadrilateral($0.corners).map(gaps.ranThrough) != true }
            // Those are places in another picture.
            for index in attempt.codes.indices { attempt.codes[index].corners = [] }
            guard attempt.codes.isEmpty else { return evidence.attempts.append(attempt) }
        }
        // Larger modules leave gaps that readers close themselves, and growing them would take long.
        guard let module = figures.module, (3...32).contains(module) else { return }
        // Dots that leave a quarter or a half of their cell empty; where all do, their size was taken for the module.
        // Dots of paint, milled or etched, are as often light.
        let inverted = figures.polarity == .darkOnLight ? nil : view.part.inverted()
        for radius in Set([5, 3, 2, 1.5].map { max(1, Int(module / $0)) }).sorted() {
            let attempt = read(view.part.darkened(radius: radius), reader, .joined, matrix, view.rectangle)
            guard attempt.codes.isEmpty else { return evidence.attempts.append(attempt) }
            guard let inverted else { continue }
            var light = read(inverted.darkened(radius: radius), reader, .joinedLight, matrix, view.rectangle)
            light.codes.removeAll { isDarkOnLight($0, view) }
            guard light.codes.isEmpty else { return evidence.attempts.append(light) }
        }
    }

    /// Whether a code in much noise reads as well with other places painted over that have nothing to do with it.
    private func readsByChance(
        _ view: PictureView, _ reader: any BarcodeReader, _ best: SymbolCandidate, _ symbologies: Set<Symbology>
    ) -> Bool {
        ClearedMargin.controls(of: view.part, best).contains { image in
            !read(image, reader, .cleared, symbologies, view.rectangle).codes.isEmpty
        }
    }

    // MARK: Places

    /// What looks like a symbol in the part that is examined, the likeliest first.
    private func symbols(_ view: PictureView, _ evidence: PictureEvidence) -> [SymbolCandidate] {
        SymbolFinder().find(in: view.part, noise: evidence.figures?.noise ?? 0)
    }

    private func describe(_ evidence: inout PictureEvidence, _ view: PictureView) {
        evidence.symbologies = symbologies.map(\.rawValue).sorted()
        evidence.effort = effort.rawValue
        if let region {
            let area = view.rectangle
            evidence.region = RegionEvidence(
                text: region.description, x: area.x, y: area.y, width: area.width, height: area.height)
        }
        let offset = (x: Double(view.rectangle.x), y: Double(view.rectangle.y))
        evidence.spots = ClippedSpot.find(in: view.part).map { spot in
            var spot = spot
            spot.x += offset.x
            spot.y += offset.y
            return spot
        }
    }

    /// Adds candidates and their figures: first codes that were read, then other places that look like a symbol.
    private func place(_ view: PictureView, _ symbols: [SymbolCandidate], _ evidence: inout PictureEvidence) {
        if evidence.isUnread {
            evidence.bump = LightBump(of: view.part)
            evidence.bullsEye = BullsEye.find(in: view.part)
            let bars = LikelyBars(in: view.part)
            evidence.wrongCheck = WrongCheck.find(in: bars)
            evidence.shortITF = ShortITF.find(in: bars)
            evidence.unframedCode39 = UnframedCode39.find(in: bars)
            evidence.unframedCode128 = UnframedCode128.find(in: bars)
            evidence.cutCode128 = CutCode128.find(in: bars)
            evidence.unevenWidths = UnevenWidths.find(in: bars)
            evidence.foreignCode = ForeignCode.find(in: bars)
            evidence.bend = QRBend.measure(in: view.part)
            evidence.markedCode = MarkedCode.find(in: view.part)?.moved(
                by: (x: Double(view.rectangle.x), y: Double(view.rectangle.y)))
            evidence.crowdedCode = CrowdedCode.find(in: bars)
            if let best = symbols.first, best.kind == .linear, best.score >= PictureThresholds.likelySymbol {
                let figures = SymbolFigures(of: view.part, corners: best.corners, kind: .linear, noise: evidence.figures?.noise ?? 0)
                // Narrow spaces between soft edges are darker than the paper, too.
                evidence.hiddenBars = figures.module.flatMap { module in
                    (figures.edgeWidth ?? .infinity) <= 0.8 * module ? HiddenBars.find(in: view.part, corners: best.corners, module: module) : nil
                }
            }
        }
        let noise = evidence.figures?.noise ?? 0
        let offset = (x: Double(view.rectangle.x), y: Double(view.rectangle.y))
        // It searches the whole picture: only if somebody asks, and once.
        lazy var bends = QRBend.Codes(in: view.whole)
        lazy var seen = QRSighting.find(in: view.part)?.moved(by: offset)
        var places: [(kind: SymbolCandidate.Kind, corners: Quadrilateral, score: Double)] = []
        locate(view, &evidence)
        for attempt in evidence.attempts.indices {
            for code in evidence.attempts[attempt].codes.indices {
                let read = evidence.attempts[attempt].codes[code]
                guard let symbology = Symbology(rawValue: read.symbology), let corners = Quadrilateral(read.corners)
                else { continue }
                let kind: SymbolCandidate.Kind = symbology.isLinear ? .linear : .matrix
                let figures = SymbolFigures(of: view.whole, corners: corners, kind: kind, noise: noise)
                let outline = LinearOutline(symbology, text: read.text, corners, figures)
                let modules = symbology.fixedModules.map { Double($0) }
                evidence.attempts[attempt].codes[code].module =
                    outline?.module ?? modules.map { max(corners.width, corners.height) / $0 } ?? figures.module
                evidence.attempts[attempt].codes[code].gap = figures.gap
                // What a plane of the colours shows is not in the brightness.
                if evidence.attempts[attempt].kind == .colour { continue }
                if let module = evidence.attempts[attempt].codes[code].module {
                    describe(
                        &evidence.attempts[attempt].codes[code], symbology, view, corners, kind, module, figures, noise, outline,
                        sighting: { seen }, bends: { bends })
                }
                if places.count < 3 { places.append((kind, corners, 1)) }
            }
        }
        borrowMargin(view, symbols, &evidence)
        // A QR code that nobody reads is known by its corner patterns, and its place better than by its texture.
        // Three round letters are seldom as dark.
        let sighting = evidence.isUnread ? seen.flatMap { isDarkEnough($0, view, noise) ? $0 : nil } : nil
        if let sighting { places.append((.matrix, sighting.corners, 1)) }
        for found in symbols {
            let corners = found.corners.mapped { PixelPoint(x: $0.x + offset.x, y: $0.y + offset.y) }
            if places.contains(where: { $0.corners.coversSamePlace(as: corners) }) { continue }
            places.append((found.kind, corners, min(1, found.score)))
        }
        evidence.candidates = places.prefix(5).map { place in
            var figures = SymbolFigures(of: view.whole, corners: place.corners, kind: place.kind, noise: noise)
            if let sighting, sighting.corners == place.corners {
                // Grain, and the dots of a display, have edges closer than the modules.
                let drawn = (place.corners.width + place.corners.height) / 2 / Double(sighting.modules)
                if drawn > 1.5 * (figures.module ?? drawn) { figures.module = drawn }
            }
            var candidate = CandidateEvidence(
                kind: place.kind, corners: place.corners.numbers, score: place.score, figures: figures)
            if let module = figures.module {
                candidate.margin = SymbolMargin(
                    of: view.whole, corners: place.corners, kind: place.kind, module: module, dark: figures.dark,
                    light: figures.light, slack: 5)
                if place.kind == .linear, place.score < 1, place.score >= PictureThresholds.likelySymbol {
                    let isCutOff = LinearEnds.areUneven(
                        in: view.whole, corners: place.corners, module: module, dark: figures.dark,
                        light: figures.light)
                    if isCutOff { candidate.isCutOff = true }
                    candidate.stripes = BarStripes(
                        of: view.whole, corners: place.corners, module: module, noise: noise)
                    if evidence.isUnread, let share = FrayedBars.share(of: view.whole, corners: place.corners),
                        share >= FrayedBars.least
                    {
                        candidate.frayed = share
                    }
                }
                // An outline that holds blank paper, too, has light strips beside the code.
                if place.kind == .matrix, evidence.isUnread, place.score >= PictureThresholds.likelySymbol,
                    (0.35...0.65).contains(figures.darkShare ?? 0), figures.veil.blank < 0.05
                {
                    candidate.strips = UnprintedStrips(
                        of: view.whole, corners: place.corners, module: module, dark: figures.dark, light: figures.light)
                }
                if let sighting, sighting.corners == place.corners {
                    candidate.missingCorner = MissingCorner(
                        sighting, in: view.whole, dark: figures.dark, light: figures.light)
                    candidate.overlay = SymbolOverlay(
                        of: view.whole, modules: sighting.modules, isInverted: sighting.isInverted, dark: figures.dark,
                        light: figures.light, place: sighting.place)
                } else if place.kind == .matrix, place.score >= PictureThresholds.likelySymbol {
                    candidate.overlay = SymbolOverlay(
                        of: view.whole, corners: place.corners, dark: figures.dark, light: figures.light)
                }
            }
            return candidate
        }
    }

    private func isDarkEnough(_ sighting: QRSighting, _ view: PictureView, _ noise: Double) -> Bool {
        (SymbolFigures(of: view.whole, corners: sighting.corners, kind: .matrix, noise: noise).darkShare ?? 1) >= 0.1
    }

    /// What is weak about a code that was read at a known place.
    private func describe(
        _ code: inout CodeEvidence, _ symbology: Symbology, _ view: PictureView, _ corners: Quadrilateral,
        _ kind: SymbolCandidate.Kind, _ module: Double, _ figures: SymbolFigures, _ noise: Double, _ outline: LinearOutline?,
        sighting: () -> QRSighting?, bends: () -> QRBend.Codes?
    ) {
        var module = module
        if symbology == .qr,
            let shape = FinderShape(of: view.whole, corners: corners, dark: figures.dark, light: figures.light)
        {
            if shape.isInverted { code.isInverted = true }
            let drawn = (corners.width + corners.height) / 2 / Double(shape.modules)
            // Fewer pixels, and soft edges, round squares as well.
            if drawn >= 2.5, (figures.edgeWidth ?? 0) <= 1.2 * drawn {
                code.squareness = shape.squareness
                code.finderLines = shape.lines
            }
            // Fainter grain harms no reader.
            if figures.modulation >= 0.4 {
                code.grain = figures.module.flatMap { SymbolGrain(fine: $0, module: drawn) }
            }
            // Grain and dots that do not touch have edges closer than their modules.
            if drawn > 1.5 * module {
                module = drawn
                code.module = drawn
            }
        } else if symbology == .qr, let sighting = sighting(), sighting.corners.coversSamePlace(as: corners),
            let missing = MissingCorner(sighting, in: view.whole, dark: figures.dark, light: figures.light)
        {
            code.missingCorner = missing
        } else if symbology == .qr,
            let missing = MissingCorner(ofRead: corners, module: module, in: view.whole, dark: figures.dark, light: figures.light)
        {
            code.missingCorner = missing
        } else if SymbolPolarity.ofRead(
            symbology, in: view.whole, corners: corners, module: module, dark: figures.dark, light: figures.light)
            == .lightOnDark
        {
            code.isInverted = true
        }
        let isInverted = code.isInverted == true
        let picture = isInverted ? view.whole.inverted() : view.whole
        code.margin = (outline == nil ? SymbolMargin.exactSlack : outline?.slack).flatMap { slack in
            SymbolMargin(
                of: picture, corners: corners, kind: kind, module: module,
                dark: isInverted ? 255 - figures.light : figures.dark,
                light: isInverted ? 255 - figures.dark : figures.light, slack: slack)
        }
        if symbology == .qr {
            code.bend = bends()?.measure(at: corners)
            if let line = TouchingLine.distance(in: picture, at: corners, module: module) { code.margin?.end(at: line) }
        }
        if symbology == .pdf417, CompactPDF417.isOne(in: picture, at: corners, module: module) { code.isCompact = true }
        if [.qr, .dataMatrix].contains(symbology) {
            let isClear = (figures.veil.unlit ?? 0) < 0.15 && (figures.edgeWidth ?? 0) <= module && module >= 2.4
            code.darkShare = isClear ? figures.darkShare.map { isInverted ? 1 - $0 : $0 } : nil
        }
        if kind == .linear {
            // The edges of a blurred symbol are not where its bars end.
            if let module = figures.drawnModule, module >= 2.4, (figures.edgeWidth ?? 0) <= 0.8 * module {
                code.barGrowth = figures.barGrowth.map { isInverted ? -$0 : $0 }
            }
            // Dots on the edges of bars make them wide and grey.
            if (figures.edgeWidth ?? 0) > 0.5 * module, let share = FrayedBars.share(of: picture, corners: corners),
                share >= FrayedBars.least
            {
                code.frayed = share
            }
            code.stripes = BarStripes(of: picture, corners: corners, module: module, noise: noise)
            code.barLength = BarLength.measure(in: view.whole, corners: corners)
        }
    }

    /// Gives a linear code whose reader tells no place, as zbar of a diagonal one, the place at which our own reader finds it.
    private func locate(_ view: PictureView, _ evidence: inout PictureEvidence) {
        let offset = (x: view.rectangle.x, y: view.rectangle.y)
        var found: [Symbology: [CodeEvidence]] = [:]
        for attempt in evidence.attempts.indices where [.asked, .harder, .everySymbology].contains(evidence.attempts[attempt].kind) {
            for index in evidence.attempts[attempt].codes.indices {
                let code = evidence.attempts[attempt].codes[index]
                guard code.corners.isEmpty, let text = code.text, let symbology = Symbology(rawValue: code.symbology), symbology.isLinear
                else { continue }
                // Once for all codes of a kind: it searches the whole view.
                let own =
                    found[symbology] ?? LinearReader().read(view.part, symbologies: [symbology]).map { CodeEvidence($0, offset: offset) }
                found[symbology] = own
                if let same = own.first(where: { $0.text == text }) { evidence.attempts[attempt].codes[index].corners = same.corners }
            }
        }
    }

    /// zbar tells no outline of a code that it met on one line only: if it is the only one, and only one place looks like a linear
    /// code, it is there.
    private func borrowMargin(_ view: PictureView, _ symbols: [SymbolCandidate], _ evidence: inout PictureEvidence) {
        let likely = symbols.filter { $0.kind == .linear && $0.score >= PictureThresholds.likelySymbol }
        guard let place = evidence.attempts.firstIndex(where: { !$0.codes.isEmpty }), likely.count == 1,
            evidence.attempts[place].codes.count == 1, let code = evidence.attempts[place].codes.first,
            code.corners.isEmpty, let symbology = Symbology(rawValue: code.symbology), symbology.isLinear
        else { return }
        let figures = SymbolFigures(
            of: view.part, corners: likely[0].corners, kind: .linear, noise: evidence.figures?.noise ?? 0)
        guard figures.contrast >= PictureThresholds.contrast else { return }
        guard figures.polarity == .lightOnDark else {
            // It is there only if it has as many edges as the code's text.
            let variants = DrawnBars.modules(of: symbology, code.text ?? "").map { modules in
                2 + zip(modules, modules.dropFirst()).count { $0 != $1 }
            }
            guard variants.contains(where: { abs(figures.edgesPerLine - Double($0)) <= 0.12 * Double($0) }),
                let module = figures.module
            else { return }
            evidence.attempts[place].codes[0].margin = SymbolMargin(
                of: view.part, corners: likely[0].corners, kind: .linear, module: module, dark: figures.dark,
                light: figures.light, slack: 5)
            return
        }
        // On a dark ground the light elements are those of the code, or one less: the spaces between its bars.
        let light = figures.edgesPerLine / 2
        let count = Int(light.rounded())
        guard abs(light - light.rounded()) < 0.2, count > 8 else { return }
        let bars: (each: Int, over: Int)? =
            switch symbology {
            case .code128, .code93: (3, 1)
            case .code39: (5, 0)
            case .itf: (5, 4)
            case .codabar: (4, 0)
            case .ean13, .upcA: (30, 0)
            case .ean8: (22, 0)
            case .upcE: (17, 0)
            default: nil
            }
        guard let bars else { return }
        if count % bars.each == bars.over {
            evidence.attempts[place].codes[0].isInverted = true
        } else if (count + 1) % bars.each == bars.over {
            evidence.attempts[place].codes[0].hasDarkGround = true
        }
    }
}
