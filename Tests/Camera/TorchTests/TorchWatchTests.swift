// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Frames
import SimulatedCamera
import Synchronization
import Testing
import TestSupport
import Torch

/// A lamp that notes what is asked of it.
private final class NotingLamp: TorchLamp {
    let source = TorchSource(
        name: "white:flash", place: .led(folder: "/nowhere"), belonging: .onlyOne, isPermitted: true)
    let log: Mutex<[String]>
    let level = Mutex(0)
    private let failure: TorchError?

    init(log: [String] = [], failure: TorchError? = nil) {
        self.log = Mutex(log)
        self.failure = failure
    }

    func state() throws(TorchError) -> TorchState { TorchState(percent: level.withLock { $0 }) }
    func set(percent: Int) throws(TorchError) -> TorchState {
        if let failure { throw failure }
        log.withLock { $0.append("set \(percent)") }
        level.withLock { $0 = percent }
        return TorchState(percent: percent)
    }
    func note(_ text: String) { log.withLock { $0.append(text) } }
    var lines: [String] { log.withLock { $0 } }
}

private final class Notes: TorchNotes {
    let lamp: NotingLamp
    init(_ lamp: NotingLamp) { self.lamp = lamp }
    func write(_ source: TorchSource) { lamp.note("note \(source.name)") }
    func clear() { lamp.note("clear") }
}

@Suite("a torch while frames are looked at")
struct TorchWatchTests {
    private final class Reports {
        var all: [TorchWatch.Report] = []
        var words: [String] { all.map { "\($0.state.rawValue) \($0.reason.rawValue)" } }
    }

    private func watch(
        _ mode: TorchWatch.Mode, _ lamp: Result<NotingLamp, TorchError>, percent: Int = 100
    ) -> (TorchWatch, Reports) {
        let reports = Reports()
        let notes = Notes((try? lamp.get()) ?? NotingLamp())
        let watch = TorchWatch(
            mode: mode, meter: MeanLumaMeter(), percent: percent, notes: notes,
            open: { lamp.map { $0 as any TorchLamp } }, report: { reports.all.append($0) })
        return (watch, reports)
    }

    /// Shows grey frames, thirty a second, for so long.
    private func show(_ watch: TorchWatch, _ value: UInt8, from: Double, for seconds: Double) {
        for index in 0..<Int(seconds * 30) {
            var frame = Frame.grey(value)
            frame.timestamp = FrameTimestamp(nanoseconds: Int64((from + Double(index) / 30) * 1e9))
            watch.observe(frame)
        }
    }

    @Test("the note is written before the light goes on, and goes after it is out")
    func order() throws {
        let lamp = NotingLamp()
        let (watch, reports) = watch(.automatic, .success(lamp), percent: 40)
        try watch.begin()
        show(watch, 10, from: 0, for: 1)
        show(watch, 110, from: 1, for: 6)
        #expect(lamp.lines == ["note white:flash", "set 40"])
        show(watch, 250, from: 7, for: 4)
        #expect(lamp.lines.suffix(2) == ["set 0", "clear"])
        watch.end()
        #expect(lamp.lines.count == 4)
        #expect(reports.words == ["on dim", "off bright"])
        #expect(reports.all[0].percent == 40 && reports.all[0].light?.unit == .meanLuma)
        #expect(reports.all[0].message == "it is dim (mean 10 of 255): the torch white:flash is on")
    }

    @Test("a light that is on at the end is switched off once")
    func end() throws {
        let lamp = NotingLamp()
        let (watch, reports) = watch(.automatic, .success(lamp))
        show(watch, 10, from: 0, for: 1)
        watch.end()
        watch.end()
        #expect(lamp.lines == ["note white:flash", "set 100", "set 0", "clear"])
        #expect(reports.words == ["on dim", "off end"])
    }

    @Test("a level is set at the beginning and nothing is looked at", arguments: [0, 30])
    func level(percent: Int) throws {
        let lamp = NotingLamp()
        let (watch, reports) = watch(.level(percent: percent), .success(lamp))
        try watch.begin()
        show(watch, 10, from: 0, for: 2)
        show(watch, 250, from: 2, for: 6)
        watch.end()
        #expect(lamp.lines == (percent > 0 ? ["note white:flash", "set 30", "set 0", "clear"] : ["set 0"]))
        #expect(reports.words == (percent > 0 ? ["on asked", "off end"] : ["off asked"]))
    }

