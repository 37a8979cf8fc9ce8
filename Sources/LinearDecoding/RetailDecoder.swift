// SPDX-License-Identifier: Apache-2.0

internal import Barcodes

/// Reads EAN-13 (with UPC-A), EAN-8 and UPC-E from a profile by asking which of all valid symbols, blurred as the profile
/// is, looks most like it.
///
/// No edge is measured, so it reads where bars run into one another. It takes the place of the symbol from its outer
/// edges, guesses a blur, finds the nearest symbol, fits place, blur and light to it, and does so again until nothing
/// changes. A symbol is believed when it explains nearly all that was seen and the next nearest clearly less.
struct RetailDecoder {
    /// How hard to look.
    var isThorough: Bool

    struct Reading {
        var digits: [UInt8]
        var fit: RetailFit
        /// The share of the profile's variance that is explained.
        var explained: Float
        /// The next nearest symbol's mean squared error over this one's.
        var margin: Float
    }

    /// The least share explained and the least margin that are believed.
    static func isBelieved(_ reading: Reading, _ symbology: Symbology) -> Bool {
        let needed: (explained: Float, margin: Float) =
            switch symbology {
            case .ean13: (0.93, 1.25)
            case .ean8: (0.95, 1.4)
            default: (0.96, 1.6)
            }
        return reading.explained >= needed.explained && reading.margin >= needed.margin
    }

    /// The best reading in this direction, believed or not.
    func read(_ profile: [Float], _ layout: RetailLayout, places: [RetailPlaces.Place]) -> Reading? {
        var starts: [RetailFit] = []
        for place in places.prefix(isThorough ? 2 : 1) {
            starts += self.starts(profile, layout, place)
        }
        starts.sort { $0.error / $0.variance < $1.error / $1.variance }
        var best: Reading?
        for start in starts.prefix(isThorough ? 6 : 2) {
            guard var reading = settle(profile, start) else { continue }
            if reading.explained < 0.985, let other = settle(profile, reading.fit.reblurred),
                other.explained > reading.explained
            {
                reading = other
            }
            guard let other = best else {
                best = reading
                if reading.explained > 0.985, reading.margin > 2 { break }
                continue
            }
            let (worse, better) = (
                max(reading.fit.misfit, other.fit.misfit), min(reading.fit.misfit, other.fit.misfit)
            )
            if reading.explained > other.explained { best = reading } else { reading = other }
            // Another symbol that a different beginning led to is as good a rival as the nearest one.
            if other.digits != reading.digits { best!.margin = min(best!.margin, worse / max(better, 1e-6)) }
        }
        return best
    }

    /// Blurs to start from, and what the patterns look like through them.
    private static let blurs: [(table: BlurTable, sigma: Float, templates: RetailTemplates)] = [
        (BlurTable.normal, Float(0.45), 4), (.normal, 0.8, 2), (.disc, 1.05, 2), (.disc, 1.35, 2),
    ].map { ($0.0, $0.1, RetailTemplates($0.0, sigma: $0.1, growth: 0, density: $0.2)) }

    /// Fits to start from, some for each blur.
    private func starts(_ profile: [Float], _ layout: RetailLayout, _ place: RetailPlaces.Place) -> [RetailFit] {
        var fits: [RetailFit] = []
        let module = (place.to - place.from) / Float(layout.modules)
        for blur in isThorough ? Self.blurs : Array(Self.blurs.prefix(2)) {
            // The outer edges are known to a part of the blur.
            let isBlurred = blur.sigma > 1
            for widening in isBlurred ? [Float(0), -0.8, 0.8] : [0] {
                var fit = RetailFit(
                    layout, from: place.from - widening * module, to: place.to + widening * module, blur.table,
                    sigma: blur.sigma)
                fit.guessLevels(profile)
                let seen = fit.darknessSeen(profile, density: blur.templates.density)
                let match = ElasticMatch(
                    layout, blur.templates, seen: seen, margin: RetailFit.margin, stiffness: isBlurred ? 0.2 : 0.05)
                fit.follow(match)
                fit.improve(profile, patterns: match.patterns, levelsOnly: true)
                for _ in 0..<3 { fit.improve(profile, patterns: match.patterns) }
                if isBlurred {
                    // Once more with the levels known: the first guess of them is a poor one where no bar is quite dark.
                    let seen = fit.darknessSeen(profile, density: blur.templates.density)
                    let match = ElasticMatch(
                        layout, blur.templates, seen: seen, margin: RetailFit.margin, stiffness: 0.5)
                    fit.follow(match)
                    for _ in 0..<3 { fit.improve(profile, patterns: match.patterns) }
                }
                fits.append(fit)
            }
        }
        return fits
    }

    /// Searches and fits by turns until the symbol stays the same.
    private func settle(_ profile: [Float], _ start: RetailFit) -> Reading? {
        var fit = start
        var patterns: [Int] = []
        for turn in 0..<8 {
            let templates = RetailTemplates(fit.blur, sigma: fit.sigma, growth: fit.growth)
            let search = fit.search(profile, templates)
            if turn == 2, 1 - fit.error / fit.variance < 0.7 { return nil }
            let answer = search.nearest()
            let isSettled = answer.patterns == patterns
            patterns = answer.patterns
            for _ in 0..<(isSettled ? 3 : 2) { fit.improve(profile, patterns: patterns) }
            let widths = fit.moduleWidths
            guard widths.least > 0, widths.most < 2.5 * widths.least else { return nil }
            if isSettled {
                // The other symbol gets the same chance to fit.
                var other = fit
                for _ in 0..<3 { other.improve(profile, patterns: answer.nextPatterns) }
                var own = fit
                own.improve(profile, patterns: patterns)
                let explained = 1 - own.error / own.variance
                return Reading(
                    digits: answer.digits, fit: fit, explained: explained,
                    margin: other.error / max(own.error, 1e-3))
            }
        }
        return nil
    }
}
