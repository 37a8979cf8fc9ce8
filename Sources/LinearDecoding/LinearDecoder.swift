// SPDX-License-Identifier: Apache-2.0

public import Barcodes

/// Reads the symbols of one profile: grey values at even distances along a line across bars.
public struct LinearDecoder: Sendable {
    /// More starting points, for blurred and bent symbols; dear.
    public var isThorough: Bool

    public init(isThorough: Bool) { self.isThorough = isThorough }

    /// What is believed, in any direction.
    ///
    /// - Parameter isLightOnDark: the bars are lighter than the spaces.
    public func read(
        _ profile: [Float], symbologies: Set<Symbology>, isLightOnDark: Bool = false
    ) -> [LinearSymbol] {
        var found: [LinearSymbol] = []
        guard profile.count >= 48, profile.count <= 1 << 16 else { return [] }
        // Blur happens to light, before the camera bends its scale: near enough to a square root in all of them.
        var profile = profile.map { $0 * $0 / 255 }
        if isLightOnDark { for index in profile.indices { profile[index] = 255 - profile[index] } }
        let contrast = Self.contrast(profile)
        guard contrast >= 6 else { return [] }
        let reversed = Array(profile.reversed())
        for (isReversed, line) in [(false, profile), (true, reversed)] {
            let edges = ProfileEdges(line, tolerance: 0.1 * contrast)
            if !isReversed { LinearDebug.note?("P " + line.map { "\($0)" }.joined(separator: " ") + " | " + edges.positions.map { "\($0)" }.joined(separator: " ")) }
            readRetail(line, edges, isReversed, symbologies, &found)
        }
        return found
    }

    /// The range of the middle half, its outermost twentieths left out.
    static func contrast(_ profile: [Float]) -> Float {
        let middle = profile[profile.count / 4..<profile.count * 3 / 4].sorted()
        return middle[middle.count - 1 - middle.count / 20] - middle[middle.count / 20]
    }

    private func readRetail(
        _ line: [Float], _ edges: ProfileEdges, _ isReversed: Bool, _ symbologies: Set<Symbology>,
        _ found: inout [LinearSymbol]
    ) {
        let decoder = RetailDecoder(isThorough: isThorough)
        var layouts: [RetailLayout] = []
        if !symbologies.isDisjoint(with: [.ean13, .upcA, .isbn]) { layouts.append(.ean13) }
        if symbologies.contains(.ean8) { layouts.append(.ean8) }
        if symbologies.contains(.upcE) { layouts.append(.upcE) }
        for layout in layouts {
            let places = RetailPlaces.all(edges, modules: layout.modules, length: line.count)
            if !isReversed { for p in places.prefix(3) { LinearDebug.note?("place \(layout.symbology) \(p)"); LinearDebug.tryKnown(line, p, layout) } }
            guard let reading = decoder.read(line, layout, places: places) else { continue }
            LinearDebug.note?("\(layout.symbology) \(isReversed ? "<" : ">") \(reading.digits.map(String.init).joined()) R2 \(reading.explained) margin \(reading.margin) \(reading.fit.blur.isDisc ? "disc" : "normal") sigma \(reading.fit.sigma) g \(reading.fit.growth) mod \(reading.fit.moduleWidths)")
            guard RetailDecoder.isBelieved(reading, layout.symbology) else { continue }
            let from = reading.fit.position(0)
            let to = reading.fit.position(Float(layout.modules))
            let end = Float(line.count - 1)
            found.append(
                LinearSymbol(
                    symbology: layout.symbology, bytes: reading.digits.map { $0 + 0x30 },
                    from: isReversed ? end - from : from, to: isReversed ? end - to : to,
                    confidence: min(1, reading.explained)))
        }
    }
}
