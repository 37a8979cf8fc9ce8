// SPDX-License-Identifier: Apache-2.0

import Barcodes
package import Frames
import Glibc
import LumaProcessing

/// The prepared forms of one picture, made on demand. Consecutive steps share one.
package struct PreparedPictures {
    private let original: LumaImage
    private var fitted: (factor: Int, picture: PreparedImage)?
    private var last: (preparation: ReadingPreparation, factor: Int, picture: PreparedImage)?

    /// Whether the edge of the picture at `factor` may run through a code.
    private var tight: (factor: Int, mayBe: Bool)?

    /// The places of bars in the picture at `factor`, upright.
    private var bars: (factor: Int, pictures: [PreparedImage])?

    package init(_ original: LumaImage) { self.original = original }

    /// The likeliest places of bars, each turned upright, with its quiet zones.
    mutating func bars(for step: ReadingStep, by finder: any BarPlaceFinder) -> [PreparedImage]? {
        var plain = step
        plain.preparation = .none
        guard let base = picture(for: plain) else { return nil }
        let factor = original.width / max(1, base.image.width)
        if let bars, bars.factor == factor { return bars.pictures }
        // Found in the reduced picture, and taken from the original: there, bars have all of their pixels.
        let pictures = finder.barPlaces(in: base.image).prefix(Self.mostBars).map { place in
            Self.upright(place.mapped { base.toOriginal($0) }, of: original, foundAt: factor)
        }
        bars = (factor, pictures)
        return pictures
    }

    private static let mostBars = 5
    /// Rows of an upright picture of bars: readers need few lines.
    private static let barRows = 40.0
    /// The length of bars, in pixels, that needs no enlargement, and that is reduced to.
    private static let (shortBars, longBars) = (700.0, 1500.0)

    /// - Parameter factor: that of the picture in which the place was found; its outline is as much coarser.
    private static func upright(_ place: Quadrilateral, of image: LumaImage, foundAt factor: Int) -> PreparedImage {
        let (length, height) = (place.width, place.height)
        let scale = length < shortBars / 2 ? 3 : length < shortBars ? 2 : min(1, longBars / length)
        // Quiet zones, and bars that the search for places cut off.
        let across = 1.24 * length + Double(16 * factor)
        let along = 0.86 * height
        let size = FrameSize(
            width: max(16, Int(across * scale)), height: Int(min(barRows, max(12, along * scale)).rounded()))
        let lines = min(8 * min(8, factor), max(1, Int(along / Double(size.height))))
        let angle = atan2(place.topRight.y - place.topLeft.y, place.topRight.x - place.topLeft.x)
        let center = place.center
        return image.sampled(
            through: PixelMap(
                around: (center.x, center.y), across: across, along: along, angle: angle, from: size),
            size: size, lines: lines)
    }

    /// `nil` if it would be too inefficient: a thin strip, when rotated, is mostly background; no code touches the edge.
    mutating func picture(for step: ReadingStep) -> PreparedImage? {
        var factor = 1
        while (original.width / factor) * (original.height / factor) > step.pixelLimit
            || max(original.width, original.height) / factor > LadderSteps.longestSide
        {
            factor += 1
        }
        let fit = FrameSize(width: original.width / factor, height: original.height / factor)
        let size = step.preparation.size(of: fit)
        guard size.width > 0, size.height > 0, size.area <= 5 * max(fit.area, 4096) else { return nil }
        if let last, last.preparation == step.preparation, last.factor == factor { return last.picture }
        let base: PreparedImage
        if factor == 1 {
            base = PreparedImage(original)
        } else if let fitted, fitted.factor == factor {
            base = fitted.picture
        } else {
            base = Self.reduced(original, by: factor)
            fitted = (factor, base)
        }
        if step.preparation == .framed {
            if tight?.factor != factor { tight = (factor, base.image.mayBeCutTight) }
            if tight?.mayBe == false { return nil }
        }
        let result = base.then { step.preparation.apply(to: $0) }
        last = (step.preparation, factor, result)
        return result
    }

    /// By any factor: `reduced(by:)` accepts at most 256 a call.
    private static func reduced(_ image: LumaImage, by factor: Int) -> PreparedImage {
        factor <= 256
            ? image.reduced(by: factor) : image.reduced(by: 256).then { reduced($0, by: (factor + 255) / 256) }
    }
}

extension PixelMap {
    func callAsFunction(_ point: PixelPoint) -> PixelPoint {
        let place = self(x: point.x, y: point.y)
        return PixelPoint(x: place.x, y: place.y)
    }
}
