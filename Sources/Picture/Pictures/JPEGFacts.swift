// SPDX-License-Identifier: Apache-2.0

internal import FrameCoding
internal import FrameMetrics

/// What the bytes of a JPEG say of it, beside its pixels.
package struct JPEGFacts: Hashable, Sendable {
    /// The quality that it was saved with, on the usual scale of 1 to 100; `nil` if it has no table that tells it.
    package let quality: Int?

    /// Whether it has four colours, the inks of a print (CMYK, or its form YCCK), which many programs do not take.
    package let isCMYK: Bool

    package init(_ bytes: Span<UInt8>) {
        quality = JPEGQuality.estimate(bytes)
        isCMYK = JPEGHeader(bytes)?.isCMYK ?? false
    }
}
