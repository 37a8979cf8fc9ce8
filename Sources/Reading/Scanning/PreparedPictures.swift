// SPDX-License-Identifier: Apache-2.0

package import Frames
import LumaProcessing

/// The prepared forms of one picture, made on demand. Consecutive steps share one.
package struct PreparedPictures {
    private let original: LumaImage
    private var fitted: (factor: Int, picture: PreparedImage)?
    private var last: (preparation: ReadingPreparation, factor: Int, picture: PreparedImage)?

    package init(_ original: LumaImage) { self.original = original }

    /// `nil` if it would be too inefficient: a thin strip, when rotated, is mostly background.
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
