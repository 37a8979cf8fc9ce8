// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Frames
import Glibc

/// Renders the light on the sensor: table and labels, area-sampled through the homography, times the lamps, plus their
/// reflections, through the lens.
///
/// The whole picture gets the blur of the table's centre, even where a tilted table is nearer or farther.
final class SceneRenderer {
    /// The parameters of the picture besides the scene. Two equal views give the same picture.
    struct View: Hashable {
        var zoom: Int64
        var pan: Int64
        var tilt: Int64
        var torch: Bool
        /// `focus_absolute`, or `nil` for a fixed lens.
        var focus: Int64?
        /// The illuminance on the table without the torch, lux.
        var lux: Double
        /// For moving labels only, else zero: their position when the first row is exposed, their speed, and the exposure
        /// and row times.
        var offset = 0.0
        var velocity = 0.0
        var exposure = 0.0
        var rowTime = 0.0
    }

    private let scene: SimulatedScene
    private let size: FrameSize
    private let table: TableTexture
    private let textures: [SymbolTexture]
    private var background: Background?
    private var latest: (view: View, irradiance: Irradiance)?

    /// The part that does not depend on focus and moving labels.
    private struct Background {
        var zoom: Int64
        var pan: Int64
        var tilt: Int64
        var torch: Bool
        var lux: Double
        var geometry: SceneGeometry
        /// The reflectance of the bare table.
        var reflectance: [Float]
        /// Lux on the sensor for a reflectance of 1, and lux of reflections. One value if all pixels are equal.
        var light: [Float]
        var reflections: [Float]
    }

    init(scene: SimulatedScene, size: FrameSize) {
        self.scene = scene
        self.size = size
        table = TableTexture(seed: scene.seed)
        textures = scene.codes.map { SymbolTexture($0.symbol) }
    }

    /// The light on the sensor; cached until the view changes.
    func irradiance(_ view: View) -> Irradiance {
        if let latest, latest.view == view { return latest.irradiance }
        let background = background(view)
        var reflectance = background.reflectance
        for (code, texture) in zip(scene.codes, textures) {
            draw(code, texture, view, background.geometry, into: &reflectance)
        }
        light(&reflectance, background)
        if let blur = DiscBlur(diameter: blurDiameter(view, background.geometry)) {
            reflectance = blur.apply(to: reflectance, width: size.width, height: size.height)
        }
        let irradiance = Irradiance(lux: reflectance, width: size.width, height: size.height)
        latest = (view, irradiance)
        return irradiance
    }

    func geometry(_ view: View) -> SceneGeometry {
        SceneGeometry(
            scene: scene, size: size, zoom: Double(view.zoom) / 100, pan: Double(view.pan), tilt: Double(view.tilt))
    }

    /// The diameter of the disc of confusion, in pixels of the frame.
    func blurDiameter(_ view: View, _ geometry: SceneGeometry) -> Double {
        let focus: Double
        if let control = view.focus {
            focus = Lens.focusDistance(ofControl: control)
        } else if case .fixed(let distance) = scene.focus {
            focus = distance
        } else {
            focus = .infinity
        }
        let onSensor = scene.lens.blurDiameter(distance: scene.distance, focus: focus)
        return onSensor / scene.lens.focalLength * geometry.focalPixels
    }

    // MARK: Background

    private func background(_ view: View) -> Background {
        if let background, background.zoom == view.zoom, background.pan == view.pan, background.tilt == view.tilt,
            background.torch == view.torch
        {
            guard background.lux != view.lux else { return background }
            var lit = background
            lit.lux = view.lux
            lit.light = light(view, background.geometry)
            lit.reflections = reflections(view, background.geometry)
            self.background = lit
            return lit
        }
        let geometry = geometry(view)
        let drawn = Background(
            zoom: view.zoom, pan: view.pan, tilt: view.tilt, torch: view.torch, lux: view.lux, geometry: geometry,
            reflectance: tableReflectance(geometry), light: light(view, geometry),
            reflections: reflections(view, geometry))
        background = drawn
        return drawn
    }

