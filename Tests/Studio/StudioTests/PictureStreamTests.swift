// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@Suite("The stream of pictures, from a studio")
struct PictureStreamTests {
    @Test("a client that has not read for seconds gets the current picture, not old ones")
    func newestWins() throws {
        let studio = try StudioProcess("sim:bench?formats=loop&frame=1280x720")
        while try studio.ask("GET", "/healthz").status != 200 { usleep(50_000) }
        let stream = try PictureStream(studio, receiveBuffer: 1 << 16)
        while try stream.next() == nil {}
        // Until the camera is hundreds of frames further, or as far as it gets before a silent client is cut off.
        let first = try number(studio)
        var missed = 0
        let end = ContinuousClock.now + .seconds(6)
        while missed < 200, ContinuousClock.now < end {
            usleep(100_000)
            missed = try number(studio) - first
        }
        // More than can have been on their way.
        try #require(missed > 12, "the camera stood still")
        let leap = max(4, missed / 3)
        var numbers: [Int] = []
        while numbers.count < 100, zip(numbers, numbers.dropFirst()).allSatisfy({ $1 - $0 < leap }) {
            if let part = try stream.next() { numbers.append(part.number) }
        }
        // First the pictures already in flight: less than a second of them.
        #expect(numbers.count < 30, "\(numbers)")
    }

    /// Of the picture that is shown now.
    private func number(_ studio: StudioProcess) throws -> Int {
        let headers = try studio.ask("GET", "/api/frame").headers
        return headers.firstMatch(of: /candela-frame: (\d+)/).flatMap { Int($0.1) } ?? 0
    }

    @Test("a client that accepts bytes gets the same parts as bytes; other methods are refused")
    func types() throws {
        let studio = try StudioProcess("sim:bench")
        let stream = try PictureStream(studio, accept: "application/octet-stream")
        #expect(stream.head.contains("content-type: application/octet-stream\r\n"))
        #expect(stream.head.contains("cache-control: no-store"))
        var part = try stream.next()
        while part == nil { part = try stream.next() }
        #expect(part?.jpeg.starts(with: [0xff, 0xd8]) == true)
        #expect(try studio.ask("HEAD", "/api/frames").status == 405)
        #expect(try studio.ask("POST", "/api/frames", body: "{}").status == 405)
    }

    @Test("without a camera the stream sends an empty part every few seconds")
    func without() throws {
        let studio = try StudioProcess("/dev/video-none")
        let stream = try PictureStream(studio)
        for _ in 0..<2 { #expect(try stream.next() == nil) }
    }
}
