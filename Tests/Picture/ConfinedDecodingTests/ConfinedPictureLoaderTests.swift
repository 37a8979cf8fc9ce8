// SPDX-License-Identifier: Apache-2.0

import ConfinedDecoding
import Foundation
import Frames
import Pictures
import Testing

@Suite("pictures decoded in a separate process")
struct ConfinedPictureLoaderTests {
    private func failure(_ loader: ConfinedPictureLoader, _ data: PixelStorage) -> PictureError? {
        do throws(PictureError) {
            _ = try loader.picture(in: data, name: "x")
            return nil
        } catch {
            return error
        }
    }

    // MARK: Decoding

    @Test("every fixture, whole and cut, gives what it gives in this process")
    func alike() throws {
        let confined = ConfinedPictureLoader(program: program)
        let names = try FileManager.default.contentsOfDirectory(atPath: fixtures.path)
            .filter { !$0.hasSuffix(".py") }.sorted()
        #expect(names.count > 30)
        for name in names {
            let whole = try data(name)
            #expect(outcome(confined, whole) == outcome(PictureLoader(), whole), "\(name)")
            let cut = whole.withSpan { bytes in (0..<bytes.count * 2 / 3).map { bytes[$0] } }
            #expect(outcome(confined, PixelStorage(cut)) == outcome(PictureLoader(), PixelStorage(cut)), "\(name), cut")
        }
    }

