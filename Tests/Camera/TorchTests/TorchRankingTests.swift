// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Testing
import Torch

@Suite("which light is a camera's torch")
struct TorchRankingTests {
    private let isp = "/sys/devices/platform/isp"

    private func led(_ name: String, on device: String?, writable: Bool = true) -> TorchFacts.LED {
        .init(name: name, folder: "/sys/class/leds/\(name)", device: device, isWritable: writable)
    }

    private func flash(
        _ number: Int, _ name: String, on device: String, permitted: Bool = true, linked: Bool? = nil
    ) -> TorchFacts.Flash {
        .init(
            name: name, path: "/dev/v4l-subdev\(number)", device: device, isPermitted: permitted,
            inGraph: linked.map { .init(graph: "/dev/media0", isLinked: $0) })
    }

    private func control(_ id: ControlID, _ name: String, flags: ControlFlags = []) -> ControlDescription {
        ControlDescription(id: id, name: name, kind: .boolean, maximum: 1, flags: flags)
    }

    @Test("a sub-device linked to the sensor comes before its LED, and both before a lamp control")
    func order() throws {
        var facts = TorchFacts()
        facts.cameraDevice = isp
        facts.leds = [led("white:flash", on: "/sys/devices/i2c/led")]
        facts.flashes = [flash(3, "white:flash", on: "/sys/devices/i2c/led", linked: true)]
        facts.controls = [control(.illuminator1, "Illuminator 1")]
        let survey = TorchRanking.survey(facts)
        #expect(survey.sources.map(\.name) == ["/dev/v4l-subdev3", "white:flash", "illuminator_1"])
        #expect(
            survey.sources.map(\.belonging) == [
                .linked(graph: "/dev/media0"), .sameLight("/dev/v4l-subdev3"), .ownControl,
            ])
        #expect(try survey.choose().name == "/dev/v4l-subdev3")
        guard case .subdevice(_, let led) = survey.sources[0].place else {
            Issue.record("no sub-device")
            return
        }
        #expect(led == "/sys/class/leds/white:flash")
    }

    @Test("of two ways to one light the permitted one is taken")
    func permission() throws {
        var facts = TorchFacts()
        facts.cameraDevice = isp
        facts.leds = [led("white:flash", on: isp)]
        facts.flashes = [flash(0, "flash unit", on: isp, permitted: false, linked: true)]
        #expect(try TorchRanking.survey(facts).choose().name == "white:flash")
        facts.leds = [led("white:flash", on: isp, writable: false)]
        #expect(try TorchRanking.survey(facts).choose().name == "/dev/v4l-subdev0")
    }

    @Test("a light of the camera's own device belongs to it, one of a neighbour does not")
    func sameDevice() throws {
        var facts = TorchFacts()
        facts.cameraDevice = "/sys/devices/usb1/1-1"
        facts.leds = [
            led("near:torch", on: "/sys/devices/usb1/1-1/1-1:1.3"), led("far:torch", on: "/sys/devices/usb1/1-10"),
        ]
        let survey = TorchRanking.survey(facts)
        #expect(try survey.choose().name == "near:torch")
        #expect(survey.sources.map(\.belonging) == [.sameDevice, .unknown])
    }

    @Test("a light unrelated to the camera is used only if it is the only one")
    func onlyOne() throws {
        var facts = TorchFacts()
        facts.cameraDevice = isp
        facts.leds = [led("white:flash", on: "/sys/devices/i2c/led")]
        #expect(TorchRanking.survey(facts).sources.map(\.belonging) == [.onlyOne])
        // The same light twice is still one.
        facts.flashes = [flash(0, "white:flash", on: "/sys/devices/i2c/led")]
        #expect(TorchRanking.survey(facts).sources.map(\.belonging) == [.onlyOne, .onlyOne])
        facts.leds.append(led("yellow:torch", on: nil))
        let survey = TorchRanking.survey(facts)
        #expect(survey.sources.allSatisfy { $0.belonging == .unknown })
        let error = #expect(throws: TorchError.self) { try survey.choose() }
        #expect(
            error?.description
                == "cannot choose a torch: it is not known which of /dev/v4l-subdev0, white:flash, yellow:torch belongs to "
                + "this camera; select one with --torch-source")
        #expect(try survey.choose("yellow:torch").belonging == .named)
    }

    @Test("a privacy light is refused with its reason, also by name, and is nobody's only light")
    func privacy() throws {
        var facts = TorchFacts()
        facts.cameraDevice = isp
        facts.leds = [led("pretend::privacy", on: isp), led("asus::camera", on: isp)]
        facts.controls = [control(ControlID(rawValue: 0x0a04_6d05), "LED1 Mode")]
        let survey = TorchRanking.survey(facts)
        #expect(survey.sources.isEmpty)
        #expect(survey.refused.map(\.name) == ["pretend::privacy", "asus::camera", "led1_mode"])
        let error = #expect(throws: TorchError.self) { try survey.choose("pretend::privacy") }
        #expect(
            error?.description
                == "cannot use pretend::privacy as a torch: it shows people that they are being filmed")
        #expect(throws: TorchError.self) { try survey.choose() }
    }

    @Test("lamp controls that cannot be set are none")
    func controls() {
        var facts = TorchFacts()
        facts.controls = [
            control(.illuminator1, "Illuminator 1", flags: .readOnly),
            control(.illuminator2, "Illuminator 2", flags: .disabled), control(.gain, "Gain"),
        ]
        #expect(TorchRanking.survey(facts).sources.isEmpty)
    }

    @Test("what the user names comes first, and lights of the machine do not shine on a simulated scene")
    func named() throws {
        var facts = TorchFacts()
        facts.isSimulated = true
        facts.leds = [led("white:flash", on: isp)]
        facts.controls = [control(.illuminator1, "Illuminator 1")]
        facts.command = try CommandTemplate("lamp {percent}")
        #expect(TorchRanking.survey(facts).sources.map(\.name) == ["command", "illuminator_1"])
    }

    @Test("two flashes of one chip keep their own LEDs")
    func twoOfOneChip() {
        var facts = TorchFacts()
        let chip = "/sys/devices/i2c/chip"
        facts.leds = [led("white:flash", on: chip), led("amber:flash", on: chip)]
        facts.flashes = [
            flash(0, "amber:flash", on: chip, linked: true), flash(1, "white:flash", on: chip, linked: false),
        ]
        let pairs = TorchRanking.survey(facts).sources.compactMap { source -> String? in
            guard case .subdevice(let path, let led) = source.place else { return nil }
            return "\(path) \(led ?? "-")"
        }
        #expect(
            pairs == ["/dev/v4l-subdev0 /sys/class/leds/amber:flash", "/dev/v4l-subdev1 /sys/class/leds/white:flash"])
    }
}
