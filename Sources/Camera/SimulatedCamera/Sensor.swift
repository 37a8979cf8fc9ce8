// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A small CMOS sensor with a rolling shutter.
///
/// A frame of fewer pixels than the sensor has is binned: each pixel is the sum of several native ones, with the sum of
/// their wells and of their read noise variances. A zoomed frame is cropped from the middle and binned less.
package struct Sensor: Hashable, Sendable {
    /// Native pixels across.
    package var columns = 1920
    /// The pitch of native pixels, micrometres.
    package var pixelPitch = 2.5
    /// Electrons per photon on a pixel, including filter and colour matrix.
    package var quantumEfficiency = 0.2
    /// Electrons that a native pixel can hold; full scale at gain 1.
    package var fullWell = 8000.0
    /// RMS electrons of read noise per native pixel.
    package var readNoise = 8.0
    /// Seconds from reading the first row to reading the last, unless frames come faster.
    package var readoutTime = 0.028

    package init() {}

    /// Millimetres.
    package var width: Double { Double(columns) * pixelPitch / 1000 }

    /// Photons per second and square metre for one lux, at 555 nm, where 683 lm are one watt:
    /// λ / (683 h c). White light of the same illuminance has more photons; quantum efficiency includes the difference.
    static let photonsPerLuxSecond = 555e-9 / (683 * 6.626_070_15e-34 * 299_792_458)

    /// Electrons that a native pixel collects per second at one lux on the sensor.
    package var electronsPerLuxSecond: Double {
        Self.photonsPerLuxSecond * (pixelPitch * pixelPitch * 1e-12) * quantumEfficiency
    }

    /// Native pixels per pixel of a frame; 1 if the frame is finer than the sensor.
    package func binning(frameWidth: Int, zoom: Double) -> Double {
        let across = max(1, Double(columns) / (Double(frameWidth) * zoom))
        return across * across
    }

    /// The focal length in pixels of the frame.
    package func focalPixels(lens: Lens, frameWidth: Int, zoom: Double) -> Double {
        lens.focalLength / width * Double(frameWidth) * zoom
    }
}

/// The conversion of light into a signal by a pixel of the frame; 1 is full scale.
///
///     S = min(1, g · e / W),  e = E′ · k · t,  σ² = (g / W)² (e + r²)
///
/// with analogue gain g, well W, read noise r, exposure t. The variance of shot noise is its mean (Poisson). It is drawn
/// from a Gaussian, which is indistinguishable next to the read noise. The converter's steps are finer than the read
/// noise and neglected. Source: Janesick, Photon Transfer; EMVA 1288.
struct PixelResponse: Hashable {
    /// Electrons per lux second, full well and read noise of the binned pixel.
    var sensitivity: Double
    var fullWell: Double
    var readNoise: Double

    init(sensor: Sensor, frameWidth: Int, zoom: Double) {
        let count = sensor.binning(frameWidth: frameWidth, zoom: zoom)
        sensitivity = sensor.electronsPerLuxSecond * count
        fullWell = sensor.fullWell * count
        readNoise = sensor.readNoise * count.squareRoot()
    }

    /// The electrons of an exposure, without noise, limited by the well.
    func electrons(illuminance: Double, exposure: Double) -> Double {
        min(fullWell, illuminance * sensitivity * exposure)
    }

    /// The signal before clipping; full scale is 1.
    func signal(illuminance: Double, exposure: Double, gain: Double) -> Double {
        illuminance * sensitivity * exposure * gain / fullWell
    }

    /// The standard deviation of a signal.
    func noise(signal: Double, gain: Double) -> Double {
        let electrons = max(0, signal) * fullWell / gain
        return (electrons + readNoise * readNoise).squareRoot() * gain / fullWell
    }
}

/// The gain control, 0 to 255: doubles every 64.
enum GainControl {
    static let maximum = factor(of: 255)

    static func factor(of value: Int64) -> Double { exp2(Double(value) / 64) }
    static func value(of factor: Double) -> Int64 { min(255, max(0, Int64((log2(factor) * 64).rounded()))) }
}
