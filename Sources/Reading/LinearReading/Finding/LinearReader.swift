// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames
internal import LumaProcessing

/// Reads linear codes from averaged lines along their bars: EAN and UPC, even if blur merges their bars, and Code 128,
/// 93, 39, Codabar and ITF; at any angle, dark on light and light on dark.
///
/// Keeps nothing between calls but `suspects`.
package final class LinearReader: SearchingReader, BarPlaceFinder {
    package let name = "candela"
    package let supported: Set<Symbology> = [
        .ean13, .ean8, .upcA, .upcE, .isbn, .code128, .code93, .code39, .code39Mod43, .codabar, .itf,
    ]
    package let effort: Effort

    package enum Effort: Hashable, Sendable {
        /// For camera frames: the two likeliest places, sharp codes only.
        case quick
        /// More places, blur, bends, light on dark.
        case thorough
    }

    package private(set) var suspects: [Quadrilateral] = []

    package init(effort: Effort = .thorough) { self.effort = effort }

    package func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        read(image, symbologies: symbologies, known: [])
    }

    package func read(_ image: LumaImage, symbologies: Set<Symbology>, known: [Barcode]) -> [Barcode] {
        suspects = []
        let wanted = symbologies.intersection(supported)
        guard !wanted.isEmpty, min(image.width, image.height) >= 17 else { return [] }
        var found: [Barcode] = []
        for patch in patches(in: image) {
            let middle = PixelPoint(x: patch.x, y: patch.y)
            if known.contains(where: { $0.corners?.contains(middle) == true }) { continue }
            if found.contains(where: { $0.corners?.contains(middle) == true }) { continue }
            let bands = BarBands(patch, in: image)
            var isRead = false
            for profile in bands.profiles {
                let codes = read(profile, bands, wanted)
                // UPC-A and ISBN require a search for EAN-13.
                for code in codes { if let asked = code.asAsked(wanted) { add(asked, &found) } }
                if !codes.isEmpty {
                    isRead = true
                    break
                }
            }
            if !isRead { suspects.append(patch.outline) }
        }
        return found
    }

    /// In a full scene (a package, a shelf), text, edges and the whole of a label come before the code: of 96 photographs
    /// that were not read, six places gave three codes, twelve gave seven, twenty gave eight, for 3 % more time over a
    /// corpus in which most are read earlier.
    private static let manyPlaces = 20

    private func patches(in image: LumaImage) -> [BarPatch] {
        BarFinder(limit: effort == .thorough ? Self.manyPlaces : 2).find(in: image)
    }

    package func barPlaces(in image: LumaImage) -> [Quadrilateral] {
        guard min(image.width, image.height) >= 17 else { return [] }
        return patches(in: image).map(\.outline)
    }

    private func read(_ profile: BarBands.Profile, _ bands: BarBands, _ wanted: Set<Symbology>) -> [Barcode] {
        // Below one pixel a module, bars cannot be distinguished.
        let decoder = LinearDecoder(isThorough: effort == .thorough, leastModule: Float(0.95 / bands.step))
        var codes: [Barcode] = []
        for isInverted in effort == .thorough ? [false, true] : [false] where codes.isEmpty {
            let symbols =
                edges(profile, decoder, wanted, isInverted)
                ?? retail(profile, decoder, wanted, isInverted)
            for symbol in symbols {
                let from = bands.origin + Double(symbol.from) * bands.step
                let to = bands.origin + Double(symbol.to) * bands.step
                func corner(_ u: Double, _ v: Double) -> PixelPoint {
                    let point = bands.view.point(u, v)
                    return PixelPoint(x: point.x, y: point.y)
                }
                let (top, bottom) = from < to ? (profile.from, profile.to) : (profile.to, profile.from)
                codes.append(
                    Barcode(
                        symbology: symbol.symbology, bytes: symbol.bytes,
                        corners: Quadrilateral(
                            topLeft: corner(from, top), topRight: corner(to, top), bottomRight: corner(to, bottom),
                            bottomLeft: corner(from, bottom)),
                        reader: name, quality: profile.bands))
            }
        }
        return codes
    }

    /// EAN and UPC from the mean. A strongly blurred one counts only if the mean of half of the rows confirms it, one without
    /// a quiet zone only if both halves do.
    private func retail(
        _ profile: BarBands.Profile, _ decoder: LinearDecoder, _ wanted: Set<Symbology>, _ isInverted: Bool
    ) -> [LinearSymbol] {
        decoder.readRetail(profile.values, symbologies: wanted, isLightOnDark: isInverted).filter { symbol in
            guard symbol.isBlurred && !profile.halves.isEmpty || symbol.isCrowded else { return true }
            let agreeing = profile.halves.count { half in
                decoder.readRetail(half, symbologies: [symbol.symbology], isLightOnDark: isInverted).contains {
                    $0.bytes == symbol.bytes
                }
            }
            return agreeing >= (symbol.isCrowded ? 2 : 1)
        }
    }

    /// Codes from the edges of the mean, confirmed by the means of halves of the rows: by either half for symbologies
    /// with a mandatory check, by both for the others and for codes without a quiet zone.
    private func edges(
        _ profile: BarBands.Profile, _ decoder: LinearDecoder, _ wanted: Set<Symbology>, _ isInverted: Bool
    ) -> [LinearSymbol]? {
        let symbols = decoder.readByEdges(profile.values, symbologies: wanted, isLightOnDark: isInverted)
        guard let symbol = symbols.first else { return nil }
        let agreeing = profile.halves.count { half in
            decoder.readByEdges(half, symbologies: [symbol.symbology], isLightOnDark: isInverted).contains {
                $0.symbology == symbol.symbology && $0.bytes == symbol.bytes
            }
        }
        let isChecked = symbol.symbology == .code128 || symbol.symbology == .code93
        return agreeing >= (isChecked && !symbol.isCrowded ? 1 : 2) ? [symbol] : nil
    }

    private func add(_ code: Barcode, _ found: inout [Barcode]) {
        let isKnown = found.contains {
            guard let place = $0.corners, let other = code.corners else { return false }
            return $0.symbology == code.symbology && $0.bytes == code.bytes && place.coversSamePlace(as: other)
        }
        if !isKnown { found.append(code) }
    }
}
