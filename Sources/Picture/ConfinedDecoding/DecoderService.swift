// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses
internal import FrameCoding
internal import Frames
import Glibc
internal import Output
internal import Pictures
internal import Terminal

/// The side of a decoder's process, which `DecoderProgram` must run.
package enum DecoderService {
    /// The memory limit. The largest picture takes a quarter of it for its luma; formats that are decoded to four bytes a
    /// pixel reach it before the largest number of pixels.
    private static let mostMemory = 2 << 30
    /// The time limit for a picture in seconds, in case the parent does not enforce its own.
    private static let longest = 60

    /// Whether this process was started as a decoder.
    package static var isWanted: Bool { CommandLine.arguments.dropFirst().first == DecoderProgram.workerWord }

    /// Serves until the other end closes. Does not return.
    package static func serve() -> Never {
        guard let kind = DecoderKind(words: CommandLine.arguments.dropFirst(2)), var service = ConfinedService() else {
            Console.note("\(DecoderProgram.workerWord) is an internal command; do not run it yourself")
            exit(CommandFailure.Status.couldNot.rawValue)
        }
        var bench = Bench()
        switch kind {
        case .common:
            PictureLoader.prepare(for: nil)
            bench.prepare()
        case .loaded(let format): PictureLoader.prepare(for: format)
        case .webcam(let fourCC, let size, let bytesPerLine, let hasDevice):
            do throws(V4LConversionError) {
                bench.converter = try V4LConverter(
                    fileDescriptor: hasDevice ? ConfinedService.device : nil, format: fourCC, size: size,
                    bytesPerLine: bytesPerLine)
            } catch {
                send(.ready(unconfined: nil, refusal: error.kind))
                exit(0)
            }
            if hasDevice { close(ConfinedService.device) }
        }
        // The decoders of HEIF and JPEG XL need threads.
        let hasThreads = kind == .loaded(.heif) || kind == .loaded(.jpegXL)
        let unconfined = ConfinedService.confine(mostMemory: mostMemory, hasThreads: hasThreads)
        send(.ready(unconfined: unconfined, refusal: nil))
        while let packet = service.receive(), let request = DecoderRequest(packet) {
            ConfinedService.alarm(after: longest)
            let answer = bench.answer(request)
            ConfinedService.alarm(after: 0)
            send(answer)
        }
        exit(0)
    }

    private static func send(_ answer: DecoderAnswer) { ConfinedService.send(answer.bytes) }
}

/// What a decoder's process holds.
@safe private struct Bench {
    var converter: V4LConverter?
    private var jpeg: Result<MotionJPEGDecoder, MotionJPEGError>?
    private var mapping: SharedMapping?
    /// Waits for room.
    private var pending: LumaImage?

    mutating func prepare() {
        jpeg = Result { () throws(MotionJPEGError) in try MotionJPEGDecoder() }
    }

    mutating func answer(_ request: DecoderRequest) -> DecoderAnswer {
        do throws(WorkerFailure) {
            switch request {
            case .picture(let input, let name, let maximumPixels, let plane):
                let data = try storage(input)
                var loader = PictureLoader(maximumPixels: maximumPixels)
                loader.plane = plane
                return picture(data, name, loader, room: input.room)
            case .write(let room):
                guard let luma = pending else { return .blind("cannot write a picture: there is none") }
                pending = nil
                guard luma.size.area <= room else { return .blind("cannot write a picture: there is no room") }
                try map(room)
                write(luma)
                return .converted
            case .frame(let input, let expected):
                let data = try storage(input)
                return frame(data, expected, room: input.room)
            case .convert(let input):
                guard let converter else { return .notConverted(.unknownFormat) }
                let data = try storage(input)
                return convert(data, converter, room: input.room)
            }
        } catch {
            return .blind(error.description)
        }
    }

    private mutating func picture(
        _ data: PixelStorage, _ name: String, _ loader: PictureLoader, room: Int
    ) -> DecoderAnswer {
        do throws(PictureError) {
            let picture = try loader.picture(in: data, name: name)
            let facts = DecoderAnswer.Facts(
                size: picture.luma.size, orientation: picture.orientation, damage: picture.damage,
                transparency: picture.transparency)
            guard picture.luma.size.area <= room else {
                pending = picture.luma
                return .picture(facts, isPending: true)
            }
            write(picture.luma)
            return .picture(facts, isPending: false)
        } catch {
            return .noPicture(error.kind, error.description)
        }
    }

    private func frame(_ data: PixelStorage, _ expected: FrameSize?, room: Int) -> DecoderAnswer {
        guard let jpeg, let mapping else { return .noFrame(.notJPEG) }
        do throws(MotionJPEGError) {
            let decoder = try jpeg.get()
            let frame = try data.withSpan { (bytes: Span<UInt8>) throws(MotionJPEGError) in
                try unsafe decoder.decode(
                    bytes, expected: expected, into: UnsafeMutableRawBufferPointer(rebasing: mapping.bytes[..<room]))
            }
            return .frame(frame.size, damage: frame.damage)
        } catch {
            return .noFrame(error.kind)
        }
    }

    private func convert(_ data: PixelStorage, _ converter: V4LConverter, room: Int) -> DecoderAnswer {
        do throws(V4LConversionError) {
            let luma = try converter.luma(from: data, byteCount: data.count)
            guard luma.size.area <= room else { return .blind("cannot write a frame: there is no room") }
            write(luma)
            return .converted
        } catch {
            return .notConverted(error.kind)
        }
    }

    // MARK: Memory

    /// The bytes to decode, where they are.
    private mutating func storage(_ input: DecoderRequest.Input) throws(WorkerFailure) -> PixelStorage {
        try map(input.room + input.count)
        guard let mapping else { throw WorkerFailure("map a picture in the decoder process", EINVAL) }
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: mapping.bytes[input.room..<input.room + input.count])
        return unsafe PixelStorage(lending: bytes) { withExtendedLifetime(mapping) {} }
    }

    /// Maps at least so much of the shared memory.
    private mutating func map(_ count: Int) throws(WorkerFailure) {
        if let mapping, unsafe mapping.bytes.count >= count { return }
        mapping = nil
        mapping = try SharedMapping(
            offset: 0, count: count, isWritable: true, what: "a picture in the decoder process")
    }

    /// Writes rows without padding at the start of the memory, which has room for them.
    private func write(_ luma: LumaImage) {
        guard let mapping else { return }
        unsafe luma.withUnsafePixels { pixels in
            for y in 0..<luma.height {
                let row = unsafe UnsafeRawBufferPointer(
                    rebasing: UnsafeRawBufferPointer(pixels)[y * luma.rowStride..<y * luma.rowStride + luma.width])
                unsafe UnsafeMutableRawBufferPointer(rebasing: mapping.bytes[(y * luma.width)...]).copyMemory(from: row)
            }
        }
    }
}
