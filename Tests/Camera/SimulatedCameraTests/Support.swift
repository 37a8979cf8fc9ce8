// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import CameraControls
import Foundation
import Frames
import SimulatedCamera

/// The camera's constants written out a second time, from the data in the doc comments: the tests' own arithmetic must not
/// borrow the code's.
enum Camera {
    static let focalLength = 3.67
    static let fNumber = 2.0
    static let transmission = 0.9
    static let sensorWidth = 4.8
    static let nativeColumns = 1920.0
    static let electronsPerLuxSecond = 555e-9 / (683 * 6.62607015e-34 * 299_792_458) * 2.5e-6 * 2.5e-6 * 0.2
    static let fullWell = 8000.0
    static let readNoise = 8.0
    static let readout = 0.028

    static func focalPixels(width: Int, zoom: Double = 1) -> Double { focalLength / sensorWidth * Double(width) * zoom }

    /// The signal, of full scale, of a surface.
    static func signal(lux: Double, reflectance: Double, distance: Double, exposure: Double, gain: Double) -> Double {
        let magnification = focalLength / (distance - focalLength)
        let onSensor =
            lux * reflectance * transmission / (4 * fNumber * fNumber * pow(1 + magnification, 2))
        return onSensor * electronsPerLuxSecond * exposure * gain / fullWell
    }
}

/// A table without grain and without codes: every pixel is the same.
func flatScene(lux: Double, noise: Bool) -> SimulatedScene {
    var scene = SimulatedScene()
    scene.tableGrain = 0
    scene.illuminance = lux
    scene.hasNoise = noise
    scene.focus = .manual(200)
    return scene
}

extension CameraSimulation {
    func set(_ id: ControlID, _ value: Int64) throws { try set([ControlSetting(id, .integer(value))]) }

    func integer(_ id: ControlID) throws -> Int64 {
        guard case .integer(let value) = try value(of: id) else { return .min }
        return value
    }

    /// Exposure in units of 100 µs, gain in control units, and the frame they first show in.
    func expose(_ time: Int64, gain: Int64) throws -> Frame {
        try set(.autoExposure, 1)
        try set(.exposureTimeAbsolute, time)
        try set(.gain, gain)
        skip()
        skip()
        return step()
    }
}

extension Frame {
    var pixels: [Double] { (0..<luma.height).flatMap { row($0) } }

    func row(_ y: Int) -> [Double] { (0..<luma.width).map { Double(luma[$0, y]) } }

    /// One row of the linear signal.
    func linearRow(_ y: Int) -> [Double] { row(y).map { ToneCurve.linear($0 / 255) } }
}

func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

func variance(_ values: [Double]) -> Double {
    let middle = mean(values)
    return values.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / Double(values.count)
}