    private func tableReflectance(_ geometry: SceneGeometry) -> [Float] {
        let mean = Float(scene.tableReflectance)
        let grain = Float(scene.tableGrain)
        var result = [Float](repeating: mean, count: size.area)
        for y in 0..<size.height {
            for x in 0..<size.width {
                guard let point = geometry.tablePoint(x: Double(x) + 0.5, y: Double(y) + 0.5) else { continue }
                let span = max(abs(point.uPerX) + abs(point.uPerY), abs(point.vPerX) + abs(point.vPerY))
                let value = table.value(u: point.u, v: point.v, span: span)
                result[y &* size.width &+ x] = mean * (1 + grain * value)
            }
        }
        return result
    }

    private var luxPerReflected: Double { scene.lens.sensorIlluminance(reflected: 1, distance: scene.distance) }

    private func light(_ view: View, _ geometry: SceneGeometry) -> [Float] {
        let factor = luxPerReflected
        guard view.torch || scene.hasVignetting else { return [Float(view.lux * factor)] }
        return perPixel { x, y in
            guard let point = geometry.tablePoint(x: x, y: y) else { return 0 }
            var illuminance = view.lux
            if view.torch {
                illuminance += scene.torchIntensity * geometry.illuminanceOfCandela(u: point.u, v: point.v)
            }
            return illuminance * factor * vignetting(x, y, geometry)
        }
    }

    private func reflections(_ view: View, _ geometry: SceneGeometry) -> [Float] {
        let mirror = geometry.mirrorPoint
        var peak = scene.glare * view.lux
        if view.torch {
            peak += scene.gloss * scene.torchIntensity * geometry.illuminanceOfCandela(u: mirror.u, v: mirror.v)
        }
        guard peak > 0 else { return [0] }
        let factor = peak * luxPerReflected
        let width = -1 / (2 * scene.glareRadius * scene.glareRadius)
        return perPixel { x, y in
            guard let point = geometry.tablePoint(x: x, y: y) else { return 0 }
            let (du, dv) = (point.u - mirror.u, point.v - mirror.v)
            let exponent = (du * du + dv * dv) * width
            return exponent < -20 ? 0 : factor * exp(exponent) * vignetting(x, y, geometry)
        }
    }

    private func vignetting(_ x: Double, _ y: Double, _ geometry: SceneGeometry) -> Double {
        guard scene.hasVignetting else { return 1 }
        let dx = x - Double(size.width) / 2
        let dy = y - Double(size.height) / 2
        return scene.lens.vignetting(tangent: (dx * dx + dy * dy).squareRoot() / geometry.focalPixels)
    }

    private func perPixel(_ value: (_ x: Double, _ y: Double) -> Double) -> [Float] {
        var result = [Float](repeating: 0, count: size.area)
        for y in 0..<size.height {
            for x in 0..<size.width {
                result[y &* size.width &+ x] = Float(value(Double(x) + 0.5, Double(y) + 0.5))
            }
        }
        return result
    }

    private func light(_ image: inout [Float], _ background: Background) {
        let light = background.light
        let reflections = background.reflections
        unsafe image.withUnsafeMutableBufferPointer { image in
            if light.count == 1 {
                let factor = light[0]
                for index in 0..<image.count { unsafe image[index] *= factor }
            } else {
                for index in 0..<image.count { unsafe image[index] *= light[index] }
            }
            if reflections.count > 1 {
                for index in 0..<image.count { unsafe image[index] += reflections[index] }
            }
        }
    }

    // MARK: Labels

