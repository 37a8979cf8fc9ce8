// SPDX-License-Identifier: Apache-2.0

package import Frames
import Glibc
package import LumaProcessing

/// The preparation of a picture for a reader.
package enum ReadingPreparation: Hashable, Sendable, CustomStringConvertible {
    /// The picture unchanged.
    case none
    case rotated(degrees: Int)
    case doubled
    case doubledAndSharpened
    case reduced(by: Int)
    case sharpened(sigma: Int)
    /// The radius depends on the picture: 1/40 of its shorter side, 6 to 40 pixels.
    case thresholded
    case inverted
    case equalized
    /// With margins, see `LumaImage.framed`.
    case framed

    /// The size after preparation of a picture of this size, without margins.
    package func size(of original: FrameSize) -> FrameSize {
        switch self {
        case .rotated(let degrees):
            let angle = Double(degrees) * .pi / 180
            let (c, s) = (abs(cos(angle)), abs(sin(angle)))
            let (width, height) = (Double(original.width), Double(original.height))
            return FrameSize(width: Int(width * c + height * s) + 1, height: Int(width * s + height * c) + 1)
        case .doubled, .doubledAndSharpened:
            return FrameSize(width: original.width * 2, height: original.height * 2)
        case .reduced(let factor):
            return FrameSize(width: original.width / factor, height: original.height / factor)
        case .none, .sharpened, .thresholded, .inverted, .equalized, .framed:
            return original
        }
    }

    package func apply(to image: LumaImage) -> PreparedImage {
        switch self {
        case .none: PreparedImage(image)
        case .rotated(let degrees): image.rotated(clockwiseDegrees: Double(degrees))
        case .doubled: image.doubled()
        case .doubledAndSharpened: image.doubled().then { PreparedImage($0.sharpened(sigma: 2)) }
        case .reduced(let factor): image.reduced(by: factor)
        case .sharpened(let sigma): PreparedImage(image.sharpened(sigma: Double(sigma), amount: 2))
        case .thresholded:
            PreparedImage(
                image.thresholded(radius: min(40, max(6, min(image.width, image.height) / 40)), offset: 4))
        case .inverted: PreparedImage(image.inverted())
        case .equalized: PreparedImage(image.equalized())
        case .framed: image.framed()
        }
    }

    package var description: String {
        switch self {
        case .none: "as is"
        case .rotated(let degrees): "turned \(degrees)"
        case .doubled: "doubled"
        case .doubledAndSharpened: "doubled, sharpened"
        case .reduced(let factor): "reduced by \(factor)"
        case .sharpened(let sigma): "sharpened \(sigma)"
        case .thresholded: "thresholded"
        case .inverted: "inverted"
        case .equalized: "equalized"
        case .framed: "with margins"
        }
    }
}
