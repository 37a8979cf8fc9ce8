// SPDX-License-Identifier: Apache-2.0

package import Frames

/// A grey picture: one byte a pixel, 0 black to 255 white, rows from the top.
///
/// It never changes; copying the value does not copy the pixels.
public struct GrayImage: Sendable {
    package let luma: LumaImage

    package init(_ luma: LumaImage) { self.luma = luma }

    /// A copy of pixels that the caller owns.
    ///
    /// - Parameters:
    ///   - pixels: one byte a pixel.
    ///   - width: pixels in a row.
    ///   - height: rows.
    ///   - bytesPerRow: from the start of a row to the start of the next; `nil` for `width`.
    /// - Returns: `nil` if `pixels` is shorter than these numbers need, or one of them is negative.
    public init?(_ pixels: Span<UInt8>, width: Int, height: Int, bytesPerRow: Int? = nil) {
        let stride = bytesPerRow ?? width
        guard width >= 0, height >= 0, stride >= width else { return nil }
        let (area, isTooLarge) = stride.multipliedReportingOverflow(by: max(height - 1, 0))
        guard !isTooLarge, width == 0 || height == 0 || pixels.count - width >= area else { return nil }
        luma = LumaImage(size: FrameSize(width: width, height: height)) { target in
            for y in 0..<height {
                for x in 0..<width { target[y * width + x] = pixels[y * stride + x] }
            }
        }
    }

    /// A copy of pixels in an array.
    ///
    /// - Parameters:
    ///   - pixels: one byte a pixel.
    ///   - width: pixels in a row.
    ///   - height: rows.
    ///   - bytesPerRow: from the start of a row to the start of the next; `nil` for `width`.
    /// - Returns: `nil` if `pixels` is shorter than these numbers need, or one of them is negative.
    public init?(_ pixels: [UInt8], width: Int, height: Int, bytesPerRow: Int? = nil) {
        self.init(pixels.span, width: width, height: height, bytesPerRow: bytesPerRow)
    }

    /// Pixels in a row.
    public var width: Int { luma.width }

    /// Rows.
    public var height: Int { luma.height }

    /// The brightness of one pixel. The pixel must be inside the picture.
    public subscript(x: Int, y: Int) -> UInt8 { luma[x, y] }

    /// Lends the pixels for the duration of the call. Pixel (x, y) is `pixels[y * bytesPerRow + x]`.
    ///
    /// - Parameter body: gets the pixels, and the bytes from the start of a row to the start of the next.
    /// - Returns: what `body` returns.
    public func withPixels<Result, Failure: Error>(
        _ body: (_ pixels: Span<UInt8>, _ bytesPerRow: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try luma.withSpan { (span: Span<UInt8>) throws(Failure) -> Result in try body(span, luma.rowStride) }
    }
}
