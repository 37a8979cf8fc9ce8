// SPDX-License-Identifier: Apache-2.0

import Foundation
import Frames
import NetworkCameras
import Synchronization
import Testing
import VideoStreams

/// Workers that lie, die or say nothing, in place of the real one.
@Suite("a video worker that fails")
struct VideoWorkerTests {
    /// A worker that waits for its task and then runs a script; `say` sends a packet.
    private func worker(_ script: (_ say: ([UInt8]) -> String) -> String) -> VideoProgram {
        let words = script { bytes in
            "printf '" + bytes.map { "\\" + String(String(UInt16($0) | 0o1000, radix: 8).suffix(3)) }.joined() + "' >&3"
        }
        return VideoProgram(path: "/bin/sh", arguments: ["-c", "dd bs=65536 count=1 <&3; " + words])
    }

    private let opened = VideoAnswer.opened(VideoFacts(codec: "h264"), unconfined: nil).bytes

    private func picture(_ size: FrameSize, time: FrameTimestamp = .now) -> [UInt8] {
        VideoAnswer.picture(.init(slot: 0, size: size, time: time, isDamaged: false, counts: VideoCounts())).bytes
    }

    private func open(
        _ program: VideoProgram, onIncident: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(NetworkTrouble) -> VideoFrameSource {
        try VideoFrameSource(
            NetworkAddress("rtsp://ada:s3cret@door/1")!, access: NetworkAccess(), timeout: .seconds(30),
            program: program,
            onIncident: onIncident)
    }

    @Test("one that cannot be started, ends at once or sends nonsense is told as the cause, without the password")
    func dead() throws {
        for (program, words) in [
            (VideoProgram(path: "/nonexistent"), "No such file"), (worker { _ in "exit 3" }, "status 3"),
            (worker { $0([77, 1, 2]) }, "sent invalid data"),
            (worker { say in say(VideoAnswer.failed(.init(status: 6, code: 404, detail: "")).bytes) }, "404"),
            (
                worker { say in say(VideoAnswer.failed(.init(status: 1000, code: 0, detail: "why")).bytes) },
                "plugin for video"
            ),
        ] {
            let trouble = try #require(#expect(throws: NetworkTrouble.self) { try open(program) })
            #expect("\(trouble)".contains(words) && !"\(trouble)".contains("s3cret"), "\(trouble)")
        }
    }

    @Test("it cannot pass off a picture for which it has no memory")
    func lies() throws {
        let small = FrameSize(width: 64, height: 64)
        let needs = VideoAnswer.needsRoom(small).bytes
        for packets in [[opened, picture(small)], [opened, needs, picture(FrameSize(width: 4096, height: 4096))]] {
            let program = worker { say in
                packets.map { say($0) + "; " }.joined() + "dd bs=65536 count=9 <&3"
            }
            let trouble = try #require(#expect(throws: NetworkTrouble.self) { try open(program) })
            #expect(trouble.cause.contains("sent invalid data"), "\(trouble)")
        }
    }

    @Test("the time that it claims for a picture is believed only if it can be")
    func times() throws {
        let size = FrameSize(width: 64, height: 64)
        for claimed in [FrameTimestamp(nanoseconds: .max), FrameTimestamp(nanoseconds: -5), .now + .seconds(60)] {
            let program = worker { say in
                [opened, VideoAnswer.needsRoom(size).bytes].map { say($0) + "; " }.joined()
                    + "dd bs=65536 count=1 <&3; " + say(picture(size, time: claimed)) + "; dd bs=65536 count=9 <&3"
            }
            let before = FrameTimestamp.now
            let source = try open(program)
            let frame = try #require(try source.nextFrame(timeout: .seconds(30)))
            #expect(frame.timestamp >= before && frame.timestamp <= .now && frame.luma.size == size)
            source.stop()
            #expect(try source.nextFrame(timeout: .seconds(1)) == nil)
        }
    }

    @Test("after one that died, another gives pictures, and the death is told")
    func restarts() throws {
        let size = FrameSize(width: 64, height: 64)
        let program = worker { say in
            [opened, VideoAnswer.needsRoom(size).bytes].map { say($0) + "; " }.joined()
                + "dd bs=65536 count=1 <&3; " + say(picture(size)) + "; kill -9 $$"
        }
        let incidents = Mutex<[String]>([])
        let source = try open(program) { words in incidents.withLock { $0.append(words) } }
        for _ in 0..<2 { _ = try #require(try source.nextFrame(timeout: .seconds(30))) }
        source.stop()
        let told = incidents.withLock { $0 }
        #expect(told.first?.contains("died: signal 9 (Killed); it will be connected again in 1 s") == true, "\(told)")
        #expect(told.allSatisfy { !$0.contains("s3cret") })
    }
}
