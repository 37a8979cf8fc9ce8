// SPDX-License-Identifier: Apache-2.0

import Frames
import Testing
import VideoStreams

@Suite("packets between candela and its video worker")
struct VideoPacketTests {
    static let answers: [VideoAnswer] = [
        .opened(VideoFacts(codec: "h264", isBasic: true, isDatagrams: false), unconfined: "a reason"),
        .opened(VideoFacts(codec: "mjpeg"), unconfined: nil), .failed(VideoFailure(status: 6, code: 401, detail: "x")),
        .waiting, .needsRoom(FrameSize(width: 3840, height: 2160)),
        .picture(
            .init(
                slot: 2, size: FrameSize(width: 640, height: 480), time: FrameTimestamp(nanoseconds: 5),
                isDamaged: true,
                counts: VideoCounts())),
        .picture(
            .init(
                slot: 0, size: FrameSize(width: 640, height: 480), time: FrameTimestamp(nanoseconds: 5), isDamaged: false, counts: VideoCounts(),
                colours: VideoColours(red: 255, green: 0.5, blue: .infinity, saturation: -3))),
    ]

    @Test("an answer arrives as it was sent; one that is cut or longer is no answer", arguments: answers)
    func answer(answer: VideoAnswer) {
        let bytes = answer.bytes
        #expect(VideoAnswer(bytes[...]) == answer)
        for count in 0..<bytes.count { #expect(VideoAnswer(bytes[..<count]) == nil) }
        #expect(VideoAnswer((bytes + [0])[...]) == nil)
    }

    @Test("a size, a place or a count that cannot be is no answer")
    func bounds() {
        func picture(_ slot: Int, _ width: Int, _ height: Int) -> VideoAnswer {
            .picture(
                .init(
                    slot: slot, size: FrameSize(width: width, height: height), time: .now, isDamaged: false,
                    counts: VideoCounts()))
        }
        #expect(VideoAnswer(picture(0, 8192, 8192).bytes[...]) != nil)
        for (slot, width, height) in [(3, 640, 480), (0, 0, 480), (0, 640, 0), (0, 8192, 8193), (0, 1 << 31, 1 << 31)] {
            #expect(VideoAnswer(picture(slot, width, height).bytes[...]) == nil)
        }
        #expect(VideoAnswer([9]) == nil && VideoAnswer([]) == nil)
    }

    static let requests: [VideoRequest] = [
        .stream(
            .init(
                host: "door", port: 554, path: "/1?x=ü", user: "ada", password: "", isEncrypted: true, authorities: nil)
        ),
        .decoder(codec: "h264"), .release(slot: 1), .room(slotBytes: 1 << 20), .packet(offset: 3 << 20, count: 5),
    ]

    @Test("a request arrives as it was sent; one that is cut is no request", arguments: requests)
    func request(request: VideoRequest) {
        let bytes = request.bytes
        #expect(VideoRequest(bytes[...]) == request)
        for count in 0..<bytes.count { #expect(VideoRequest(bytes[..<count]) == nil) }
    }

    @Test("the pauses between attempts double up to half a minute")
    func pauses() {
        var pause = ReconnectionPause()
        #expect((0..<7).map { _ in pause.next() } == [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
    }
}