    @Test("a file is read from its path, and one that cannot be read gives the same error")
    func files() throws {
        let confined = ConfinedPictureLoader(program: program)
        for name in ["grey.png", "orientation-6.jpg", "colour-lzw.tif"] {
            #expect(
                digest(try confined.load(fixture(name))) == digest(try PictureLoader().load(fixture(name))), "\(name)")
        }
        for path in ["/nowhere/a.png", fixtures.path, "/dev/null", fixture("make.py")] {
            let ours = #expect(throws: PictureError.self) { try confined.picture(at: path) }
            let theirs = #expect(throws: PictureError.self) { try PictureLoader().picture(at: path) }
            #expect(ours == theirs)
        }
        #expect(failure(confined, PixelStorage([]))?.kind == .empty)
    }

    @Test("pictures larger than any before, and then small ones again")
    func growing() throws {
        let confined = ConfinedPictureLoader(program: program)
        for side in [16, 3000, 17, 9000, 18] {
            let size = FrameSize(width: side, height: side)
            let luma = try confined.picture(in: PixelStorage(portableGreyMap(size)), name: "x").luma
            #expect(luma.size == size)
            #expect(luma[side - 1, side - 2] == UInt8(truncatingIfNeeded: (side - 1) ^ (side - 2)), "\(side)")
        }
        #expect(confined.idleProcesses.count == 1)
    }

    @Test("a picture beyond the limit is rejected with the same words")
    func limit() throws {
        let error = failure(ConfinedPictureLoader(program: program, maximumPixels: 511), try data("colour.webp"))
        #expect(error?.kind == .tooLarge)
        #expect(
            error?.description == "cannot decode x: 32x16 pixels are more than the 511 allowed; make it smaller first")
    }

    @Test("many threads decode at once, each in its own process")
    func parallel() async throws {
        let confined = ConfinedPictureLoader(program: program)
        confined.expect([fixture("grey.png"), fixture("colour.webp"), "x"], threads: 2)
        let end = ContinuousClock.now + .seconds(30)
        while confined.idleProcesses.count < 2, ContinuousClock.now < end { usleep(5000) }
        #expect(confined.idleProcesses.count == 2)
        let names = ["grey.png", "colour.jpg", "colour.webp", "grey.tif", "grey.gif", "grey.bmp", "interlaced.png"]
        let wrong = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<100 {
                let name = names[index % names.count]
                group.addTask {
                    guard let data = try? data(name) else { return true }
                    return outcome(confined, data) != outcome(PictureLoader(), data)
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(wrong == 0)
        #expect(confined.idleProcesses.count <= 16)
    }

    // MARK: Dying

    @Test("a process that was killed between two pictures costs none")
    func killedIdle() throws {
        let confined = ConfinedPictureLoader(program: program)
        let grey = try data("grey.png")
        #expect(failure(confined, grey) == nil)
        let process = try #require(confined.idleProcesses.first)
        kill(process, SIGKILL)
        // On a busy machine it takes its time to die.
        for _ in 0..<2000 where isRunning(process) { usleep(10_000) }
        #expect(failure(confined, grey) == nil)
        #expect(confined.idleProcesses.count == 1 && confined.idleProcesses.first != process)
    }

    /// Not ended, waited for or not.
    private func isRunning(_ process: pid_t) -> Bool {
        guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let name = stat.lastIndex(of: ")")
        else { return false }
        return !stat[name...].hasPrefix(") Z")
    }

    @Test("a process that is killed during a picture costs that picture, and says so")
    func killed() throws {
        let confined = ConfinedPictureLoader(program: program)
        let grey = try data("grey.png")
        #expect(failure(confined, grey) == nil)
        let process = try #require(confined.idleProcesses.first)
        kill(process, SIGSTOP)
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.1)
            kill(process, SIGKILL)
        }
        let error = failure(confined, grey)
        #expect(error?.kind == .decoderFailed)
        #expect(error?.description == "cannot decode x: the decoder process died: signal 9 (Killed)")
        #expect(kill(process, 0) != 0, "it was reaped")
        #expect(failure(confined, grey) == nil)
    }

    @Test("a process that never finishes is killed")
    func stalled() throws {
        let confined = ConfinedPictureLoader(program: program, limit: .milliseconds(200))
        let grey = try data("grey.png")
        #expect(failure(confined, grey) == nil)
        let process = try #require(confined.idleProcesses.first)
        kill(process, SIGSTOP)
        #expect(
            failure(confined, grey)?.description
                == "cannot decode x: the decoder process took more than 0.2 seconds and was ended")
        #expect(kill(process, 0) != 0, "it was reaped")
        #expect(failure(confined, grey) == nil)
    }

    @Test("it ends with its owner")
    func orphan() throws {
        let process: Int32
        do {
            let confined = ConfinedPictureLoader(program: program)
            #expect(failure(confined, try data("grey.png")) == nil)
            process = try #require(confined.idleProcesses.first)
            #expect(kill(process, 0) == 0)
        }
        #expect(kill(process, 0) != 0)
    }

    // MARK: Lying

    @Test("an answer that cannot be true is an error, and nothing of it is used")
    func lies() throws {
        func facts(_ width: Int, _ height: Int) -> DecoderAnswer.Facts {
            .init(
                size: FrameSize(width: width, height: height), orientation: .topLeft, damage: nil, transparency: nil)
        }
        let grey = try data("grey.png")
        let lies: [[DecoderAnswer]] = [
            // More than its memory.
            [.picture(facts(1 << 14, 1 << 14), isPending: false)],
            [.picture(facts(1 << 30, 1 << 30), isPending: false)], [.picture(facts(1 << 30, 1 << 30), isPending: true)],
            [.picture(facts(2000, 2000), isPending: true), .picture(facts(2000, 2000), isPending: true)],
            // Another question's.
            [.converted], [.frame(FrameSize(width: 8, height: 8), damage: nil)],
            [.ready(unconfined: nil, refusal: nil)],
        ]
        for lie in lies {
            let error = failure(ConfinedPictureLoader(program: lying(lie), limit: .seconds(20)), grey)
            #expect(
                error?.description == "cannot decode x: the decoder process sent invalid data and was ended", "\(lie)")
        }
        for packet in [
            [1], [99, 0], [2, 0, 0], Array(DecoderAnswer.picture(facts(9, 9), isPending: false).bytes.dropLast()),
        ] {
            let error = failure(ConfinedPictureLoader(program: lying([packet.map { UInt8($0) }])), grey)
            #expect(error?.description.hasSuffix("sent invalid data and was ended") == true, "\(packet)")
        }
    }

    @Test("a decoder that ends in the middle of its answers costs the picture")
    func halfway() throws {
        let pending = DecoderAnswer.picture(
            .init(
                size: FrameSize(width: 2000, height: 2000), orientation: .topLeft, damage: nil, transparency: nil),
            isPending: true)
        let error = failure(ConfinedPictureLoader(program: lying([pending])), try data("grey.png"))
        // The shell's dd reads the request to write, and the shell ends.
        #expect(
            error?.description == "cannot decode x: the decoder process died: status 0", "\(error?.description ?? "")")
    }

    @Test("a missing program, or one that is not a decoder, is an error of each picture")
    func wrongProgram() throws {
        for (path, words) in [("/nonexistent/candela", "No such file"), ("/bin/true", "ended at once")] {
            let loader = ConfinedPictureLoader(program: DecoderProgram(path: path, arguments: []))
            for _ in 1...2 {
                let error = failure(loader, try data("grey.png"))
                #expect(error?.kind == .decoderFailed && error?.description.contains(words) == true, "\(path)")
            }
        }
    }

    // MARK: Confinement

    @Test("it has no rights, no files, and filtered calls", arguments: ["grey.png", "grey.tif"])
    func confined(name: String) throws {
        let complaints = Complaints()
        let loader = ConfinedPictureLoader(program: program, onUnconfined: { complaints.add($0) })
        #expect(failure(loader, try data(name)) == nil)
        #expect(complaints.all.isEmpty)
        let process = try #require(loader.idleProcesses.first)
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        func field(_ name: String) -> String? {
            status.split(separator: "\n").first { $0.hasPrefix(name + ":") }?.split(separator: "\t").dropFirst().first
                .map { String($0) }
        }
        #expect(field("Seccomp") == "2" && field("NoNewPrivs") == "1")
        #expect(field("CapEff").map { Int($0, radix: 16) } == 0)
        #expect(field("Uid") != "0", "root's decoder is nobody")
        if getuid() == 0 {
            // Only root may list its descriptors.
            let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").sorted()
            #expect(files == ["0", "1", "2", "3", "4"])
        }
    }
}

final class Complaints: @unchecked Sendable {
    // Unchecked: behind its lock.
    private let lock = NSLock()
    private var texts: [String] = []
    var all: [String] { lock.withLock { texts } }
    func add(_ text: String) { lock.withLock { texts.append(text) } }
}
