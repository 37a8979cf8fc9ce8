internal import Barcodes
internal import Glibc
public enum LinearDebug {
    nonisolated(unsafe) public static var note: ((String) -> Void)?
    nonisolated(unsafe) public static var known: [UInt8]?
    static func tryKnown(_ profile: [Float], _ place: RetailPlaces.Place, _ layout: RetailLayout) {
        return; guard let known, layout.symbology == .ean13, known.count == 13 else { return }
        var pats: [Int] = []
        for i in 0..<6 { pats.append(Int(known[i+1]) + (RetailPattern.parityOfEAN13[Int(known[0])] >> (5 - i) & 1 == 1 ? 10 : 0)) }
        for i in 6..<12 { pats.append(Int(known[i+1]) + 20) }
        let original = profile
        for gamma: Float in [1, 1.5, 2.0] { for (name, table) in [("normal", BlurTable.normal), ("disc", .disc)] {
        let profile = original.map { Float(pow(Double(max(0, $0)) / 255, Double(gamma))) * 255 }
        var best: RetailFit?
        let m = (place.to - place.from) / 95
        for s: Float in [0.6, 1.2] { for b: Float in [-2, 0, 2] { for a: Float in [-1, 0, 1] { for c: Float in [-1, 0, 1] {
            var fit = RetailFit(layout, from: place.from + a * m, to: place.to + c * m, bend: b * m, table, sigma: s)
            fit.guessLevels(profile)
            for _ in 0..<12 { fit.improve(profile, patterns: pats) }
            if best.map({ fit.error < $0.error }) ?? true { best = fit }
        } } } }
        if let best { note?("KNOWN \(name) \(gamma) from \(place.from) to \(place.to): R2 \(1 - best.error / best.variance) sigma \(best.sigma) g \(best.growth) ends \(best.position(0)) \(best.position(95)) bend \(best.place[2] / m) \(best.place[3] / m)") }
        } }
    }
}
