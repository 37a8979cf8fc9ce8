// SPDX-License-Identifier: Apache-2.0

import Barcodes
import BarcodesZBar
import Calibration
import CameraControls
import Frames
import SimulatedCamera
import Testing

/// The whole calibration, on the simulated camera and on faulty cameras.
@Suite("calibrator")
struct CalibratorTests {
    /// Frames without pauses: camera time is simulated.
    private func camera(_ specification: String) throws -> SimulatedFrameSource {
        var scene = try SimulatedScene(specification: specification)
        scene.pace = .free
        return try SimulatedFrameSource(scene: scene)
    }

    private func calibrate(
        _ source: SimulatedFrameSource, _ surface: (any ControlSurface)? = nil,
        _ edit: (inout CalibrationRequest) -> Void = { _ in }
    ) throws -> CalibrationReport {
        var request = CalibrationRequest(symbologies: [.qr])
        edit(&request)
        // Reading takes no time here, or a busy machine would decide which of two settings is the quicker.
        return try Calibrator(
            source: source, controls: surface ?? source.simulation, reader: try ZBarReader(), request: request,
            stopwatch: { FrameTimestamp(nanoseconds: 0) }
        ).run()
    }

    @Test("in office light every frame decodes, exposures are whole flicker periods, and the lens is in focus")
    func office() throws {
        let source = try camera("bench?lux=300&flicker=50&flicker-depth=0.8")
        let report = try calibrate(source)
        #expect(report.basis == .code)
        #expect(report.barcode?.text == "CANDELA")
        #expect(report.after.rate == 1)
        #expect(report.lamp == .mains(50))
        // For whatever automatic exposure comes later.
        #expect(try source.simulation.value(of: .powerLineFrequency) == .integer(1))
        #expect(report.limits.isEmpty)
        let time = source.simulation.conditions.exposureTime
        #expect(abs(time * 100 - (time * 100).rounded()) < 0.02)
        #expect(source.simulation.conditions.blurDiameter < 1)
        #expect(report.cameraTime < 12)
    }