    @Test("a level without a light is an error; off needs no light")
    func levelWithoutTorch() throws {
        let none = TorchError(.noTorch, "none")
        #expect(throws: TorchError.self) { try watch(.level(percent: 10), .failure(none)).0.begin() }
        #expect(throws: Never.self) { try watch(.level(percent: 0), .failure(none)).0.begin() }
    }

    @Test("a missing torch is reported once, and again only after it was bright")
    func noTorch() {
        let (watch, reports) = watch(.automatic, .failure(TorchError(.noTorch, "cannot find a torch: there is none")))
        show(watch, 10, from: 0, for: 30)
        #expect(reports.words == ["none dim"])
        show(watch, 250, from: 30, for: 5)
        show(watch, 10, from: 35, for: 5)
        watch.end()
        #expect(reports.words == ["none dim", "none dim"])
    }

    @Test("a torch that fails is reported, and not switched off")
    func failing() {
        let (watch, reports) = watch(
            .automatic, .success(NotingLamp(failure: TorchError(.busy, "cannot switch: busy"))))
        show(watch, 10, from: 0, for: 10)
        #expect(reports.words == ["failed dim"])
        #expect(reports.all[0].message.contains("cannot switch: busy"))
    }

    @Test("an offer is made once and switches nothing")
    func offer() {
        let lamp = NotingLamp()
        let (watch, reports) = watch(.offer, .success(lamp))
        show(watch, 10, from: 0, for: 5)
        show(watch, 250, from: 5, for: 5)
        show(watch, 10, from: 10, for: 5)
        watch.end()
        #expect(lamp.lines == [] && reports.words == ["offered dim"])
        #expect(reports.all[0].message == "it is dim (mean 10 of 255): use --torch auto to switch on white:flash")
    }

    @Test("damaged frames are not looked at")
    func corrupt() {
        let (watch, reports) = watch(.automatic, .success(NotingLamp()))
        for index in 0..<200 {
            var frame = Frame.grey(0, isCorrupt: true)
            frame.timestamp = FrameTimestamp(nanoseconds: Int64(index) * 33_000_000)
            watch.observe(frame)
        }
        #expect(reports.all.isEmpty)
    }

    @Test("on the simulated camera in the dark: on, the picture gets bright, and it stays on")
    func simulated() throws {
        let source = try SimulatedFrameSource(scene: try SimulatedScene(specification: "dark"))
        let finder = TorchFinder()
        let simulation = source.simulation
        let reports = Reports()
        let watch = TorchWatch(
            mode: .automatic, meter: MeanLumaMeter(), notes: Notes(NotingLamp()),
            open: {
                Result { () throws(TorchError) in
                    let controls = (try? simulation.controls()) ?? []
                    let survey = finder.survey(TorchCamera(name: "sim:dark", controls: controls))
                    return try finder.open(try survey.choose(), surface: simulation)
                }
            }, report: { reports.all.append($0) })
        let watched = WatchedFrameSource(source) { watch.observe($0) }
        for _ in 0..<300 { _ = try watched.nextFrame(timeout: .seconds(10)) }
        #expect(reports.words == ["on dim"])
        #expect(try simulation.value(of: .illuminator1) == .integer(1))
        watch.end()
        watched.stop()
        #expect(try simulation.value(of: .illuminator1) == .integer(0))
    }

    @Test("the mean of every fourth pixel is the mean, near enough")
    func mean() throws {
        let size = FrameSize(width: 67, height: 45)
        let pixels = (0..<size.area).map { UInt8(($0 * 7919) % 251) }
        var frame = Frame.grey(0)
        frame.luma = LumaImage(size: size, pixels: pixels)
        let whole = Double(pixels.reduce(0) { $0 + Int($1) }) / Double(pixels.count)
        let read = try #require(MeanLumaMeter().read(frame))
        #expect(abs(read.value - whole) < 8)
        frame.luma = LumaImage(size: FrameSize(width: 0, height: 0), pixels: [])
        #expect(MeanLumaMeter().read(frame) == nil)
    }
}
