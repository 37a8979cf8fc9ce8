// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What the most contrast does to luma, together with brightness, as webcams have the two controls: contrast turns the
/// values about the middle grey, brightness shifts them afterwards.
///
/// Neither has a unit. Contrast is taken to multiply by its value over its default, and a brightness whose range is that
/// of luma to shift by one for each step; what the picture makes of it is measured before anything is believed.
struct ToneStretch: Hashable, Sendable {
    static let middle = 127.5
    let contrast: ControlRange
    let brightness: ControlRange

    /// `nil` where there is no more contrast than usual to be had.
    init?(contrast: ControlRange?, brightness: ControlRange?) {
        guard let contrast, let brightness, contrast.maximum > contrast.defaultValue else { return nil }
        self.contrast = contrast
        self.brightness = brightness
    }

    /// A range about 0 has no proportion: twice is usual.
    private var factor: Double {
        contrast.defaultValue > 0 ? Double(contrast.maximum) / Double(contrast.defaultValue) : 2
    }
    /// Steps of the control for a luma.
    private var step: Double { Double(brightness.span) / 255 }

    /// The luma that the most contrast and this brightness have made `luma` of.
    func plain(_ luma: Double, brightness value: Int64) -> Double {
        let shift = Double(value - brightness.defaultValue) / step
        return Self.middle + (luma - Self.middle - shift) / factor
    }

    /// The brightness at which, with the most contrast, ink and paper lie to either side of the middle grey: readers
    /// that look at fixed thresholds look there, and neither side clips before the other.
    func brightness(centring dark: Double, _ light: Double) -> Int64 {
        brightness.nearest(Double(brightness.defaultValue) + factor * (Self.middle - (dark + light) / 2) * step)
    }
}

/// The luma in so many times the light.
func luma(_ luma: Double, inLight factor: Double) -> Double {
    let light = min(1, max(0, linear(luma) * factor))
    return 255 * (light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
}