    private func draw(
        _ code: SceneCode, _ texture: SymbolTexture, _ view: View, _ geometry: SceneGeometry,
        into image: inout [Float]
    ) {
        let paper = Float(scene.paperReflectance)
        let ink = Float(scene.paperReflectance * (1 - scene.contrast))
        let label = code.isInverted ? ink : paper
        let module = code.isInverted ? paper : ink
        // The label's edges and the symbol's top left corner, before any movement.
        let symbolLeft = code.x - code.symbol.width / 2 * code.module
        let symbolTop = code.y - code.symbol.height / 2 * code.module
        let left = symbolLeft - code.margin.left * code.module
        let top = symbolTop - code.margin.top * code.module
        let (right, bottom) = (left + code.labelWidth, top + code.labelHeight)
        let perMillimetre = 1 / code.module

        guard let area = pixels(left: left, top: top, right: right, bottom: bottom, view, geometry) else { return }
        let motion = abs(view.velocity) * view.exposure / 2
        for y in area.y..<area.y + area.height {
            let moved = view.offset + view.velocity * (Double(y) * view.rowTime + view.exposure / 2)
            for x in area.x..<area.x + area.width {
                guard let middle = geometry.tablePoint(x: Double(x) + 0.5, y: Double(y) + 0.5) else { continue }
                // Aligned with the axes, one box is exact; at an angle, nine small ones approximate the slanted footprint.
                let slanted = abs(middle.uPerY) + abs(middle.vPerX) > 1e-3 * (abs(middle.uPerX) + abs(middle.vPerY))
                let points = slanted ? 3 : 1
                let reach = geometry.nativeSpan / (2 * Double(points))
                // Pixel and motion are one box each; a single box of their combined variance replaces them.
                let stillU = (abs(middle.uPerX) + abs(middle.uPerY)) * reach
                let halfU = motion == 0 ? stillU : (stillU * stillU + motion * motion).squareRoot()
                let halfV = (abs(middle.vPerX) + abs(middle.vPerY)) * reach
                var covered = 0.0
                var dark = 0.0
                for subY in 0..<points {
                    for subX in 0..<points {
                        let dx = ((Double(subX) + 0.5) / Double(points) - 0.5) * geometry.nativeSpan
                        let dy = ((Double(subY) + 0.5) / Double(points) - 0.5) * geometry.nativeSpan
                        let u = middle.u + dx * middle.uPerX + dy * middle.uPerY - moved
                        let v = middle.v + dx * middle.vPerX + dy * middle.vPerY
                        let wide = min(right, u + halfU) - max(left, u - halfU)
                        let high = min(bottom, v + halfV) - max(top, v - halfV)
                        guard wide > 0, high > 0 else { continue }
                        let whole = 4 * halfU * halfV
                        covered += wide * high / whole
                        let squares = texture.darkArea(
                            left: (u - halfU - symbolLeft) * perMillimetre,
                            top: (v - halfV - symbolTop) * perMillimetre,
                            right: (u + halfU - symbolLeft) * perMillimetre,
                            bottom: (v + halfV - symbolTop) * perMillimetre)
                        dark += squares * code.module * code.module / whole
                    }
                }
                guard covered > 0 else { continue }
                let share = 1 / Float(points * points)
                let pixel = y &* size.width &+ x
                image[pixel] +=
                    Float(covered) * share * (label - image[pixel])
                    + Float(dark) * share * (module - label)
            }
        }
    }

    /// The pixels that a label may touch during the exposure.
    private func pixels(
        left: Double, top: Double, right: Double, bottom: Double, _ view: View, _ geometry: SceneGeometry
    ) -> PixelRectangle? {
        let last = view.offset + view.velocity * (Double(size.height) * view.rowTime + view.exposure)
        let (from, to) = (left + min(view.offset, last), right + max(view.offset, last))
        var low = (x: Double.infinity, y: Double.infinity)
        var high = (x: -Double.infinity, y: -Double.infinity)
        for u in [from, to] {
            for v in [top, bottom] {
                // A corner is behind the camera: the label may cover any pixel.
                guard let corner = geometry.pixel(u: u, v: v) else {
                    return PixelRectangle(size)
                }
                low = (min(low.x, corner.x), min(low.y, corner.y))
                high = (max(high.x, corner.x), max(high.y, corner.y))
            }
        }
        let margin = geometry.nativeSpan + 1
        let x = Int(min(Double(size.width), max(0, low.x - margin)))
        let y = Int(min(Double(size.height), max(0, low.y - margin)))
        let endX = Int(min(Double(size.width), max(0, high.x + margin)))
        let endY = Int(min(Double(size.height), max(0, high.y + margin)))
        guard endX > x, endY > y else { return nil }
        return PixelRectangle(x: x, y: y, width: endX - x, height: endY - y)
    }
}
