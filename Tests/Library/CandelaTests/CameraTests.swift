// SPDX-License-Identifier: Apache-2.0

import Candela
import Foundation
import Testing

@Suite("cameras through the library")
struct CameraTests {
    init() {
        Workers.useHelper(
            at: ProcessInfo.processInfo.environment["CANDELA_BINARY"]
                ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent().appending(path: ".build/release/candela").path)
    }

    // MARK: Names

    @Test("a name that nobody has is an error with a next step; the simulated camera needs no look-up")
    func names() throws {
        let error = #expect(throws: CameraError.self) { try Camera.named("no such camera") }
        #expect(error?.description.isEmpty == false)
        #expect(try Camera.named("sim:dim") == .simulated("dim"))
        #expect(try Camera.named("sim:dim").name == "sim:dim")
        #expect(throws: CameraError.self) { try Camera.named("rtmp://host/path") }
    }

    // MARK: Streams

    @Test("scans: a code once, with its text and its corners; leaving the loop ends the stream")
    func scans() async throws {
        var count = 0
        for try await scan in Camera.simulated("bench?pace=free").scans(.matrix) {
            #expect(scan.text == "CANDELA" && scan.symbology == .qr && scan.source == "sim:bench?pace=free")
            #expect(scan.corners != nil && scan.time.hasSuffix("Z"))
            count += 1
            break
        }
        #expect(count == 1)
    }

    @Test("frames: newer and newer ones, of which a slow loop misses some")
    func frames() async throws {
        var numbers: [Int] = []
        for try await frame in Camera.simulated().frames() {
            #expect(frame.image.width == 640 && frame.image.height == 480)
            numbers.append(frame.number)
            // On a busy machine the camera is slow, too.
            if numbers.count >= 3, frame.number - numbers[0] >= numbers.count || numbers.count == 50 { break }
            try await Task.sleep(for: .milliseconds(200))
        }
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "\(numbers)")
        #expect(numbers[numbers.count - 1] - numbers[0] >= numbers.count, "\(numbers)")
    }

    @Test("cancelling ends a loop that would never end, and an awaited measurement")
    func cancelling() async throws {
        let scanning = Task {
            var count = 0
            // A scene without a code.
            for try await _ in Camera.simulated("empty").scans() { count += 1 }
            return count
        }
        let measuring = Task { try await Camera.simulated().measure(for: .seconds(600), reading: []) }
        try await Task.sleep(for: .milliseconds(300))
        scanning.cancel()
        measuring.cancel()
        #expect(try await scanning.value == 0)
        await #expect(throws: CancellationError.self) { try await measuring.value }
    }

    @Test("a stream that cannot begin throws from the loop")
    func failing() async {
        await #expect(throws: CameraError.self) {
            for try await _ in Camera.simulated("no-such-scene").scans() {}
        }
        let error = await #expect(throws: CameraError.self) {
            for try await _ in Camera.simulated().frames(StreamOptions(settings: [.control("no_such_control", "1")])) {}
        }
        #expect(error?.kind == .refused)
    }

    @Test("a reader of somebody's own reads the frames")
    func ownReader() async throws {
        final class Constant: PictureReading {
            let name = "constant"
            let symbologies: Set<Symbology> = [.itf]
            func read(_ image: GrayImage, symbologies: Set<Symbology>) -> [Barcode] {
                [Barcode(.itf, bytes: Array("12".utf8), reader: name)]
            }
        }
        var options = ScanOptions()
        options.makeReader = { Constant() }
        for try await scan in Camera.simulated().scans([.itf], options: options) {
            #expect(scan.text == "12" && scan.reader == "constant")
            break
        }
    }

    // MARK: Controls

    @Test("settings in units: what they require is set before them, and the camera that forgets gets them again")
    func settings() async throws {
        let camera = Camera.simulated("bench?pace=free")
        let changes = try camera.set(.exposure(.milliseconds(8)), .zoom(2))
        #expect(changes.contains { $0.reason != nil }, "\(changes)")
        #expect(try camera.control("exposure").value == 80)
        #expect(try camera.control("exposure").isAutomatic == false)
        #expect(try Camera.simulated("bench?pace=free").control("exposure").value != 80)
        #expect(try camera.controls().contains { $0.name == "zoom_absolute" && $0.text?.contains("2×") == true })
        let error = #expect(throws: CameraError.self) { try camera.set(.exposure(.seconds(600))) }
        #expect(error?.kind == .refused)
        // In the stream, too: at twice the zoom the code is twice as wide.
        func width(_ camera: Camera) async throws -> Double {
            for try await scan in camera.scans(.matrix) {
                if let corners = scan.corners { return corners.topRight.x - corners.topLeft.x }
            }
            return 0
        }
        let (near, far) = (try await width(camera), try await width(.simulated("bench?pace=free")))
        #expect(near > 1.5 * far, "\(near) \(far)")
    }

    @Test("settings for a stream hold during it")
    func streamSettings() async throws {
        func brightness(_ settings: [Setting]) async throws -> Double {
            var options = StreamOptions(settings: settings)
            options.isolation = .inProcess
            return try await Camera.simulated("bench?pace=free").measure(
                for: .seconds(1), reading: [], options: options
            )
            .light.mean
        }
        let dark = try await brightness([.exposure(.microseconds(500))])
        let plain = try await brightness([])
        #expect(dark < plain / 2, "\(dark) \(plain)")
    }

    // MARK: Measuring, diagnosing, calibrating

    @Test("a measurement has light, rate and reads")
    func measure() async throws {
        let measured = try await Camera.simulated("bench?pace=free").measure(for: .seconds(1))
        #expect(measured.frames > 5 && measured.readShare.map { $0 > 0.5 } == true, "\(measured)")
        #expect(measured.light.lux.map { $0 > 1 } == true && measured.decodeTime != nil, "\(measured.light)")
        let unread = try await Camera.simulated("bench?pace=free").measure(for: .seconds(1), reading: [])
        #expect(unread.readShare == nil && unread.decodeTime == nil)
    }

    @Test("the doctor: a camera that reads is ready, one in the dark has a finding with a fix")
    func diagnose() async throws {
        let ready = try await Camera.simulated("bench?pace=free").diagnose()
        #expect(ready.verdict == .ready && ready.headline == nil && ready.reads == ["qr CANDELA"], "\(ready)")
        let dark = try await Camera.simulated("dark?pace=free").diagnose()
        #expect(dark.verdict == .blocked && dark.headline?.id == "light.dark", "\(dark)")
        #expect(dark.headline?.fixes.isEmpty == false && dark.headline?.evidence.isEmpty == false)
    }

    @Test("a calibration reports its progress, finds settings, and leaves them in the camera")
    func calibrate() async throws {
        let camera = Camera.simulated("blurred?lux=80&pace=free")
        let steps = Steps()
        let found = try await camera.calibrate { steps.add($0) }
        #expect(found.readShareAfter > found.readShareBefore && found.barcode?.text == "CANDELA", "\(found)")
        #expect(!found.settings.isEmpty && steps.shares.count > 3 && steps.shares.allSatisfy { (0...1).contains($0) })
        for (name, value) in found.settings { #expect(try camera.control(name).value == value, "\(name)") }
    }

    private final class Steps: @unchecked Sendable {
        private let lock = NSLock()
        private var all: [Double] = []
        func add(_ step: CalibrationStep) { lock.withLock { all.append(step.share) } }
        var shares: [Double] { lock.withLock { all } }
    }
}
