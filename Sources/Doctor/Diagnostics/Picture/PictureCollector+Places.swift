// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import FrameMetrics
internal import Frames
internal import LinearReading
internal import LumaProcessing
internal import MatrixReading
internal import SymbolFinding

extension PictureCollector {
    /// Adds candidates and their figures: first codes that were read, then other places that look like a symbol.
    func place(_ view: PictureView, _ symbols: [SymbolCandidate], _ evidence: inout PictureEvidence) {
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
            let patterns = QRBend.Codes(in: view.part)
            evidence.bend = patterns?.measure()
            evidence.hollow = patterns?.hollow ?? ((evidence.figures?.p50 ?? 255) < Self.darkGround ? HollowPatterns.light(in: view.part) : nil)
            evidence.loneCorner = LoneCorner.find(in: view.part)?.moved(by: (x: Double(view.rectangle.x), y: Double(view.rectangle.y)))
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
                // Grain, and the pixels of a display, have edges closer than any module of the largest code.
                let least = symbology.mostModules.map { max(corners.width, corners.height) / Double($0) }
                let drawn = modules.map { max(corners.width, corners.height) / $0 }
                // Where bars of about a pixel have merged, what was measured is the width of wider ones.
                let measured = outline?.module.flatMap { bar in bar < 3 && drawn.map { bar > 1.5 * $0 } == true ? nil : bar }
                evidence.attempts[attempt].codes[code].module =
                    measured ?? drawn
                    ?? figures.module.map { max($0, least ?? 0) }
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
        if evidence.isUnread { lookAtMatrix(view, symbols, sighting, noise, &evidence) }
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
                if place.kind == .matrix, evidence.isUnread, place.score >= PictureThresholds.likelySymbol {
                    candidate.middleTones = MiddleTones.share(of: view.whole, corners: place.corners)
                    candidate.raster = RasterLines(of: view.whole, corners: place.corners, noise: noise)
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

    /// The median luma of a picture of a dark thing, into which a laser or a mill may have cut light lines.
    private static let darkGround = 110

    /// Two round letters are often where corner patterns could be, and hardly anything else of a code is then there.
    private func isDarkEnough(_ sighting: QRSighting, _ view: PictureView, _ noise: Double) -> Bool {
        let least = sighting.missing != nil && sighting.score < 0.55 ? 0.25 : 0.1
        return (SymbolFigures(of: view.whole, corners: sighting.corners, kind: .matrix, noise: noise).darkShare ?? 1) >= least
    }

    /// What matrix codes tell of themselves that nobody reads.
    private func lookAtMatrix(
        _ view: PictureView, _ symbols: [SymbolCandidate], _ sighting: QRSighting?, _ noise: Double, _ evidence: inout PictureEvidence
    ) {
        if let sighting {
            let figures = SymbolFigures(of: view.whole, corners: sighting.corners, kind: .matrix, noise: noise)
            if sighting.isModel1(in: view.whole, dark: figures.dark, light: figures.light) { evidence.isModel1 = true }
            return
        }
        guard let likely = symbols.first(where: { $0.kind == .matrix }), likely.score >= PictureThresholds.vagueSymbol else { return }
        evidence.rowIndicators = RowIndicators.find(in: view.part, near: likely.corners)
    }

    /// What is weak about a code that was read at a known place.
    private func describe(
        _ code: inout CodeEvidence, _ symbology: Symbology, _ view: PictureView, _ corners: Quadrilateral,
        _ kind: SymbolCandidate.Kind, _ module: Double, _ figures: SymbolFigures, _ noise: Double, _ outline: LinearOutline?,
        sighting: () -> QRSighting?, bends: () -> QRBend.Codes?
    ) {
        var module = module
        // Fainter grain harms no reader, but for what zxing-cpp does not get over: it is asked before our own.
        let isFaint = figures.modulation < 0.4
        func grain(of drawn: Double) -> SymbolGrain? {
            guard !isFaint || code.reader == "candela" else { return nil }
            return figures.module.flatMap { SymbolGrain(fine: $0, module: drawn, isFaint: isFaint) }
        }
        if symbology == .qr,
            let shape = FinderShape(of: view.whole, corners: corners, dark: figures.dark, light: figures.light)
        {
            if shape.isInverted { code.isInverted = true }
            if isModel1(corners, shape, figures, view) { code.isModel1 = true }
            let drawn = (corners.width + corners.height) / 2 / Double(shape.modules)
            // Fewer pixels, and soft edges, round squares as well.
            if drawn >= 2.5, (figures.edgeWidth ?? 0) <= 1.2 * drawn {
                code.squareness = shape.squareness
                code.finderLines = shape.lines
            }
            code.grain = grain(of: drawn)
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
        // Where the corner patterns are not seen for grain, the number of modules is not known, but that no code has more than this.
        if code.grain == nil, let most = symbology.mostModules { code.grain = grain(of: max(corners.width, corners.height) / Double(most)) }
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
        if [.ean13, .ean8, .upcA, .upcE, .isbn].contains(symbology), symbologies.isDisjoint(with: [.ean2, .ean5]) {
            code.addOn = AddOn.digits(beside: corners, module: module, in: picture)
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

    /// Whether it is of the first form of QR codes, which newer versions of zxing-cpp read.
    private func isModel1(_ corners: Quadrilateral, _ shape: FinderShape, _ figures: SymbolFigures, _ view: PictureView) -> Bool {
        QRShape(version: (shape.modules - 17) / 4)?.isModel1(
            in: view.whole, corners: corners, dark: figures.dark, light: figures.light, isInverted: shape.isInverted) ?? false
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
