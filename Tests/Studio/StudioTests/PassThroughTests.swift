// SPDX-License-Identifier: Apache-2.0

import Cameras
import ConfinedDecoding
import Frames
import Glibc
import SimulatedCamera
import Testing

@Suite("Pictures of a Motion-JPEG camera")
struct PassThroughTests {
    @Test("what the page gets are the camera's own bytes")
    func untouched() throws {
        let keys = "bench?formats=loop&frame=640x480&fps=10"
        let studio = try StudioProcess("sim:" + keys)
        // The same scene gives the same frames: these are all the camera has.
        let scene = try SimulatedScene(specification: keys + "&pace=free")
        let source = try LoopedJPEGSource(
            scene: scene, size: scene.frameSize, interval: scene.interval, decoders: Decoders(isInProcess: true))
        source.keepCompressed(true)
        var own: Set<[UInt8]> = []
        for _ in 0..<10 {
            let jpeg = try #require(try source.nextFrame(timeout: .seconds(5))?.jpeg)
            own.insert(jpeg.withSpan { span in span.indices.map { span[$0] } })
        }
        #expect(own.count == 10)
        while try studio.ask("GET", "/healthz").status != 200 { usleep(50_000) }
        let stream = try PictureStream(studio)
        #expect(stream.head.contains("content-type: multipart/x-mixed-replace; boundary=frame\r\n"))
        var numbers: [Int] = []
        while numbers.count < 5 {
            guard let part = try stream.next() else { continue }
            if !numbers.isEmpty {
                #expect(part.number > numbers[numbers.count - 1])
                let isOwn = own.contains(part.jpeg)
                #expect(isOwn)
            }
            numbers.append(part.number)
        }
        // A frame that was taken while nobody asked was not kept compressed, as on a busy machine between two requests; the
        // page then gets one that we compressed.
        var (last, seen, answers) = (-1, Set<[UInt8]>(), 0)
        while seen.count < 5, answers < 200 {
            let answer = try studio.ask("GET", "/api/frame?after=\(last)")
            guard answer.status == 200 else { continue }
            answers += 1
            let number = answer.headers.firstMatch(of: /candela-frame: (\d+)/)?.1
            last = try #require(number.flatMap { Int($0) })
            if own.contains(Array(answer.bytes)) { seen.insert(Array(answer.bytes)) }
        }
        #expect(seen.count == 5)
    }
}
