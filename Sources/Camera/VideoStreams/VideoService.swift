// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses
internal import Frames
import Glibc
internal import Output
internal import Terminal

/// The side of a video worker's process: the hidden command `candela video-worker`.
///
/// It resolves the camera's name, and then has no more files and programs. It connects and logs in, and then opens no more
/// connections: what remains is to read the open ones, to decode, and to write luma.
package enum VideoService {
    package static let workerWord = "video-worker"

    /// The memory limit. Pictures of 3840x2160 with the most references that H.265 allows take a quarter of it.
    private static let mostMemory = 1 << 30
    /// The time limit for connecting, in seconds, in case the parent does not enforce its own.
    private static let longestOpening = 60

    /// Whether this process was started as a video worker.
    package static var isWanted: Bool { CommandLine.arguments.dropFirst().first == workerWord }

    /// Serves until the other end closes. Does not return.
    package static func serve() -> Never {
        guard var service = ConfinedService() else {
            Console.note("\(workerWord) is an internal command; do not run it yourself")
            exit(CommandFailure.Status.couldNot.rawValue)
        }
        ConfinedService.limitMemory(mostMemory)
        guard let packet = service.receive(), let request = VideoRequest(packet) else { exit(0) }
        do throws(VideoFailure) {
            let library = try library()
            switch request {
            case .stream(let place): try stream(place, library, &service)
            case .decoder(let codec): try decode(codec, library, &service)
            case .release, .room, .packet: break
            }
        } catch {
            send(.failed(error))
        }
        exit(0)
    }

    private static func library() throws(VideoFailure) -> VideoLibrary {
        do throws(VideoLibraryMissing) {
            return try VideoLibrary()
        } catch {
            throw VideoFailure(status: VideoFailure.missingLibrary, code: 0, detail: error.reason)
        }
    }

    private static func send(_ answer: VideoAnswer) { ConfinedService.send(answer.bytes) }

    // MARK: Streams

    private static func stream(
        _ place: VideoRequest.Place, _ library: VideoLibrary, _ service: inout ConfinedService
    ) throws(VideoFailure) {
        ConfinedService.alarm(after: longestOpening)
        let stream = try library.prepare(place).get()
        // The thread that passes TLS on starts later.
        var unconfined = ConfinedService.confine(mostMemory: mostMemory, hasThreads: true, connects: true)
        let facts = try library.open(stream).get()
        unconfined = unconfined ?? ConfinedService.seal()
        ConfinedService.alarm(after: 0)
        send(.opened(facts, unconfined: unconfined))
        var sender = PictureSender()
        while true {
            let read = library.read(stream)
            while let packet = service.receiveNow() { sender.hear(packet) }
            switch read {
            case .nothing: sender.noteData()
            case .failed(let failure): throw failure
            case .picture(let picture):
                unsafe sender.send(picture) { target in unsafe library.write(stream, to: target) }
            }
        }
    }

    // MARK: Packets of a video device

    private static func decode(
        _ codec: String, _ library: VideoLibrary, _ service: inout ConfinedService
    ) throws(VideoFailure) {
        let decoder = try library.decoder(codec).get()
        let unconfined = ConfinedService.confine(mostMemory: mostMemory)
        send(.opened(VideoFacts(codec: codec), unconfined: unconfined))
        var sender = PictureSender()
        while let packet = service.receive(), let request = VideoRequest(packet) {
            guard case .packet(let offset, let count) = request else {
                sender.hear(packet)
                continue
            }
            let padded = count + 64
            guard
                let input = try? SharedMapping(
                    offset: offset, count: padded, isWritable: true, what: "a packet in the video process")
            else { exit(0) }
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: input.bytes[..<count])
            switch unsafe library.decode(decoder, bytes) {
            case .nothing: send(.waiting)
            case .failed(let failure): throw failure
            case .picture(let picture):
                unsafe sender.send(picture) { target in unsafe library.writeDecoded(decoder, to: target) }
            }
        }
    }
}

/// Puts pictures into the shared memory and announces them. If its reader has no place for another, the picture is dropped;
/// packets never are, since later pictures depend on them.
@safe private struct PictureSender {
    private var mapping: SharedMapping?
    private var slotBytes = 0
    private var free: Set<Int> = []
    /// Whether it has asked for memory and got none yet.
    private var isWaiting = false
    private var counts = VideoCounts()
    private var first: FrameTimestamp?
    private var firstKey: FrameTimestamp?
    private var lastWord: FrameTimestamp?

    mutating func hear(_ packet: ArraySlice<UInt8>) {
        switch VideoRequest(packet) {
        case .release(let slot)? where slot < VideoRing.count: free.insert(slot)
        case .room(let bytes)?:
            slotBytes = bytes
            isWaiting = false
            free = Set(0..<VideoRing.count)
            mapping = nil
            mapping = try? SharedMapping(
                offset: 0, count: bytes * VideoRing.count, isWritable: true, what: "pictures in the video process")
        default: break
        }
    }

    /// Tells now and then that data comes, but no picture.
    mutating func noteData() {
        let now = FrameTimestamp.now
        guard lastWord.map({ now.since($0) > .milliseconds(500) }) ?? true else { return }
        lastWord = now
        ConfinedService.send(VideoAnswer.waiting.bytes)
    }

    mutating func send(_ picture: VideoPicture, write: (UnsafeMutableRawBufferPointer) -> Void) {
        let now = FrameTimestamp.now
        lastWord = now
        count(picture, now)
        let size = picture.size
        guard size.area > 0, size.area <= VideoAnswer.mostPixels, !isWaiting else { return }
        guard let mapping, size.area <= slotBytes else {
            isWaiting = true
            ConfinedService.send(VideoAnswer.needsRoom(size).bytes)
            return
        }
        guard let slot = free.popFirst() else { return }
        unsafe write(
            UnsafeMutableRawBufferPointer(
                rebasing: mapping.bytes[slot * slotBytes..<slot * slotBytes + size.area]))
        ConfinedService.send(
            VideoAnswer.picture(
                .init(
                    slot: slot, size: size, time: picture.arrival, isDamaged: picture.isDamaged, counts: counts, colours: picture.colours)
            ).bytes)
    }

    private mutating func count(_ picture: VideoPicture, _ now: FrameTimestamp) {
        counts.pictures += 1
        if let first { counts.span = now.since(first) } else { first = now }
        counts.bytes += picture.bytes
        if picture.isDamaged { counts.damaged += 1 }
        guard picture.isKey else { return }
        counts.keys += 1
        counts.keyBytes += picture.bytes
        if let firstKey { counts.keySpan = now.since(firstKey) } else { firstKey = now }
    }
}
