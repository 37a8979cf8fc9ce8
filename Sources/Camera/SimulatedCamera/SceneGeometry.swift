// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import Glibc

/// The mapping between the frame's pixels and the table's millimetres: a homography, from a pinhole camera with the
/// lens's focal length.
///
/// Camera coordinates: x right, y down, z along the axis, millimetres from the lens. A module of X mm facing the camera
/// spans X · F / d pixels, where F is the focal length in pixels of the (zoomed) frame.
struct SceneGeometry: Hashable {
    let size: FrameSize
    /// F.
    let focalPixels: Double
    /// Frame pixels per native pixel of the sensor, at least 1: a zoom beyond the sensor's resolution is blurred.
    let nativeSpan: Double
    private let centerX: Double
    private let centerY: Double
    /// The table's axes, its normal (away from the camera), and its intersection with the camera's axis.
    private let u: SIMD3<Double>
    private let v: SIMD3<Double>
    private let normal: SIMD3<Double>
    private let center: SIMD3<Double>
    /// (U, V) = (rowU · (x, y, 1), rowV · (x, y, 1)) / (rowD · (x, y, 1)).
    private let rowU: SIMD3<Double>
    private let rowV: SIMD3<Double>
    private let rowD: SIMD3<Double>

    /// - Parameters:
    ///   - zoom: 1 to 4.
    ///   - pan, tilt: in arc-seconds, right and up; limited to the area that the zoom cuts off.
    init(scene: SimulatedScene, size: FrameSize, zoom: Double, pan: Double, tilt: Double) {
        self.size = size
        let focal = scene.sensor.focalPixels(lens: scene.lens, frameWidth: size.width, zoom: zoom)
        focalPixels = focal
        nativeSpan = max(1, Double(size.width) * zoom / Double(scene.sensor.columns))
        let arcSecond = Double.pi / (180 * 3600)
        let roomX = (zoom - 1) / 2 * Double(size.width)
        let roomY = (zoom - 1) / 2 * Double(size.height)
        let shiftX = min(roomX, max(-roomX, focal * tan(pan * arcSecond)))
        let shiftY = min(roomY, max(-roomY, focal * -tan(tilt * arcSecond)))
        centerX = Double(size.width) / 2 - shiftX
        centerY = Double(size.height) / 2 - shiftY

        let degree = Double.pi / 180
        let (st, ct) = (sin(scene.tilt * degree), cos(scene.tilt * degree))
        let (sp, cp) = (sin(scene.pitch * degree), cos(scene.pitch * degree))
        let (sr, cr) = (sin(scene.rotation * degree), cos(scene.rotation * degree))
        // Rotated in its plane, then about the horizontal axis, then about the vertical one.
        func turned(_ x: Double, _ y: Double) -> SIMD3<Double> {
            let (x1, y1) = (cr * x - sr * y, sr * x + cr * y)
            let (y2, z2) = (cp * y1, sp * y1)
            return SIMD3(ct * x1 - st * z2, y2, st * x1 + ct * z2)
        }
        u = turned(1, 0)
        v = turned(0, 1)
        normal = SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
        center = SIMD3(0, 0, scene.distance)

        // ray(x, y) = ((x − cx) / F, (y − cy) / F, 1); P = ray · (n·c) / (n·ray); U = (P − c)·u.
        let depth = Self.dot(normal, center)
        let (middleX, middleY) = (centerX, centerY)
        func row(_ axis: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(axis.x / focal, axis.y / focal, axis.z - (axis.x * middleX + axis.y * middleY) / focal)
        }
        rowD = row(normal)
        rowU = row(u) * depth - rowD * Self.dot(center, u)
        rowV = row(v) * depth - rowD * Self.dot(center, v)
    }

    private static func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { a.x * b.x + a.y * b.y + a.z * b.z }

    struct TablePoint {
        var u: Double
        var v: Double
        /// The movement along u and v for one pixel to the right and one pixel down.
        var uPerX: Double
        var uPerY: Double
        var vPerX: Double
        var vPerY: Double
    }

    /// The table point at a pixel position; `nil` at or above the horizon.
    func tablePoint(x: Double, y: Double) -> TablePoint? {
        let d = rowD.x * x + rowD.y * y + rowD.z
        guard d > 1e-3 else { return nil }
        let u = (rowU.x * x + rowU.y * y + rowU.z) / d
        let v = (rowV.x * x + rowV.y * y + rowV.z) / d
        return TablePoint(
            u: u, v: v, uPerX: (rowU.x - u * rowD.x) / d, uPerY: (rowU.y - u * rowD.y) / d,
            vPerX: (rowV.x - v * rowD.x) / d, vPerY: (rowV.y - v * rowD.y) / d)
    }

    /// The pixel position of a point on the table; `nil` behind the camera.
    func pixel(u: Double, v: Double) -> PixelPoint? {
        let p = center + u * self.u + v * self.v
        guard p.z > 1 else { return nil }
        return PixelPoint(x: centerX + focalPixels * p.x / p.z, y: centerY + focalPixels * p.y / p.z)
    }

    /// The table's illuminance, in lux, from a lamp of one candela at the lens: I cos α / r².
    func illuminanceOfCandela(u: Double, v: Double) -> Double {
        let p = (center + u * self.u + v * self.v) / 1000
        let squared = Self.dot(p, p)
        return abs(Self.dot(p, normal)) / (squared * squared.squareRoot())
    }

    /// The table point that mirrors the camera: the foot of the perpendicular.
    var mirrorPoint: (u: Double, v: Double) {
        let foot = normal * Self.dot(normal, center) - center
        return (Self.dot(foot, u), Self.dot(foot, v))
    }
}
