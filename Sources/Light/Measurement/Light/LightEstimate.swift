// SPDX-License-Identifier: Apache-2.0

package import FrameMetrics
internal import Glibc

/// The brightness of the scene, estimated from a picture and its exposure.
///
///     Bv = C + Tv − log₂(g / g₀) + log₂(Y / 0.18),  Tv = −log₂ t
///
/// with exposure time t in seconds, gain g over the least gain g₀, and Y the mean linear light, 0 to 1.
/// Bv is the APEX brightness value as in EXIF (tag 0x9203); EV is that at ISO 100, Bv + 5.
///
/// Source: ASA PH2.5-1960 as in D. Kerr, APEX: Av + Tv = Bv + Sv; EXIF 2.32 annex C; the same form as libcamera's
/// `lux.cpp`.
package struct LightEstimate: Hashable, Sendable {
    /// APEX.
    package var brightnessValue: Double
    /// The error to either side, in stops.
    package var error: Double
    /// The mean linear light it was computed from, 0 to 1.
    package var linearMean: Double
    package var range: LumaRange
    package var exposure: ExposureReading
    package var constant: LightConstant
    /// Why the error may be larger, or the estimate is only a bound: "6 % of the picture is white: …".
    package var caveat: String?

    /// EV at ISO 100.
    package var exposureValue: Double { brightnessValue + Self.isoHundred }
    /// The scene's mean luminance, cd/m².
    package var luminance: Double { Self.luminanceAtZero * exp2(brightnessValue) }
    /// The illuminance at which a surface that reflects 18 % has that luminance, lux.
    package var lux: Double { lux(reflectance: Self.greyReflectance) }
    package func lux(reflectance: Double) -> Double { luminance * .pi / reflectance }

    /// The linear value to which a light meter brings the mean of a scene.
    package static let middleGrey = 0.18
    package static let greyReflectance = 0.18
    /// Sv of ISO 100, log₂(100 / 3.125).
    static let isoHundred = 5.0
    /// cd/m² at Bv 0: N · K with N = 1/3.125 and a meter's constant K = 12.5 (ISO 2720 allows 10.6 to 13.4).
    static let luminanceAtZero = 12.5 / 3.125
    /// The error from tone curves that differ from sRGB, in stops.
    private static let curveError = 0.3

    /// Bv of a surface: L = E ρ / π, Bv = log₂(L / 4 cd/m²).
    package static func brightness(ofLux lux: Double, reflectance: Double = greyReflectance) -> Double {
        log2(lux * reflectance / .pi / luminanceAtZero)
    }

    /// - Returns: `nil` if the picture is black.
    package init?(
        _ histogram: LumaHistogram, range: LumaRange, exposure: ExposureReading, constant: LightConstant = .assumed
    ) {
        let mean = range.linearMean(of: histogram)
        // A tenth of a luma step, linear: less is the camera's black level.
        guard mean > 3e-5, exposure.time > 0, exposure.time.isFinite else { return nil }
        linearMean = mean
        self.range = range
        self.exposure = exposure
        self.constant = constant
        brightnessValue =
            constant.value - log2(exposure.time) - exposure.gainStops + log2(mean / Self.middleGrey)
        var parts = [constant.error, exposure.gainError, Self.curveError]
        // An exposure read while the camera changes it is a frame or two old.
        if !exposure.isManual { parts.append(0.3) }
        if exposure.disturbance != nil { parts.append(1) }
        let (white, black) = (histogram.share(range.white), histogram.share(range.black))
        if white > 0.02 {
            caveat = "\(Self.percent(white)) % of the picture is white: the scene is brighter than this"
        } else if black > 0.5 {
            caveat = "\(Self.percent(black)) % of the picture is black: the scene is darker than this"
        } else {
            caveat = exposure.disturbance
        }
        error = parts.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }

    private static func percent(_ share: Double) -> Int { Int((share * 100).rounded()) }
}

/// An estimate of the light, or why there is none.
package enum LightReading: Hashable, Sendable {
    case estimated(LightEstimate)
    /// A clause that says why.
    case unknown(reason: String)

    package init(
        _ histogram: LumaHistogram, range: LumaRange, exposure: ExposureKnowledge, constant: LightConstant = .assumed
    ) {
        switch exposure {
        case .unknown(let reason): self = .unknown(reason: reason)
        case .known(let reading):
            if let estimate = LightEstimate(histogram, range: range, exposure: reading, constant: constant) {
                self = .estimated(estimate)
            } else {
                self = .unknown(reason: "the picture is black")
            }
        }
    }

    package var estimate: LightEstimate? { if case .estimated(let estimate) = self { estimate } else { nil } }
}