    @Test("--range: the darkest light that it finds reads, and an eighth of it does not")
    func range() throws {
        let scene = "bench?frame=320x240&distance=150"
        let source = try camera(scene + "&lux=40")
        let report = try calibrate(source) { $0.findsRange = true }
        let darkest = try #require(report.darkest, "\(report.remarks)")
        #expect(!darkest.isShortest)
        // It is back at the best setting.
        for chosen in report.chosen { #expect(try source.simulation.value(of: chosen.id) == .integer(chosen.value)) }
        /// The share read in another light with all the camera has.
        func share(lux: Double) throws -> Double {
            let dark = try camera(scene + "&lux=\(lux)")
            try dark.simulation.set(
                report.chosen.filter { $0.id != .gain && $0.id != .exposureTimeAbsolute }.map {
                    ControlSetting($0.id, .integer($0.value))
                } + [ControlSetting(.exposureTimeAbsolute, .integer(2000)), ControlSetting(.gain, .integer(255))])
            for _ in 0..<4 { dark.simulation.skip() }
            let reader = try ZBarReader()
            let reads = try (0..<12).count { _ in
                guard let frame = try dark.nextFrame(timeout: .seconds(1)) else { return false }
                return !reader.read(frame.luma, symbologies: [.qr]).isEmpty
            }
            return Double(reads) / 12
        }
        let lux = 40 * Double(darkest.exposure) / 2000
        #expect(try share(lux: lux) >= 0.4, "\(lux)")
        #expect(try share(lux: lux / 8) < 0.4, "\(lux)")
    }

    @Test("at the end the camera has the values that the report lists")
    func settings() throws {
        let source = try camera("bench?lux=20")
        let report = try calibrate(source)
        #expect(!report.chosen.isEmpty)
        for chosen in report.chosen {
            #expect(try source.simulation.value(of: chosen.id) == .integer(chosen.value))
        }
    }

    @Test("a code that does not decode with automatic exposure is read")
    func dim() throws {
        let report = try calibrate(try camera("bench?lux=0.5"))
        #expect(report.before.rate < 0.5)
        #expect(report.after.rate > 0.9)
    }

    @Test("in darkness exposure stays automatic, no control is reported as faulty, and more light is requested")
    func black() throws {
        let source = try camera("bench?lux=0.02")
        let report = try calibrate(source)
        #expect(report.limits.map(\.kind) == [.tooDark])
        #expect(!report.remarks.contains { $0.contains("not follow") })
        #expect(try source.simulation.value(of: .autoExposure) == .integer(3))
    }

    @Test("controls that an automatic mode changes are not reported as set")
    func automaticFocus() throws {
        let source = try camera("bench?lux=300")
        let report = try calibrate(source)
        let isContinuous = try source.simulation.value(of: .focusAutomaticContinuous) == .integer(1)
        #expect(report.chosen.contains { $0.id == .focusAbsolute } == !isContinuous)
    }

    @Test("a code with motion blur is found by shorter and shorter exposures, also without --motion")
    func smeared() throws {
        let source = try camera("bench?lux=200&motion=300")
        let report = try calibrate(source)
        #expect(report.before.rate == 0)
        #expect(report.after.rate > 0.9)
        #expect(source.simulation.conditions.exposureTime < 0.006)
    }

    @Test("a code out of focus is focused")
    func focus() throws {
        let source = try camera("blurred")
        let report = try calibrate(source)
        #expect(report.before.rate == 0)
        #expect(report.after.rate == 1)
        #expect(source.simulation.conditions.blurDiameter < 1)
    }

    @Test("a moving code gets an exposure within its motion blur budget")
    func motion() throws {
        let source = try camera("bench?lux=300&motion=200")
        let report = try calibrate(source) { ($0.motion, $0.module) = (200, 1.5) }
        #expect(report.after.rate > 0.9)
        #expect(source.simulation.conditions.exposureTime <= 0.00375 + 1e-9)
    }

    @Test("for QR, motion without a module width is reported and not guessed")
    func motionUnknown() throws {
        let report = try calibrate(try camera("bench?lux=300")) { $0.motion = 200 }
        #expect(report.blurBudget == nil)
        #expect(report.remarks.contains { $0.contains("--module-mm") })
    }

    @Test("the torch is used in the dark if allowed, and only then")
    func torch() throws {
        let dark = try camera("bench?lux=0.1")
        #expect(try calibrate(dark) { $0.mayUseTorch = true }.after.rate == 1)
        #expect(try dark.simulation.value(of: .illuminator1) == .integer(1))
        let forbidden = try camera("bench?lux=0.1")
        let report = try calibrate(forbidden)
        #expect(try forbidden.simulation.value(of: .illuminator1) == .integer(0))
        #expect(report.limits.map(\.kind) == [.tooDark])
        let bright = try camera("bench")
        _ = try calibrate(bright) { $0.mayUseTorch = true }
        #expect(try bright.simulation.value(of: .illuminator1) == .integer(0))
    }

    @Test("an empty table is calibrated for contrast, and the report says so")
    func empty() throws {
        let report = try calibrate(try camera("empty"))
        #expect(report.basis == .contrast)
        #expect(report.after.rate == 0)
        #expect(!report.limits.isEmpty)
    }

    @Test("another code than the expected one does not count")
    func expected() throws {
        let report = try calibrate(try camera("bench")) { $0.expected = "SOMETHING ELSE" }
        #expect(report.basis == .contrast)
        #expect(report.after.rate == 0)
    }

    @Test("stopping the stream ends the calibration")
    func stopped() throws {
        let source = try camera("bench")
        source.stop()
        #expect(throws: CalibrationError.self) { try calibrate(source) }
    }

    @Test("an unplugged camera ends the calibration with its own error")
    func unplugged() throws {
        let source = try camera("bench?unplug=60")
        let error = #expect(throws: CalibrationError.self) { try calibrate(source) }
        #expect(error?.description.contains("unplugged") == true)
    }

    // MARK: Faulty cameras

    @Test("a camera without manual exposure stays automatic and is still focused")
    func noExposure() throws {
        let source = try camera("blurred")
        let report = try calibrate(
            source, OddSurface(source.simulation, without: [.autoExposure, .exposureTimeAbsolute]))
        #expect(report.after.rate == 1)
        #expect(report.tries.isEmpty)
        #expect(report.remarks.contains { $0.contains("no manual exposure") })
        #expect(try source.simulation.value(of: .autoExposure) == .integer(3))
    }

    @Test("on a camera without gain only exposure is searched")
    func noGain() throws {
        let source = try camera("bench?lux=100")
        let report = try calibrate(source, OddSurface(source.simulation, without: [.gain]))
        #expect(report.after.rate == 1)
        #expect(report.tries.allSatisfy { $0.setting.gain == nil })
    }

    @Test("a camera with coarse steps is set only to values that it has")
    func coarse() throws {
        let source = try camera("bench?lux=40")
        let surface = OddSurface(source.simulation)
        surface.steps = [.exposureTimeAbsolute: 250, .gain: 85, .focusAbsolute: 50]
        let report = try calibrate(source, surface)
        #expect(report.after.rate == 1)
        #expect(surface.written.allSatisfy { id, value in surface.isOnStep(id, value) })
    }

    @Test("an automatic mode that only claims to be off is detected and kept")
    func lyingMode() throws {
        let source = try camera("bench")
        let surface = OddSurface(source.simulation)
        surface.liesAboutExposure = true
        let report = try calibrate(source, surface)
        #expect(report.after.rate == 1)
        #expect(report.tries.isEmpty)
        #expect(
            report.remarks.contains {
                $0.contains("does not follow") || $0.contains("do not follow") || $0.contains("not follow them")
            })
    }

