// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What maximum contrast plus a brightness do to luma on webcams: contrast scales values about middle grey, then
/// brightness shifts them.
///
/// Neither control has a unit. The model: contrast multiplies by its value over its default; brightness shifts luma in
/// proportion to its range. The result is measured before it is used.
struct ToneStretch: Hashable, Sendable {
    static let middle = 127.5
    let contrast: ControlRange
    let brightness: ControlRange

    /// `nil` if contrast cannot go above its default.
    init?(contrast: ControlRange?, brightness: ControlRange?) {
        guard let contrast, let brightness, contrast.maximum > contrast.defaultValue else { return nil }
        self.contrast = contrast
        self.brightness = brightness
    }

    /// A default of 0 gives no proportion; a factor of 2 is usual.
    private var factor: Double {
        contrast.defaultValue > 0 ? Double(contrast.maximum) / Double(contrast.defaultValue) : 2
    }
    /// Steps of the control per unit of luma.
    private var step: Double { Double(brightness.span) / 255 }

    /// The luma before maximum contrast and this brightness turned it into `luma`.
    func plain(_ luma: Double, brightness value: Int64) -> Double {
        let shift = Double(value - brightness.defaultValue) / step
        return Self.middle + (luma - Self.middle - shift) / factor
    }

    /// The brightness that, with maximum contrast, centres ink and paper about middle grey: readers with a fixed threshold
    /// use that one, and neither side clips first.
    func brightness(centring dark: Double, _ light: Double) -> Int64 {
        brightness.nearest(Double(brightness.defaultValue) + factor * (Self.middle - (dark + light) / 2) * step)
    }
}

/// The luma that results if the light is multiplied by `factor`.
func luma(_ luma: Double, inLight factor: Double) -> Double {
    let light = min(1, max(0, linear(luma) * factor))
    return 255 * (light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
}
