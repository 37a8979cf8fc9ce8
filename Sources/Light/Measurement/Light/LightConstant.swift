// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The constant that relates a camera's exposure and picture to the light of the scene: C = Av − Sv(g₀), in stops.
package struct LightConstant: Hashable, Sendable {
    package enum Origin: Hashable, Sendable {
        /// Not measured: f/2.2 and ISO 100 at the least gain.
        case assumed
        /// Fitted to a reading, which it names: "320 lux by --fit-lux".
        case fitted(String)
    }

    package var value: Double
    /// Its error, in stops.
    package var error: Double
    package var origin: Origin

    package init(value: Double, error: Double, origin: Origin) {
        self.value = value
        self.error = error
        self.origin = origin
    }

    /// The constant of a typical webcam. Webcams have f/2.0 to f/2.4 (± a quarter of a stop) and, at their least gain,
    /// ISO 25 to 400 (± two stops).
    package static let assumed = LightConstant(
        value: 2 * log2(2.2) - log2(100 / 3.125), error: 2, origin: .assumed)

    /// The constant with which a picture of mean linear light `linearMean`, taken with `exposure`, gives `lux`.
    ///
    /// - Parameters:
    ///   - lux: the illuminance of the scene, not of the camera.
    ///   - reflectance: the mean reflectance of the scene; light meters assume 0.18.
    ///   - error: the error of the reading, in stops.
    /// - Returns: `nil` if a number is not positive or the picture is black.
    package static func fitted(
        lux: Double, reflectance: Double = LightEstimate.greyReflectance, exposure: ExposureReading, linearMean: Double,
        error: Double, source: String
    ) -> LightConstant? {
        guard lux > 0, lux.isFinite, reflectance > 0, reflectance <= 1, linearMean > 0, exposure.time > 0 else {
            return nil
        }
        let wanted = LightEstimate.brightness(ofLux: lux, reflectance: reflectance)
        let rest = -log2(exposure.time) - exposure.gainStops + log2(linearMean / LightEstimate.middleGrey)
        return LightConstant(value: wanted - rest, error: error, origin: .fitted(source))
    }
}
