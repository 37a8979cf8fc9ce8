// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import CameraControls
import Frames
import SimulatedCamera
import Testing

@Suite("Scene specifications")
struct SceneSpecificationTests {
    private func error(_ specification: String) -> SceneError? {
        #expect(throws: SceneError.self) { try SimulatedScene(specification: specification) }
    }

    @Test("an empty name is the bench, and keys change the preset")
    func presets() throws {
        #expect(try SimulatedScene(specification: "") == ScenePreset.bench.scene())
        #expect(try SimulatedScene(specification: "?") == ScenePreset.bench.scene())
        let scene = try SimulatedScene(
            specification: "dim?lux=3.5&code=qr:HELLO&distance=300mm&tilt=-10&frame=1280x720&fps=29.97&noise=off&seed=9"
        )
        #expect(scene.illuminance == 3.5)
        #expect(scene.codes.map(\.symbol.content) == ["HELLO"])
        #expect(scene.distance == 300)
        #expect(scene.tilt == -10)
        #expect(scene.frameSize == FrameSize(width: 1280, height: 720))
        #expect(scene.interval == FrameInterval(numerator: 1000, denominator: 29_970))
        #expect(!scene.hasNoise)
        #expect(scene.seed == 9)
    }

    @Test("every preset has a scene and draws", arguments: ScenePreset.allCases)
    func everyPreset(preset: ScenePreset) throws {
        let scene = try SimulatedScene(specification: preset.rawValue)
        #expect(try scene == preset.scene())
        #expect(CameraSimulation(scene: scene).step().luma.size == FrameSize(width: 640, height: 480))
    }

    @Test("texts are percent-decoded, and a plus is a plus")
    func percent() throws {
        let scene = try SimulatedScene(specification: "bench?code=qr:a%26b%3Dc%25%C3%BC&code=ean-13:4006381333931+12")
        #expect(scene.codes.map(\.symbol.content) == ["a&b=c%ü", "4006381333931+12"])
        #expect(error("bench?code=qr:%2")?.kind == .invalidValue)
        #expect(error("bench?code=qr:%zz")?.kind == .invalidValue)
        #expect(error("bench?code=qr:%ff")?.kind == .invalidValue)
    }

    @Test("several codes lie side by side without touching")
    func several() throws {
        let scene = try SimulatedScene(specification: "empty?code=qr:A&code=qr:B&code=data-matrix:C&module=1")
        #expect(scene.codes.count == 3)
        let simulation = CameraSimulation(scene: scene)
        simulation.skip()
        let corners = simulation.conditions.codes.map(\.corners)
        for (left, right) in zip(corners, corners.dropFirst()) { #expect(left.topRight.x < right.topLeft.x) }
        #expect(scene.codes.allSatisfy { $0.module == 1 })
    }

    @Test("a size is the symbol's width, and a module its X dimension")
    func sizes() throws {
        let scene = try SimulatedScene(specification: "bench?size=42mm")
        #expect(abs(scene.codes[0].module - 2) < 1e-12)
        #expect(try SimulatedScene(specification: "bench?module=0.33").codes[0].module == 0.33)
    }

    @Test("focus is automatic, a distance, or fixed")
    func focus() throws {
        #expect(try SimulatedScene(specification: "bench?focus=auto").focus == .automatic)
        #expect(try SimulatedScene(specification: "bench?focus=300").focus == .manual(300))
        #expect(try SimulatedScene(specification: "bench?focus=fixed:800mm").focus == .fixed(800))
        #expect(try SimulatedScene(specification: "bench?focus=infinity").focus == .manual(.infinity))
        #expect(error("bench?focus=fixed:10")?.kind == .invalidValue)
    }

    @Test("faults name the frame, and how many")
    func faults() throws {
        let scene = try SimulatedScene(specification: "?stall=5&corrupt=7+2&unplug=90&busy=on&control-stall=3&busy=off")
        #expect(
            scene.faults == [
                .stall(frame: 5, count: nil), .corrupt(frame: 7, count: 2), .unplug(frame: 90), .busy,
                .controlStall(frame: 3),
            ])
    }

    @Test("flicker's depth and frequency can stand in either order")
    func flicker() throws {
        let expected = Flicker(mainsFrequency: 60, depth: 0.2)
        #expect(try SimulatedScene(specification: "?flicker=60Hz&flicker-depth=0.2").flicker == expected)
        #expect(try SimulatedScene(specification: "?flicker-depth=0.2&flicker=60").flicker == expected)
        #expect(try SimulatedScene(specification: "flicker?flicker=off").flicker == nil)
    }

    @Test("unknown presets and keys list the valid ones")
    func unknown() throws {
        let preset = error("beach")
        #expect(preset?.kind == .unknownPreset)
        #expect(
            preset?.description
                == "cannot find the simulated scene \"beach\": choose one of bench, dim, dark, far, blurred, glare, flicker, "
                + "inverted, two-codes, empty")
        let key = error("bench?colour=red")
        #expect(key?.kind == .unknownKey)
        for known in SceneKey.allCases { #expect(key?.description.contains(known.rawValue) == true) }
        let symbology = error("bench?code=qrcode:A")
        #expect(symbology?.kind == .invalidValue)
        #expect(symbology?.description.contains("micro-qr") == true)
        #expect(error("bench?code=HELLO")?.kind == .invalidValue)
        #expect(error("bench?code=ean-13:123")?.kind == .unsuitableCode)
        #expect(
            error("bench?lux=bright")?.description
                == "cannot use lux=\"bright\" in the simulated scene: expected illuminance, 0 to 200000 lux; or over time: "
                + "LUX@TIME or FROM..TO@TIME, separated by commas, with repeat at the end to start again")
    }

    @Test(
        "values outside their range are refused",
        arguments: [
            "lux=-1", "lux=nan", "lux=inf", "lux=1e99", "distance=1", "tilt=90", "zoom=5", "frame=0x0", "frame=9000x10",
            "frame=640", "fps=0", "noise=maybe", "seed=-1", "stall=x", "stall=1+2+3", "unplug=-1", "contrast=2",
            "pace=slow",
            "module=0", "size=", "module", "flicker=0", "motion=1e9",
        ])
    func ranges(pair: String) {
        let error = error("bench?" + pair)
        #expect(error?.kind == .invalidValue)
    }

    @Test("the user's text is quoted without control characters, and shortened")
    func quoting() {
        let error = error("be\u{1b}[31mnch" + String(repeating: "x", count: 500))
        #expect(error?.description.contains("\u{1b}") == false)
        #expect(error?.description.contains("be\\u{1b}[31mnch") == true)
        #expect((error?.description.count ?? 1000) < 250)
    }
}
