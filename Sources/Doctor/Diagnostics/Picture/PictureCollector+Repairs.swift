// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import FrameMetrics
internal import Frames
internal import LumaProcessing
internal import SymbolFinding

extension PictureCollector {
    /// Tries what would help if one certain thing were wrong with the print: if the code then reads, it is proved.
    ///
    /// Only the likeliest place is read. Each of these readings would take as long as that of the whole picture.
    func tryRepaired(_ view: PictureView, _ reader: any BarcodeReader, _ symbol: SymbolCandidate, _ evidence: inout PictureEvidence) {
        let figures = SymbolFigures(of: view.part, corners: symbol.corners, kind: symbol.kind, noise: evidence.figures?.noise ?? 0)
        // Dots that stand far apart hardly look like a symbol, but for their even distances.
        let isDotted =
            symbol.kind == .matrix && symbol.score >= PictureThresholds.vagueSymbol
            && (figures.gap ?? 0) >= 0.2 * (figures.module ?? .infinity)
        guard symbol.score >= PictureThresholds.likelySymbol || isDotted else { return }
        let place = SymbolPlace(view, symbol)
        if symbol.kind == .linear {
            tryCleared(place, reader, &evidence)
        } else {
            tryJoined(place, reader, figures, &evidence)
        }
    }

    /// Tries what would help if something stood in the quiet zone.
    private func tryCleared(_ place: SymbolPlace, _ reader: any BarcodeReader, _ evidence: inout PictureEvidence) {
        // Others have no check: what is left of one after painting over a bar of it reads, too.
        let checked = symbologies.intersection([.ean13, .ean8, .upcA, .upcE, .code128, .code93])
        for image in ClearedMargin.variants(of: place.image, place.symbol) {
            let attempt = read(image, reader, .cleared, checked, place.rectangle)
            guard !attempt.codes.isEmpty else { continue }
            if evidence.noise > PictureThresholds.noise, readsByChance(place, reader, checked) { break }
            return evidence.attempts.append(attempt)
        }
    }

    /// Whether a code in much noise reads as well with other places painted over that have nothing to do with it.
    private func readsByChance(_ place: SymbolPlace, _ reader: any BarcodeReader, _ symbologies: Set<Symbology>) -> Bool {
        ClearedMargin.controls(of: place.image, place.symbol).contains { image in
            !read(image, reader, .cleared, symbologies, place.rectangle).codes.isEmpty
        }
    }

    /// Tries what would help if rows stood apart, or dots.
    private func tryJoined(_ place: SymbolPlace, _ reader: any BarcodeReader, _ figures: SymbolFigures, _ evidence: inout PictureEvidence) {
        let matrix = symbologies.filter { !$0.isLinear }
        if let gaps = RowGaps(of: place.image, corners: place.symbol.corners, dark: figures.dark, light: figures.light) {
            var attempt = read(gaps.squeezed, reader, .squeezed, matrix, PixelRectangle(gaps.squeezed.size))
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
        let inverted = figures.polarity == .darkOnLight ? nil : place.image.inverted()
        for radius in Set([5, 3, 2, 1.5].map { max(1, Int(module / $0)) }).sorted() {
            let attempt = read(place.image.darkened(radius: radius), reader, .joined, matrix, place.rectangle)
            guard attempt.codes.isEmpty else { return evidence.attempts.append(attempt) }
            guard let inverted else { continue }
            var light = read(inverted.darkened(radius: radius), reader, .joinedLight, matrix, place.rectangle)
            light.codes.removeAll { isDarkOnLight($0, place.view) }
            guard light.codes.isEmpty else { return evidence.attempts.append(light) }
        }
    }
}
