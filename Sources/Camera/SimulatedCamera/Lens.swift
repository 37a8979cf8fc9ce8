// SPDX-License-Identifier: Apache-2.0

/// A thin lens of fixed focal length and aperture. It focuses by moving, like a webcam's voice coil.
///
/// Lengths are in millimetres. Diffraction is neglected: at f/2 the Airy disc is 2.44 λN = 2.7 µm across at 555 nm,
/// about one native pixel and less than the blur of any webcam lens.
package struct Lens: Hashable, Sendable {
    /// The focal length f.
    package var focalLength = 3.67
    /// The f-number N; the aperture's diameter is f / N.
    package var fNumber = 2.0
    /// The transmittance of the glass, 0 to 1.
    package var transmission = 0.9

    package init() {}

    package var apertureDiameter: Double { focalLength / fNumber }

    /// The diameter, on the sensor, of the blur disc of a point at `distance` with the lens focused at `focus`;
    /// `.infinity` is a valid focus.
    ///
    ///     c = A · f / (s − f) · |d − s| / d
    ///
    /// with aperture diameter A, focus distance s, object distance d. For s → ∞ this tends to A · f / d.
    /// Source: Hecht, Optics, thin lens equation 1/s + 1/s′ = 1/f and similar triangles behind the aperture.
    package func blurDiameter(distance: Double, focus: Double) -> Double {
        guard focus.isFinite else { return apertureDiameter * focalLength / distance }
        return apertureDiameter * focalLength / (focus - focalLength) * abs(distance - focus) / distance
    }

    /// The illuminance on the sensor, in lux, of the image of a surface of luminance L = `reflected` / π, where
    /// `reflected` is illuminance times reflectance (Lambertian surface, E·ρ/π).
    ///
    ///     E′ = π L τ / (4 N² (1 + m)²),  m = f / (d − f)
    ///
    /// Valid on the axis; `vignetting` gives the rest of the field. Source: Hecht; the camera equation.
    package func sensorIlluminance(reflected: Double, distance: Double) -> Double {
        let magnification = focalLength / (distance - focalLength)
        let enlarged = (1 + magnification) * (1 + magnification)
        return reflected * transmission / (4 * fNumber * fNumber * enlarged)
    }

    /// The relative brightness of the image at the angle with the given tangent: the cos⁴ law.
    package func vignetting(tangent: Double) -> Double {
        let cosineSquared = 1 / (1 + tangent * tangent)
        return cosineSquared * cosineSquared
    }
}

// MARK: The focus control

extension Lens {
    /// The nearest focus distance: that of `focus_absolute` 250.
    package static let nearestFocus = 70.0

    /// The focus distance for a value of `focus_absolute`, 0 (infinity) to 250 (70 mm). The value is proportional to
    /// dioptres, because the image distance, which the voice coil sets, nearly is.
    package static func focusDistance(ofControl value: Int64) -> Double {
        value <= 0 ? .infinity : nearestFocus * 250 / Double(value)
    }

    /// The nearest value of `focus_absolute`, in steps of 5.
    package static func controlValue(ofFocus distance: Double) -> Int64 {
        guard distance.isFinite else { return 0 }
        let value = (nearestFocus * 250 / max(distance, nearestFocus) / 5).rounded() * 5
        return min(250, max(0, Int64(value)))
    }
}