    @Test(
        "a control that stalls is reported and skipped",
        arguments: [ControlID.gain, .focusAbsolute, .sharpness, .exposureTimeAbsolute, .autoExposure])
    func stalls(id: ControlID) throws {
        let source = try camera("bench?lux=5")
        let surface = OddSurface(source.simulation)
        surface.stalled = [id]
        let report = try calibrate(source, surface)
        #expect(report.frames > 0)
        #expect(surface.attempts[id, default: 0] <= 1)
        if surface.attempts[id, default: 0] > 0 {
            #expect(report.remarks.contains { $0.contains("did not answer") })
        }
        #expect(report.after.rate >= report.before.rate - 0.1)
    }

    @Test("a camera whose controls cannot be listed cannot be calibrated")
    func dead() throws {
        let source = try camera("bench?control-stall=0")
        #expect(throws: CalibrationError.self) { try calibrate(source) }
    }
}

/// A camera's controls with faults that real cameras have.
private final class OddSurface: ControlSurface, @unchecked Sendable {
    // Unchecked: used from one thread.
    private let surface: CameraSimulation
    private let missing: Set<ControlID>
    var steps: [ControlID: Int64] = [:]
    var stalled: Set<ControlID> = []
    /// Takes the mode and exposure times, reads them back, and changes nothing.
    var liesAboutExposure = false
    private var lies: [ControlID: Int64] = [:]
    private(set) var written: [(ControlID, Int64)] = []
    private(set) var attempts: [ControlID: Int] = [:]

    init(_ surface: CameraSimulation, without missing: Set<ControlID> = []) {
        self.surface = surface
        self.missing = missing
    }

    func isOnStep(_ id: ControlID, _ value: Int64) -> Bool {
        guard let step = steps[id], let control = try? surface.controls().first(where: { $0.id == id }) else {
            return true
        }
        return (value - control.minimum) % step == 0
    }

    func controls() throws(ControlError) -> [ControlDescription] {
        try surface.controls().filter { !missing.contains($0.id) }.map { control in
            var control = control
            if let step = steps[control.id] { control.step = UInt64(step) }
            return control
        }
    }

    func value(of id: ControlID) throws(ControlError) -> ControlValue {
        if let lie = lies[id] { return .integer(lie) }
        let value = try surface.value(of: id)
        // A camera with coarse steps has only values on its steps.
        guard let step = steps[id], case .integer(let number) = value,
            let control = try surface.controls().first(where: { $0.id == id })
        else { return value }
        return .integer(number - (number - control.minimum) % step)
    }

    func set(_ settings: [ControlSetting]) throws(ControlError) {
        for setting in settings {
            guard case .integer(let value) = setting.value else { continue }
            attempts[setting.id, default: 0] += 1
            if stalled.contains(setting.id) {
                throw ControlError(.failed, id: setting.id, "cannot set \(setting.id): the camera did not answer")
            }
            written.append((setting.id, value))
            if liesAboutExposure, [.autoExposure, .exposureTimeAbsolute, .gain].contains(setting.id) {
                lies[setting.id] = value
            } else {
                try surface.set([setting])
            }
        }
    }
}
