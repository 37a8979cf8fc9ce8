// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Glibc
import SimulatedCamera
import Synchronization
import Testing
import TestSupport
import Torch
import V4L2

/// A device that has the controls of a flash, and notes what is set.
private final class FlashDevice: ControlSurface {
    struct State {
        var values: [ControlID: Int64]
        var written: [String] = []
    }
    let state: Mutex<State>
    private let list: [ControlDescription]
    private let onWrite: @Sendable (ControlID, Int64) -> Void

    init(
        hasTorch: Bool = true, hasIntensity: Bool = true, faults: Int64 = 0,
        onWrite: @escaping @Sendable (ControlID, Int64) -> Void = { _, _ in }
    ) {
        let modes = [0, 1, 2].filter { $0 < 2 || hasTorch }.map { ControlMenuItem(index: $0, label: "\($0)") }
        var list = [
            ControlDescription(id: .flashLEDMode, name: "LED Mode", kind: .menu, maximum: 2, menu: modes),
            ControlDescription(id: .flashFault, name: "Faults", kind: .bitmask, maximum: 0x1ff),
        ]
        if hasIntensity {
            list.append(
                ControlDescription(
                    id: .flashTorchIntensity, name: "Intensity, Torch Mode", kind: .integer, minimum: 25, maximum: 375,
                    step: 25))
        }
        self.list = list
        self.onWrite = onWrite
        state = Mutex(State(values: [.flashLEDMode: 0, .flashTorchIntensity: 100, .flashFault: faults]))
    }

    func controls() throws(ControlError) -> [ControlDescription] { list }
    func value(of id: ControlID) throws(ControlError) -> ControlValue {
        .integer(state.withLock { $0.values[id] ?? 0 })
    }
    func set(_ settings: [ControlSetting]) throws(ControlError) {
        for setting in settings {
            guard case .integer(let value) = setting.value else { continue }
            let isNew = state.withLock { state in
                defer { state.values[setting.id] = value }
                state.written.append("\(setting.id == .flashLEDMode ? "mode" : "current") \(value)")
                return state.values[setting.id] != value
            }
            // A driver is not told of a value that a control has already.
            if isNew { onWrite(setting.id, value) }
        }
    }
    var written: [String] { state.withLock { $0.written } }
}

@Suite("switching lights")
struct LampTests {
    private let camera = TorchCamera(name: "/dev/video0", kind: .node(.init(major: 81, minor: 0)))

    private func led(maximum: Int = 15) throws -> (FakeTree, any TorchLamp) {
        let tree = try FakeTree()
        try tree.addLED("white:flash", on: "/sys/devices/led", maximum: maximum)
        let finder = TorchFinder(root: tree.root, kernel: MediaGraphKernel([:]))
        return (tree, try finder.open(try finder.survey(camera).choose(), surface: nil))
    }

    @Test("an LED takes the nearest of its levels, and says which")
    func ledLevels() throws {
        let (tree, lamp) = try led()
        #expect(try lamp.state() == TorchState(percent: 0))
        #expect(try lamp.set(percent: 40) == TorchState(percent: 40, level: "6 of 15"))
        #expect(try lamp.set(percent: 1) == TorchState(percent: 7, level: "1 of 15"))
        #expect(try lamp.set(percent: 0) == TorchState(percent: 0))
        try tree.write("/sys/class/leds/white:flash/flash_fault", "led-over-voltage flash-timeout-exceeded\n")
        #expect(try lamp.state().faults == ["led-over-voltage", "flash-timeout-exceeded"])
    }

    @Test("invalid contents of an LED's files are rejected", arguments: ["", "no", "-4", "0"])
    func ledNonsense(maximum: String) throws {
        let tree = try FakeTree()
        try tree.addLED("white:flash", on: "/sys/devices/led")
        try tree.write("/sys/class/leds/white:flash/max_brightness", maximum)
        let finder = TorchFinder(root: tree.root, kernel: MediaGraphKernel([:]))
        let source = try finder.survey(camera).choose()
        #expect(throws: TorchError.self) { try finder.open(source, surface: nil) }
    }

