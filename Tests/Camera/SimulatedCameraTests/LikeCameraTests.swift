// SPDX-License-Identifier: Apache-2.0

import CameraControls
import CameraListings
import Foundation
import Frames
import PublishedCameras
import SimulatedCamera
import Testing

/// The simulated camera as published ones.
@Suite("simulated camera like another")
struct LikeCameraTests {
    private func camera(_ name: String, _ lies: Set<CameraLie> = [], _ scene: String = "bench") throws -> LikeCamera {
        let published = try #require(PublishedCamera.all.first { $0.name == name })
        var scene = try SimulatedScene(specification: scene)
        scene.pace = .free
        return try LikeCamera(CameraSimulation(scene: scene), as: CameraLikeness(published.listing, lies: lies))
    }

    private func set(_ camera: LikeCamera, _ id: ControlID, _ value: Int64) throws {
        try camera.set([ControlSetting(id, .integer(value))])
    }

    /// The mean of the picture that a setting leads to.
    private func mean(_ camera: LikeCamera) -> Double {
        for _ in 0..<12 { camera.simulation.skip() }
        let luma = camera.simulation.step().luma
        return luma.withSpan { span in
            var sum = 0
            for index in span.indices { sum += Int(span[index]) }
            return Double(sum) / Double(max(1, span.count))
        }
    }

    @Test("every published camera can be simulated, and gives frames", arguments: PublishedCamera.all.map(\.name))
    func all(name: String) throws {
        let camera = try camera(name)
        let published = try #require(PublishedCamera.all.first { $0.name == name })
        let shown = try camera.controls().map(\.id)
        #expect(published.controls.allSatisfy { shown.contains($0.description.id) })
        for control in try camera.controls() where control.kind.isNumeric && control.failsNot(in: camera) {
            #expect(throws: Never.self) { try camera.value(of: control.id) }
        }
        #expect(!camera.likeness.modes(fastest: camera.simulation.interval).isEmpty)
        #expect(camera.simulation.step().luma.size.area > 0)
    }

    @Test("as=FILE reads a file, and says why it cannot")
    func files() throws {
        let path = PublishedCamera.folder.appending(path: "logitech-c920.txt").path
        let scene = try SimulatedScene(specification: "bench?as=\(path)&lies=echo,fails:0x009a090d")
        #expect(scene.likeness?.listing.name == "logitech-c920" && scene.likeness?.listing.usbID == "046d:082d")
        #expect(scene.likeness?.lies.contains(.echo) == true)
        let missing = #expect(throws: SceneError.self) { try SimulatedScene(specification: "bench?as=./none.txt") }
        #expect(missing?.description.contains("cannot be read") == true)
        #expect(throws: SceneError.self) { try SimulatedScene(specification: "bench?as=no-such-camera") }
        #expect(throws: SceneError.self) { try SimulatedScene(specification: "bench?as=\(path)&lies=nonsense") }
        #expect(throws: SceneError.self) { try SimulatedScene(specification: "bench?lies=echo") }
    }

    @Test("a shorter exposure is darker, in the camera's own numbers")
    func exposure() throws {
        for name in ["logitech-c920", "mediatek-csi-preview-exposure-in-ns", "sony-playstation-eye-ov534"] {
            let camera = try camera(name)
            let controls = try camera.controls()
            let time = try #require(
                controls.first { [.exposureTimeAbsolute, .exposure].contains($0.id) && $0.minimum >= 0 })
            if let mode = AutomaticMode.governing(time.id, among: controls),
                let manual = mode.governed[time.id]?.first(where: { value in
                    controls.contains {
                        $0.id == mode.master && ($0.kind == .boolean || $0.menu.contains { $0.index == value })
                    }
                })
            {
                try set(camera, mode.master, manual)
            }
            try set(camera, time.id, time.id == .exposure ? 250 : time.maximum / 10)
            let light = mean(camera)
            try set(camera, time.id, time.id == .exposure ? 60 : time.maximum / 100)
            #expect(mean(camera) < light - 5, "\(name)")
        }
    }

    @Test("an automatic mode refuses what it governs, menus refuse what they lack, ranges clamp and round")
    func driver() throws {
        let camera = try camera("logitech-c920")
        try set(camera, .autoExposure, 3)
        #expect(throws: ControlError.self) { try set(camera, .exposureTimeAbsolute, 100) }
        #expect(try camera.controls().first { $0.id == .exposureTimeAbsolute }?.flags.contains(.inactive) == true)
        #expect(throws: ControlError.self) { try set(camera, .autoExposure, 2) }
        try set(camera, .focusAutomaticContinuous, 0)
        try set(camera, .focusAbsolute, 12)
        #expect(try camera.value(of: .focusAbsolute) == .integer(10))
        try set(camera, .zoomAbsolute, 9999)
        #expect(try camera.value(of: .zoomAbsolute) == .integer(500))
    }

    @Test("off its grid the exposure is the longest, and nothing that is read tells")
    func grid() throws {
        let camera = try camera("microsoft-lifecam-hd-3000", [.echo], "bench?lux=100")
        try set(camera, .autoExposure, 1)
        try set(camera, .exposureTimeAbsolute, 78)
        let right = mean(camera)
        try set(camera, .exposureTimeAbsolute, 40)
        #expect(try camera.value(of: .exposureTimeAbsolute) == .integer(40))
        #expect(mean(camera) > right + 20)
    }

    @Test("what is lost at the start of a stream reads back")
    func forgets() throws {
        let camera = try camera("logitech-c270", [.forgets])
        try set(camera, .brightness, 200)
        #expect(try camera.startStream())
        #expect(try camera.value(of: .brightness) == .integer(200))
        #expect(camera.held(.brightness) != 200)
    }

    @Test("a second stream may give nothing; a control may fail; a zoom may stand in the middle")
    func others() throws {
        let camera = try camera("logitech-c920", [.hangs, .zoomed, .fails(.brightness)])
        #expect(try camera.startStream())
        #expect(try camera.startStream() == false)
        #expect(try camera.value(of: .zoomAbsolute) == .integer(300))
        #expect(throws: ControlError.self) { try camera.value(of: .brightness) }
        #expect(throws: Never.self) { try camera.value(of: .contrast) }
        let silent = SilentFrameSource(StreamFormat(size: FrameSize(width: 64, height: 48)))
        #expect(throws: FrameSourceError.self) { try silent.nextFrame(timeout: .milliseconds(1)) }
    }

    @Test("a focus that drifts moves although its automatic is off")
    func drifts() throws {
        let steady = try camera("logitech-c920")
        let drifting = try camera("logitech-c920", [.drifts])
        for camera in [steady, drifting] {
            try set(camera, .focusAutomaticContinuous, 0)
            try set(camera, .focusAbsolute, 0)
            for _ in 0..<60 { camera.simulation.skip() }
        }
        #expect(drifting.simulation.conditions.blurDiameter < steady.simulation.conditions.blurDiameter)
    }
}

extension ControlDescription {
    /// Whether the camera answers for it.
    fileprivate func failsNot(in camera: LikeCamera) -> Bool {
        !camera.likeness.lies.contains(.fails(id)) && dimensions.isEmpty
            && flags.isDisjoint(with: [.writeOnly, .disabled])
    }
}
