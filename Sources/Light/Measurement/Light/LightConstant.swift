// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What joins a camera's exposure and picture to the light of the scene: C = Av − Sv(g₀), in stops.
public struct LightConstant: Hashable, Sendable {
    public enum Origin: Hashable, Sendable {
        /// Nobody has measured it: f/2.2 and ISO 100 at the least gain.
        case assumed
        /// Fitted to a reading; says of what: "320 lux by --fit-lux".
        case fitted(String)
    }

    public var value: Double
    /// How far it may be off, in stops.
    public var error: Double
    public var origin: Origin

    public init(value: Double, error: Double, origin: Origin) {
        self.value = value
        self.error = error
        self.origin = origin
    }

    /// Webcams have f/2.0 to f/2.4 (a quarter of a stop to either side) and, at their least gain, somewhere from
    /// ISO 25 to 400: two stops to either side. A guess, and said to be one.
    public static let assumed = LightConstant(
        value: 2 * log2(2.2) - log2(100 / 3.125), error: 2, origin: .assumed)

    /// The constant for which a picture taken with `exposure`, of mean linear light `linearMean`, gives `lux`.
    ///
    /// - Parameters:
    ///   - lux: on what the camera sees, not at the camera.
    ///   - reflectance: of what the camera sees, on average; 0.18 is what light meters assume.
    ///   - error: of the reading, in stops.
    /// - Returns: `nil` where a number is not positive, or the picture is black.
    public static func fitted(
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