    @Test("a light that goes away is gone, not a crash")
    func ledGone() throws {
        let (tree, lamp) = try led()
        try tree.remove("/sys/class/leds/white:flash")
        let error = #expect(throws: TorchError.self) { try lamp.set(percent: 10) }
        #expect(error?.kind == .gone)
        #expect(throws: TorchError.self) { try lamp.state() }
    }

    @Test(
        "a file that this user may not write names the remedy", .enabled("root may write everything") { geteuid() != 0 }
    )
    func ledDenied() throws {
        let (tree, lamp) = try led()
        unsafe chmod(tree.root + "/sys/class/leds/white:flash/brightness", 0o444)
        let error = #expect(throws: TorchError.self) { try lamp.set(percent: 10) }
        #expect(error?.kind == .notPermitted)
        #expect(error?.description.contains("sudo candela udev install --torch") == true)
    }

    private func flash(_ device: FlashDevice, tree: FakeTree, led: String? = nil) throws -> any TorchLamp {
        let source = TorchSource(
            name: "/dev/v4l-subdev0", place: .subdevice(path: "/dev/v4l-subdev0", led: led), belonging: .named,
            isPermitted: true)
        return try TorchFinder(root: tree.root, kernel: MediaGraphKernel([:])).flashLamp(source, surface: device)
    }

    @Test("a sub-device gets its current before its mode, and goes off by its mode")
    func subdevice() throws {
        let device = FlashDevice(faults: 0x104)
        let lamp = try flash(device, tree: FakeTree())
        let state = try lamp.set(percent: 30)
        #expect(
            state
                == TorchState(
                    percent: 33, level: "125 of 375 mA",
                    faults: ["controller-over-temperature", "led-over-temperature"]))
        #expect(try lamp.set(percent: 0).percent == 0)
        #expect(device.written == ["current 125", "mode 2", "mode 0"])
    }

    @Test("a sub-device without a current is on or off, and one that can only flash is no torch")
    func plainSubdevices() throws {
        let lamp = try flash(FlashDevice(hasIntensity: false), tree: FakeTree())
        #expect(try lamp.set(percent: 30) == TorchState(percent: 100))
        let error = #expect(throws: TorchError.self) { try flash(FlashDevice(hasTorch: false), tree: FakeTree()) }
        #expect(error?.description == "cannot use /dev/v4l-subdev0 as a torch: it has no torch mode, only a flash mode")
    }

    @Test("a light set through the LED class is seen through the sub-device, and switched off although its mode is off")
    func litElsewhere() throws {
        let tree = try FakeTree()
        try tree.addLED("white:flash", on: "/sys/devices/led", brightness: 6)
        let device = FlashDevice { id, value in
            guard id == .flashLEDMode else { return }
            try? tree.write("/sys/class/leds/white:flash/brightness", value == 2 ? "4" : "0")
        }
        let lamp = try flash(device, tree: tree, led: "/sys/class/leds/white:flash")
        #expect(try lamp.state() == TorchState(percent: 40, level: "6 of 15 through the LED class"))
        #expect(try lamp.set(percent: 0).percent == 0)
        #expect(device.written == ["mode 2", "mode 0"])
        #expect(try tree.text("/sys/class/leds/white:flash/brightness") == "0")
    }

    @Test("a camera's own lamp is on or off at any percentage")
    func illuminator() throws {
        let simulation = CameraSimulation(scene: try SimulatedScene(specification: "dim"))
        let finder = TorchFinder()
        let source = try finder.survey(TorchCamera(name: "sim:dim", controls: try simulation.controls())).choose()
        let lamp = try finder.open(source, surface: simulation)
        #expect(source.name == "illuminator_1" && source.belonging == .ownControl)
        #expect(try lamp.set(percent: 1) == TorchState(percent: 100))
        #expect(try simulation.value(of: .illuminator1) == .integer(1))
        #expect(try lamp.set(percent: 0) == TorchState(percent: 0))
        #expect(try simulation.value(of: .illuminator1) == .integer(0))
    }
}
