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
        var best: Reading?
        for place in places.prefix(isThorough ? 4 : 2) {
            guard let reading = read(profile, layout, place) else { continue }
            if best.map({ reading.explained > $0.explained }) ?? true { best = reading }
            if reading.explained > 0.98, reading.margin > 2 { break }
        }
        return best
    }

    private func read(_ profile: [Float], _ layout: RetailLayout, _ place: RetailPlaces.Place) -> Reading? {
        var best: Reading?
        for start in starts(profile, layout, place) {
            guard let reading = settle(profile, start) else { continue }
            if best.map({ reading.explained > $0.explained }) ?? true { best = reading }
            if reading.explained > 0.98, reading.margin > 2 { break }
        }
        return best
    }

    /// Promising fits to start from: ends a little off, and blurs, judged by one step without regard to validity.
    private func starts(_ profile: [Float], _ layout: RetailLayout, _ place: RetailPlaces.Place) -> [RetailFit] {
        let module = (place.to - place.from) / Float(layout.modules)
        let offsets: [Float] = isThorough ? [0, -0.5, 0.5] : [0]
        let bends: [Float] = isThorough ? [0, -1.2, 1.2] : [0]
        let sigmas: [Float] = isThorough ? [0.45, 0.8, 1.15] : [0.4, 0.8]
        var fits: [RetailFit] = []
        for sigma in sigmas {
            let templates = RetailTemplates(.normal, sigma: sigma, growth: 0)
            for first in offsets {
                for last in offsets {
                    for bend in bends where bend == 0 || (first == 0 && last == 0) {
                        var fit = RetailFit(
                            layout, from: place.from + first * module, to: place.to + last * module,
                            bend: bend * module, sigma: sigma)
                        fit.guessLevels(profile)
                        let patterns = fit.search(profile, templates).nearestAny().patterns
                        fit.improve(profile, patterns: patterns)
                        fit.improve(profile, patterns: patterns)
                        fits.append(fit)
                    }
                }
            }
        }
        fits.sort { $0.error < $1.error }
        return Array(fits.prefix(isThorough ? 3 : 1))
    }

    /// Searches and fits by turns until the symbol stays the same.
    private func settle(_ profile: [Float], _ start: RetailFit) -> Reading? {
        var fit = start
        var patterns: [Int] = []
        for turn in 0..<8 {
            let templates = RetailTemplates(fit.blur, sigma: fit.sigma, growth: fit.growth)
            let search = fit.search(profile, templates)
            if turn == 1, 1 - fit.error / fit.variance < 0.6 { return nil }
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
