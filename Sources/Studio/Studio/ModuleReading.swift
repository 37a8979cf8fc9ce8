// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
internal import Measurement

/// Pixels per module of a code in view. Measured once, then scaled with the sides of the code.
struct ModuleReading: Sendable {
    let pixels: Double
    private let bytes: [UInt8]
    private let side: Double
    private let measuredSide: Double

    /// Outside this range of sizes the code is measured again, as the measurement at the smaller size may be wrong.
    private static let reach = 0.8...1.25

    /// `nil` without a code, or if its modules cannot be measured.
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
