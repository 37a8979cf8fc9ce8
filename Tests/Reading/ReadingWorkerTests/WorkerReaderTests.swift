// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import BarcodesZBar
import BarcodesZXing
import ConfinedProcesses
import Foundation
import Frames
import LinearReading
import MatrixReading
import ReadingWorker
import Scanning
import TestConditions
import Testing

@Suite("a reader in a separate process")
struct WorkerReaderTests {
    /// The command, which is also the worker.
    private static let program = WorkerProgram(
        path: ProcessInfo.processInfo.environment["CANDELA_BINARY"]
            ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: ".build/release/candela").path, arguments: ["reader-worker"])

    private static func reader(_ effort: ReadingEffort = .hard, limit: Duration? = nil, lanes: Int = 1) throws -> (
        WorkerReader, Incidents
    ) {
        var program = program
        let use = effort == .hard ? ReadingUse.pictures : .frames
        program.arguments += [effort.rawValue, use.rawValue, "\(lanes)"]
        let reader = try WorkerReader(program: program, effort: effort, use: use, limit: limit)
        let incidents = Incidents()
        reader.onIncident = { incidents.all.append($0) }
        return (reader, incidents)
    }

    private final class Incidents { var all: [WorkerReader.Incident] = [] }

    private static func picture(_ text: String, _ symbology: Symbology = .qr) throws -> LumaImage {
        try BarcodeEncoder.encode(text, as: symbology).image(modulePixels: 4, quietZone: 8)
    }

    /// `small` on white with a margin, and `other` next to it.
    private static func scene(_ small: LumaImage, _ other: LumaImage) -> LumaImage {
        let size = FrameSize(width: small.width + other.width + 60, height: max(small.height, other.height) + 40)
        return LumaImage(size: size) { pixels in
            for index in 0..<size.area { pixels[index] = 255 }
            for (image, left) in [(small, 20), (other, small.width + 40)] {
                for y in 0..<image.height {
                    for x in 0..<image.width { pixels[(y + 20) * size.width + left + x] = image[x, y] }
                }
            }
        }
    }

    // MARK: Reading

    @Test("it gives the same codes and corners as the ladder in this process")
    func alike() throws {
        let (reader, incidents) = try Self.reader()
        let ladder = LadderReader(
            readers: [
                .zbar: try ZBarReader(), .coarseZBar: try ZBarReader(options: ZBarOptions(xDensity: 2, yDensity: 2)),
                .zxing: try ZXingReader(options: ZXingOptions(unsafeCalls: true)), .candela: MatrixReader(),
                .quickCandela: MatrixReader(effort: .quick), .linear: LinearReader(),
                .quickLinear: LinearReader(effort: .quick),
            ], effort: .hard)
        #expect(reader.supported == ladder.supported)
        let pictures = try [
            Self.picture("CANDELA"), Self.picture("4006381333931", .ean13), Self.picture("Grüße, 世界"),
            Self.picture("M", .microQR), Self.scene(Self.picture("A"), Self.picture("B", .dataMatrix)),
            // A part of a larger picture, so that its rows are padded.
            #require(
                Self.scene(Self.picture("IN"), Self.picture("OUT")).cropped(
                    to: PixelRectangle(x: 3, y: 1, width: 160, height: 150))),
        ]
        for picture in pictures {
            let codes = reader.read(picture, symbologies: SymbologySelection.standard)
            #expect(!codes.isEmpty)
            #expect(codes == ladder.read(picture, symbologies: SymbologySelection.standard))
        }
        #expect(incidents.all.isEmpty, "\(incidents.all)")
    }

    @Test("pictures larger than any before, and then small ones again")
    func growing() throws {
        let (reader, incidents) = try Self.reader(.fast)
        let code = try Self.picture("GROWN")
        for side in [300, 3000, 301] {
            let white = LumaImage(size: FrameSize(width: side, height: side)) { pixels in
                for index in 0..<side * side { pixels[index] = 255 }
            }
            #expect(reader.read(Self.scene(code, white), symbologies: [.qr]).map(\.text) == ["GROWN"], "\(side)")
        }
        #expect(incidents.all.isEmpty, "\(incidents.all)")
    }

    /// Noisy paper, with a pale code or without, large enough for several lanes.
    private static func large(_ code: LumaImage?) -> LumaImage {
        let (width, height) = (2100, 1600)
        return LumaImage(size: FrameSize(width: width, height: height)) { pixels in
            var noise = UInt32(7)
            for index in 0..<width * height {
                noise = noise &* 1_664_525 &+ 1_013_904_223
                pixels[index] = 190 + UInt8(noise >> 27)
            }
            guard let code else { return }
            for y in 0..<code.height {
                for x in 0..<code.width { pixels[(y + 700) * width + x + 900] = code[x, y] / 2 + 60 }
            }
        }
    }

    @Test("a large picture is read by several lanes as by one, whatever is read first, and picture after picture")
    func lanes() throws {
        let (one, _) = try Self.reader()
        let (several, incidents) = try Self.reader(lanes: 3)
        let pictures = try [
            Self.large(nil), Self.large(Self.picture("LANES")), Self.large(Self.picture("4006381333931", .ean13)),
            Self.picture("SMALL"), Self.large(Self.picture("B", .dataMatrix)), Self.large(nil),
            Self.large(Self.picture("1234567890", .itf)), Self.large(Self.picture("AZTEC", .aztec)),
        ]
        for (number, picture) in pictures.enumerated() {
            let expected = one.read(picture, symbologies: SymbologySelection.standard)
            #expect(several.read(picture, symbologies: SymbologySelection.standard) == expected, "\(number)")
            #expect(several.doubtful == one.doubtful, "\(number)")
            #expect(expected.isEmpty == [0, 5].contains(number), "\(number): \(expected)")
        }
        #expect(incidents.all.isEmpty, "\(incidents.all)")
    }

    @Test("the largest unprepared picture leaves memory enough, however many lanes there are")
    func largest() throws {
        let (reader, incidents) = try Self.reader(lanes: 16)
        let code = try Self.picture("FORTY")
        // Bare paper: each step still has its copies of it, and takes little time.
        let picture = LumaImage(size: FrameSize(width: 8000, height: 5000)) { pixels in
            for index in 0..<8000 * 5000 { pixels[index] = 220 }
            for y in 0..<code.height {
                for x in 0..<code.width { pixels[(y + 2000) * 8000 + x + 3000] = code[x, y] }
            }
        }
        #expect(reader.read(picture, symbologies: SymbologySelection.standard).map(\.text) == ["FORTY"])
        #expect(incidents.all.isEmpty, "\(incidents.all)")
    }

    // MARK: Dying

    @Test("a worker that dies with several lanes at work is replaced by one that runs a step at a time, and reads the same")
    func lanesDie() throws {
        let (reader, incidents) = try Self.reader(lanes: 3)
        let worker = try #require(reader.workerProcess)
        // Of a bare page the steps take several tenths of a second.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.1)
            kill(worker, SIGKILL)
        }
        #expect(reader.read(Self.large(nil), symbologies: SymbologySelection.standard).isEmpty)
        #expect(incidents.all.map(\.cause) == [.died("signal 9 (Killed)")])
        let code = try Self.large(Self.picture("LANES"))
        #expect(reader.read(code, symbologies: SymbologySelection.standard).map(\.text) == ["LANES"])
    }

    @Test(
        "a picture that fails an assertion costs that step only: what else is on it is read, and the next picture too")
    func assertion() throws {
        guard try ZXingReader().supported.isDisjoint(with: [.microQR]) else { return }  // This version has no such assertion.
        let (reader, incidents) = try Self.reader()
        #expect(reader.read(AssertingPicture.microQR, symbologies: [.microQR]).isEmpty)
        let first = try #require(incidents.all.first)
        #expect(first.step?.symbologies.contains(.microQR) == true && first.size.width == 24, "\(first)")
        guard case .died(let words) = first.cause else { throw Wrong("\(first)") }
        #expect(words.hasPrefix("signal 6"), "\(first)")
        let good = try Self.picture("M", .microQR)
        #expect(reader.read(good, symbologies: [.microQR]).map(\.text) == ["M"])
    }

    @Test("if a worker is killed during a picture, the next worker reads it")
    func killed() throws {
        let (reader, incidents) = try Self.reader()
        let first = try #require(reader.workerProcess)
        // Stopped, it stays in the middle of the picture until it is killed.
        kill(first, SIGSTOP)
        // Use a thread: tasks may have none to run on while tests block theirs.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.05)
            kill(first, SIGKILL)
        }
        let codes = try reader.read(Self.picture("ALIVE"), symbologies: [.qr])
        #expect(codes.map(\.text) == ["ALIVE"])
        #expect(incidents.all.map(\.cause) == [.died("signal 9 (Killed)")])
        #expect(reader.workerProcess != first)
        #expect(kill(first, 0) != 0, "it was reaped")
    }

    @Test("in a stream a dead worker costs one frame")
    func stream() throws {
        let (reader, incidents) = try Self.reader(.normal)
        let picture = try Self.picture("FRAME")
        #expect(reader.read(picture, symbologies: [.qr]).count == 1)
        kill(try #require(reader.workerProcess), SIGKILL)
        #expect(reader.read(picture, symbologies: [.qr]).isEmpty)
        #expect(reader.read(picture, symbologies: [.qr]).count == 1)
        #expect(incidents.all.count == 1)
    }

    @Test("a worker that never finishes is killed")
    func stalled() throws {
        let (reader, incidents) = try Self.reader(.normal, limit: .milliseconds(200))
        kill(try #require(reader.workerProcess), SIGSTOP)
        #expect(try reader.read(Self.picture("SLOW"), symbologies: [.qr]).isEmpty)
        #expect(incidents.all.map(\.cause) == [.tooLong(limit: .milliseconds(200))])
        #expect(incidents.all.first?.description.contains("SLOW") == false)
    }

    @Test("it ends with its parent process, also during a picture")
    func orphan() throws {
        var process: Int32 = 0
        do {
            let (reader, _) = try Self.reader()
            process = try #require(reader.workerProcess)
            #expect(kill(process, 0) == 0)
        }
        #expect(kill(process, 0) != 0)
    }

    @Test("between two pictures it is idle, also after being stopped and continued")
    func idle() throws {
        let (reader, _) = try Self.reader()
        let process = try #require(reader.workerProcess)
        // The waiting call is restarted, now under stricter limits than when the worker started.
        kill(process, SIGSTOP)
        usleep(50_000)
        kill(process, SIGCONT)
        let folder = "/proc/\(process)/task"
        func sleeps() throws -> Bool {
            try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy { thread in
                let words = try String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8)
                return words.split(separator: ")").last?.split(separator: " ").first == "S"
            }
        }
        let end = ContinuousClock.now + .seconds(30)
        var inRow = 0
        while inRow < 20, ContinuousClock.now < end {
            inRow = try sleeps() ? inRow + 1 : 0
            usleep(10_000)
        }
        #expect(inRow == 20)
        #expect(try reader.read(Self.picture("AWAKE"), symbologies: [.qr]).map(\.text) == ["AWAKE"])
    }

    // MARK: Confinement

    @Test("it has no rights, no files, and filtered calls", .needsRealKernel)
    func confined() throws {
        let (reader, _) = try Self.reader()
        #expect(reader.shortfall == ReaderShortfall())
        let process = try #require(reader.workerProcess)
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        func field(_ name: String) -> String? {
            status.split(separator: "\n").first { $0.hasPrefix(name + ":") }?.split(separator: "\t").dropFirst().first
                .map {
                    String($0)
                }
        }
        #expect(field("Seccomp") == "2" && field("NoNewPrivs") == "1")
        #expect(field("CapEff").map { Int($0, radix: 16) } == 0)
        #expect(field("Uid") != "0", "root's worker is nobody")
        if getuid() == 0 {
            // Only root may list its descriptors.
            let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").sorted()
            #expect(files == ["0", "1", "2", "3", "4"])
        }
    }

    // MARK: No worker

    @Test("a missing program, or one that is not a worker, is an error")
    func wrongProgram() throws {
        for (path, word) in [("/nonexistent/candela", "No such file"), ("/bin/true", "ended at once")] {
            do {
                _ = try WorkerReader(program: WorkerProgram(path: path, arguments: []), effort: .normal, use: .frames)
                Issue.record("\(path) is a worker?")
            } catch {
                #expect(error.description.contains(word), "\(error)")
            }
        }
    }

    // MARK: Memory

    @Test("pictures begin at a page, also where pages have 16 or 64 KiB")
    func pages() {
        #expect(PictureMemory.pictureOffset % (64 << 10) == 0)
        #expect(PictureMemory.pictureOffset % sysconf(Int32(_SC_PAGESIZE)) == 0)
    }

    @Test("a worker that cannot map the picture says so, instead of finding nothing", .needsRealKernel)
    func blindWorker() throws {
        // A worker takes 51 MB of addresses. 200 MB are enough to start it, and not for a picture of 256 MB.
        let limited = WorkerProgram(
            path: "/bin/sh",
            arguments: [
                "-c", "ulimit -v 200000; exec \"$0\" reader-worker hard pictures", Self.program.path,
            ])
        let reader = try WorkerReader(program: limited, effort: .hard, use: .pictures)
        let incidents = Incidents()
        reader.onIncident = { incidents.all.append($0) }
        let size = FrameSize(width: 16_000, height: 16_000)
        let large = LumaImage(size: size) { _ in }
        // The second follows within the second in which no worker is started.
        for count in 1...2 {
            #expect(reader.read(large, symbologies: SymbologySelection.standard).isEmpty)
            #expect(incidents.all.count == count, "\(incidents.all)")
        }
        for incident in incidents.all {
            #expect(
                incident.description
                    == "cannot read a picture of 16000×16000: cannot map a picture in the reader process: "
                    + "Cannot allocate memory")
        }
    }

    private struct Wrong: Error, CustomStringConvertible {
        var description: String
        init(_ description: String) { self.description = description }
    }
}
