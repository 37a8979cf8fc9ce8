// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// Reads the symbols of one profile: grey values at equal distances along a line across bars.
package struct LinearDecoder: Sendable {
    /// More starting points, for blurred and bent symbols. Expensive.
    package var isThorough: Bool

    /// In samples. Narrower modules are not searched for.
    package var leastModule: Float

    package init(isThorough: Bool, leastModule: Float = 3) {
        self.isThorough = isThorough
        self.leastModule = leastModule
    }

    /// The accepted EAN and UPC symbols, in either direction.
    ///
    /// - Parameter isLightOnDark: the bars are lighter than the spaces.
    package func readRetail(
        _ profile: [Float], symbologies: Set<Symbology>, isLightOnDark: Bool = false
    ) -> [LinearSymbol] {
        guard let lines = lines(of: profile, isLightOnDark) else { return [] }
        return readRetail(lines, symbologies)
    }

    /// Code 128, 93, 39, Codabar and ITF from their edges, in either direction. Only the first two have a mandatory
    /// check; do not trust the others from a single profile.
    package func readByEdges(
        _ profile: [Float], symbologies: Set<Symbology>, isLightOnDark: Bool = false
    ) -> [LinearSymbol] {
        guard let lines = lines(of: profile, isLightOnDark) else { return [] }
        let contrast = Self.contrast(lines[0].line)
        for tolerance in [Float(0.1), 0.25] {
            for (index, line) in lines.enumerated() {
                let edges = tolerance == 0.1 ? line.edges : ProfileEdges(line.line, tolerance: tolerance * contrast)
                if let symbol = Self.read(edges, symbologies, length: line.line.count, isReversed: index == 1) {
                    return [symbol]
                }
            }
        }
        guard isThorough, let module = Self.module(lines[0].edges) else { return [] }
        for rounds in [8, 20] {
            let forward = Deblurring.deblurred(lines[0].line, sigma: 0.4 * module, rounds: rounds)
            let range = Self.contrast(forward)
            for (index, line) in [forward, forward.reversed()].enumerated() {
                let edges = ProfileEdges(line, tolerance: 0.2 * range)
                if let symbol = Self.read(edges, symbologies, length: line.count, isReversed: index == 1) {
                    return [symbol]
                }
            }
        }
        return []
    }

    /// The approximate width of the narrowest elements: a fifth of the distances between neighbouring edges do not exceed
    /// it.
    private static func module(_ edges: ProfileEdges) -> Float? {
        let distances = zip(edges.positions, edges.positions.dropFirst()).map { $1 - $0 }.sorted()
        return distances.count >= 20 ? distances[distances.count / 5] : nil
    }

    private static func read(
        _ edges: ProfileEdges, _ symbologies: Set<Symbology>, length: Int, isReversed: Bool
    ) -> LinearSymbol? {
        let widths = WidthSequence(edges)
        var isCrowded = false
        var found = read(widths, symbologies)
        if found == nil, symbologies.contains(.code128) {
            // Start, stop and check stand for the quiet zone, if there are patterns enough between them.
            found = code128(Code128Decoder.read(widths, quiet: CrowdedMargin.least, leastValues: 5))
            isCrowded = true
        }
        guard let (symbology, reading) = found else { return nil }
        let end = Float(length - 1)
        let (from, to) = (widths.edges[reading.first], widths.edges[reading.last + 1])
        return LinearSymbol(
            symbology: symbology, bytes: reading.bytes, from: isReversed ? end - from : from,
            to: isReversed ? end - to : to, confidence: min(1, reading.clarity), isCrowded: isCrowded)
    }

    private static func code128(_ reading: Code128Decoder.Reading?) -> (Symbology, WideNarrowDecoders.Reading)? {
        guard let reading, let bytes = Code128Text.bytes(reading.values) else { return nil }
        return (
            .code128, .init(bytes: bytes, first: reading.first, last: reading.last, clarity: 1 - reading.roughness)
        )
    }

    private static func read(
        _ line: WidthSequence, _ symbologies: Set<Symbology>
    ) -> (Symbology, WideNarrowDecoders.Reading)? {
        if symbologies.contains(.code128), let found = code128(Code128Decoder.read(line)) { return found }
        if symbologies.contains(.code93), let reading = Code93Decoder.read(line) {
            return (.code93, .init(bytes: reading.bytes, first: reading.first, last: reading.last, clarity: 1))
        }
        if !symbologies.isDisjoint(with: [.code39, .code39Mod43]), let reading = WideNarrowDecoders.code39(line) {
            return (.code39, reading)
        }
        if symbologies.contains(.codabar), let reading = WideNarrowDecoders.codabar(line) { return (.codabar, reading) }
        if symbologies.contains(.itf), let reading = WideNarrowDecoders.itf(line) { return (.itf, reading) }
        return nil
    }

    /// The profile in both directions with its edges, converted from grey values to light; `nil` if it is too short or
    /// has no contrast.
    func lines(of profile: [Float], _ isLightOnDark: Bool) -> [(line: [Float], edges: ProfileEdges)]? {
        guard profile.count >= 48, profile.count <= 1 << 16 else { return nil }
        // Blur acts on light, before the camera's tone curve, which is close to a square root in all cameras.
        var profile = profile.map { $0 * $0 / 255 }
        if isLightOnDark { for index in profile.indices { profile[index] = 255 - profile[index] } }
        let contrast = Self.contrast(profile)
        guard contrast >= 6 else { return nil }
        return [profile, Array(profile.reversed())].map { ($0, ProfileEdges($0, tolerance: 0.1 * contrast)) }
    }

    /// The range of the middle half, without its outermost twentieths.
    static func contrast(_ profile: [Float]) -> Float {
        let middle = profile[profile.count / 4..<profile.count * 3 / 4].sorted()
        return middle[middle.count - 1 - middle.count / 20] - middle[middle.count / 20]
    }

    private func readRetail(
        _ lines: [(line: [Float], edges: ProfileEdges)], _ symbologies: Set<Symbology>
    ) -> [LinearSymbol] {
        let decoder = RetailDecoder(isThorough: isThorough)
        var layouts: [RetailLayout] = []
        if !symbologies.isDisjoint(with: [.ean13, .upcA, .isbn]) { layouts.append(.ean13) }
        if symbologies.contains(.ean8) { layouts.append(.ean8) }
        if symbologies.contains(.upcE) { layouts.append(.upcE) }
        for layout in layouts {
            if let symbol = read(lines, layout, decoder) ?? readSharp(lines, layout, decoder),
                !Self.mayBeHalfAnEAN13(symbol, lines[0].edges)
            {
                // A profile contains one symbol of this kind; a shorter one would be a part of it.
                return [symbol]
            }
        }
        return layouts.lazy.compactMap { readCrowded(lines, $0, decoder) }.first.map { [$0] } ?? []
    }

    /// A symbol without a quiet zone. Blurred ones are not looked for: their edges cannot be counted.
    private func readCrowded(
        _ lines: [(line: [Float], edges: ProfileEdges)], _ layout: RetailLayout, _ decoder: RetailDecoder
    ) -> LinearSymbol? {
        let tolerance = 0.1 * Self.contrast(lines[0].line)
        for line in CrowdedMargin.clearings(of: lines[0].line, lines[0].edges, layout, leastModule: leastModule) {
            let cleared = [line, line.reversed()].map { ($0, ProfileEdges($0, tolerance: tolerance)) }
            guard var symbol = read(cleared, layout, decoder) ?? readSharp(cleared, layout, decoder), !symbol.isBlurred,
                !Self.mayBeHalfAnEAN13(symbol, lines[0].edges)
            else { continue }
            symbol.isCrowded = true
            return symbol
        }
        return nil
    }

    private func read(
        _ lines: [(line: [Float], edges: ProfileEdges)], _ layout: RetailLayout, _ decoder: RetailDecoder
    ) -> LinearSymbol? {
        let looks = lines.enumerated().map { index, look in
            RetailDecoder.Look(
                profile: look.line, places: places(look, layout), isReversed: index == 1)
        }
        guard let (reading, isReversed) = decoder.read(looks, layout), RetailDecoder.isBelieved(reading) else {
            return nil
        }
        let from = reading.fit.position(0)
        let to = reading.fit.position(Float(layout.modules))
        let end = Float(lines[0].line.count - 1)
        return LinearSymbol(
            symbology: layout.symbology, bytes: reading.digits.map { $0 + 0x30 },
            from: isReversed ? end - from : from, to: isReversed ? end - to : to,
            confidence: min(1, reading.explained), isBlurred: reading.fit.isBlurred)
    }

    /// Whether it may be the left half of an EAN-13 with its middle guard and the first bar after that: they have the bars of a
    /// UPC-E of number system 1 if one digit in ten fits. (Never of system 0, whose first digit is of set B; an EAN-13's is of
    /// set A.) Only the margin at its end tells the two apart, and the search for places does not demand all of that.
    ///
    /// - Parameter edges: of the whole profile, from left to right.
    private static func mayBeHalfAnEAN13(_ symbol: LinearSymbol, _ edges: ProfileEdges) -> Bool {
        guard symbol.symbology == .upcE, symbol.bytes.first == 0x31 else { return false }
        let module = (symbol.to - symbol.from) / Float(RetailLayout.upcE.modules)
        return edges.positions.contains { (0.5...6).contains(($0 - symbol.to) / module) }
    }

    private func places(_ look: (line: [Float], edges: ProfileEdges), _ layout: RetailLayout) -> [RetailPlaces.Place] {
        RetailPlaces.all(
            look.edges, modules: layout.modules, length: look.line.count, leastModule: leastModule)
    }

    /// Drawings, screenshots and large symbols have edges that are sharper than any blur that the search knows. If all
    /// edges are visible, a blur of about a quarter of a module costs nothing.
    private func readSharp(
        _ lines: [(line: [Float], edges: ProfileEdges)], _ layout: RetailLayout, _ decoder: RetailDecoder
    ) -> LinearSymbol? {
        let whole = lines.lazy.flatMap { places($0, layout).prefix(2) }.first { (0.95...1.1).contains($0.edgesSeen) }
        guard let whole else { return nil }
        let width = Int(0.7 * (whole.to - whole.from) / Float(layout.modules))
        guard width >= 2 else { return nil }
        let tolerance = 0.1 * Self.contrast(lines[0].line)
        let blurred = lines.map { look in
            let line = Self.averaged(Self.averaged(look.line, width), width)
            return (line, ProfileEdges(line, tolerance: tolerance))
        }
        return read(blurred, layout, decoder)
    }

    /// The mean of `width` neighbours around each value; beyond the ends these repeat.
    private static func averaged(_ line: [Float], _ width: Int) -> [Float] {
        let reach = width / 2
        let last = line.count - 1
        var sum: Float = 0
        for offset in -reach...reach { sum += line[min(max(offset, 0), last)] }
        return line.indices.map { index in
            defer { sum += line[min(index + reach + 1, last)] - line[max(index - reach, 0)] }
            return sum / Float(2 * reach + 1)
        }
    }
}
