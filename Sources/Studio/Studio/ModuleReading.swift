// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
internal import Measurement

/// Pixels a module of a code in view. Measured once: then it grows and shrinks with the code's sides.
struct ModuleReading: Sendable {
    let pixels: Double
    private let bytes: [UInt8]
    private let side: Double
    private let measuredSide: Double

    /// A code that has become so much larger or smaller is measured anew, as the smaller one may have been mistaken.
    private static let reach = 0.8...1.25

    /// `nil` without a code, or where its modules cannot be told.
    init?(_ look: MeterTaker.Look, after last: ModuleReading?, noise: Double, range: LumaRange) {
        guard let code = look.code, let corners = code.corners else { return nil }
        let side = max(corners.width, corners.height)
        (bytes, self.side) = (code.bytes, side)
        if let last, last.bytes == code.bytes, Self.reach.contains(side / last.measuredSide) {
            pixels = last.pixels * side / last.side
            measuredSide = last.measuredSide
        } else {
            guard let module = SymbolMeasurement(code, in: look.luma, noise: noise, range: range)?.module else { return nil }
            (pixels, measuredSide) = (module, side)
        }
    }
}
