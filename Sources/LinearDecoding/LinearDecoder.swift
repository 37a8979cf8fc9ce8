// SPDX-License-Identifier: Apache-2.0

public import Barcodes

/// Reads the symbols of one profile: grey values at even distances along a line across bars.
public struct LinearDecoder: Sendable {
    /// More starting points, for blurred and bent symbols; dear.
    public var isThorough: Bool

    /// Samples: narrower modules are not looked for.
    public var leastModule: Float

    public init(isThorough: Bool, leastModule: Float = 3) {
        self.isThorough = isThorough
        self.leastModule = leastModule
    }

    /// What is believed, in any direction.
    ///
    /// - Parameter isLightOnDark: the bars are lighter than the spaces.
    public func read(
        _ profile: [Float], symbologies: Set<Symbology>, isLightOnDark: Bool = false
    ) -> [LinearSymbol] {
        guard profile.count >= 48, profile.count <= 1 << 16 else { return [] }
        // Blur happens to light, before the camera bends its scale: near enough to a square root in all of them.
        var profile = profile.map { $0 * $0 / 255 }
        if isLightOnDark { for index in profile.indices { profile[index] = 255 - profile[index] } }
        let contrast = Self.contrast(profile)
        guard contrast >= 6 else { return [] }
        let lines = [profile, Array(profile.reversed())].map { line in
            (line: line, edges: ProfileEdges(line, tolerance: 0.1 * contrast))
        }
        return readRetail(lines, symbologies)
    }

    /// The range of the middle half, its outermost twentieths left out.
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
            let looks = lines.enumerated().map { index, look in
                RetailDecoder.Look(
                    profile: look.line,
                    places: RetailPlaces.all(
                        look.edges, modules: layout.modules, length: look.line.count, leastModule: leastModule),
                    isReversed: index == 1)
            }
            guard let (reading, isReversed) = decoder.read(looks, layout) else { continue }
#if LINLAB
            LinearDebug.note?("\(layout.symbology) \(isReversed ? "<" : ">") \(reading.digits.map(String.init).joined()) R2 \(reading.explained) margin \(reading.margin) \(reading.fit.blur.isDisc ? "disc" : "normal") sigma \(reading.fit.sigma) g \(reading.fit.growth) mod \(reading.fit.moduleWidths)")
#endif
            guard RetailDecoder.isBelieved(reading) else { continue }
            let from = reading.fit.position(0)
            let to = reading.fit.position(Float(layout.modules))
            let end = Float(lines[0].line.count - 1)
            // One profile holds one symbol of this kind; a shorter one would be a part of it.
            return [
                LinearSymbol(
                    symbology: layout.symbology, bytes: reading.digits.map { $0 + 0x30 },
                    from: isReversed ? end - from : from, to: isReversed ? end - to : to,
                    confidence: min(1, reading.explained))
            ]
        }
        return []
    }
}
