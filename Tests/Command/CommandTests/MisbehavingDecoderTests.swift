// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Foundation
import Frames
import TestConditions
import Testing

@Suite(
    "a decoder that misbehaves",
    .enabled(if: MisbehavingDecoder.isAvailable, "cc, which builds it, is not installed"), .needsOwnLibraries)
struct MisbehavingDecoderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func picture(_ text: String) throws -> LumaImage {
        try BarcodeEncoder.encode(text, as: .qr).image(modulePixels: 4, quietZone: 8)
    }

    /// Scans one marked picture before and one behind which are whole ones, and expects those to be read.
    private func scan(_ deed: MisbehavingDecoder.Deed) throws -> (events: [JSON], source: String, result: CommandResult)
    {
        let library = try MisbehavingDecoder.build(in: folder)
        let first = try folder.write(try MisbehavingDecoder.jpeg(Self.picture("FIRST")), "pictures/1.jpg")
        let marked = try folder.write(try MisbehavingDecoder.jpeg(Self.picture("MARKED"), deed), "pictures/2.jpg")
        let last = try folder.write(try MisbehavingDecoder.jpeg(Self.picture("LAST")), "pictures/3.jpg")
        let result = try CommandRunner.start(
            ["scan", "--json", folder.path + "/pictures"], environment: ["LD_LIBRARY_PATH": library]
        ).end()
        let events = try result.events()
        #expect(events.map { $0["source"].string } == [first, marked, last], "\(result)")
        #expect(events.first?["text"].string == "FIRST" && events.last?["text"].string == "LAST", "\(result)")
        return (events, marked, result)
    }

    @Test(
        "costs the picture, and an event says so",
        arguments: [
            (.abort, "the decoder process died: signal 6 (Aborted)"),
            (.crash, "the decoder process died: signal 11 (Segmentation fault)"),
            (.devour, "the decoder process died: signal 11 (Segmentation fault)"), (.ask, "the JPEG file is damaged ("),
            (.hang, "the decoder process took more than 30.0 seconds and was ended"),
        ] as [(MisbehavingDecoder.Deed, String)])
    func costsThePicture(deed: MisbehavingDecoder.Deed, words: String) throws {
        let (events, source, result) = try scan(deed)
        try #require(events.count == 3)
        #expect(events[1]["event"].string == "error")
        #expect(
            events[1]["message"].string?.hasPrefix("cannot decode \(source): \(words)") == true, "\(result)")
        #expect(result.status == 2)
    }

    @Test("cannot open files, sockets or processes")
    func cannotEscape() throws {
        let (events, _, result) = try scan(.escape)
        #expect(events.compactMap { $0["text"].string } == ["FIRST", "MARKED", "LAST"], "\(result)")
        #expect(result.status == 0)
    }

    @Test("in a stream costs the frame, and a note says so")
    func frames() throws {
        let library = try MisbehavingDecoder.build(in: folder)
        let frame = try Self.picture("FRAME")
        let whole = try MisbehavingDecoder.jpeg(frame)
        let stream = try folder.write(whole + MisbehavingDecoder.jpeg(frame, .abort), "stream.mjpg")
        let result = try CommandRunner.start(
            ["scan", "--json", "--format", "MJPG", "--size", "\(frame.width)x\(frame.height)", "-"], input: stream,
            environment: ["LD_LIBRARY_PATH": library]
        ).end()
        #expect(try result.events().compactMap { $0["text"].string } == ["FRAME"], "\(result)")
        #expect(
            result.errorLines.contains("candela: the decoder process died: signal 6 (Aborted); it will be restarted"),
            "\(result)")
        #expect(result.status == 0, "\(result)")
    }
}
