// SPDX-License-Identifier: Apache-2.0

internal import CVideo
internal import Frames
import Glibc
internal import Output

/// FFmpeg's libraries, in a worker. The plugin is loaded on first use.
@safe struct VideoLibrary {
    private let functions: cvideo_functions

    init() throws(VideoLibraryMissing) {
        var reason: UnsafePointer<CChar>?
        guard let table = unsafe cvideo_load(&reason) else {
            throw VideoLibraryMissing(reason: unsafe reason.map { unsafe String(cString: $0) } ?? "unknown cause")
        }
        functions = unsafe table.pointee
    }

    /// What a read gave.
    enum Read {
        case picture(VideoPicture)
        case nothing
        case failed(VideoFailure)
    }

    /// Prepares a stream: everything that needs files.
    func prepare(_ place: VideoRequest.Place) -> Result<OpenPointer, VideoFailure> {
        var failure = cvideo_failure()
        let stream: OpaquePointer? = unsafe Self.withCStrings(
            [place.host, place.path, place.user, place.password, place.authorities]
        ) { texts in
            var request = unsafe cvideo_request(
                host: texts[0], port: place.port, path: texts[1], user: texts[2], password: texts[3],
                is_encrypted: place.isEncrypted ? 1 : 0, authorities: texts[4], timeout_ms: 4000,
                answer_timeout_ms: 15_000)
            return unsafe functions.prepare(&request, &failure)
        }
        guard let stream = unsafe stream else { return .failure(VideoFailure(failure)) }
        return unsafe .success(OpenPointer(pointer: stream))
    }

    func open(_ stream: OpenPointer) -> Result<VideoFacts, VideoFailure> {
        var failure = cvideo_failure()
        var facts = cvideo_facts()
        guard unsafe functions.open(stream.pointer, &facts, &failure) == CVIDEO_OK else {
            return .failure(VideoFailure(failure))
        }
        return .success(
            VideoFacts(
                codec: CText.string(&facts.codec), isBasic: facts.is_basic != 0, isDatagrams: facts.is_datagrams != 0))
    }

    func read(_ stream: OpenPointer) -> Read {
        var picture = cvideo_picture()
        var failure = cvideo_failure()
        let status = unsafe functions.read(stream.pointer, &picture, &failure)
        return Self.read(status, picture, failure)
    }

    func write(_ stream: OpenPointer, to target: UnsafeMutableRawBufferPointer) {
        unsafe functions.write(stream.pointer, target.baseAddress!.assumingMemoryBound(to: UInt8.self), target.count)
    }

    func decoder(_ codec: String) -> Result<OpenPointer, VideoFailure> {
        var failure = cvideo_failure()
        guard let decoder = unsafe functions.decoder(codec, &failure) else { return .failure(VideoFailure(failure)) }
        return unsafe .success(OpenPointer(pointer: decoder))
    }

    /// - Parameter bytes: with 64 further bytes of 0 behind its `count`.
    func decode(_ decoder: OpenPointer, _ bytes: UnsafeRawBufferPointer) -> Read {
        var picture = cvideo_picture()
        var failure = cvideo_failure()
        let status = unsafe functions.decode(
            decoder.pointer, bytes.baseAddress!.assumingMemoryBound(to: UInt8.self), bytes.count, &picture, &failure)
        return Self.read(status, picture, failure)
    }

    func writeDecoded(_ decoder: OpenPointer, to target: UnsafeMutableRawBufferPointer) {
        unsafe functions.write_decoded(
            decoder.pointer, target.baseAddress!.assumingMemoryBound(to: UInt8.self), target.count)
    }

    private static func read(_ status: cvideo_status, _ picture: cvideo_picture, _ failure: cvideo_failure) -> Read {
        switch status {
        case CVIDEO_OK: .picture(VideoPicture(picture))
        case CVIDEO_NO_PICTURE: .nothing
        default: .failed(VideoFailure(failure))
        }
    }

    private static func withCStrings<R>(
        _ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> R
    ) -> R {
        let pointers = unsafe texts.map { text in unsafe text.flatMap { unsafe UnsafePointer(strdup($0)) } }
        defer { unsafe pointers.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
        return unsafe body(pointers)
    }
}

/// An open stream or decoder. It lives as long as the worker.
@safe struct OpenPointer {
    fileprivate let pointer: OpaquePointer
}

struct VideoLibraryMissing: Error {
    var reason: String
}

extension VideoFailure: Error {
    init(_ failure: cvideo_failure) {
        var failure = failure
        self.init(
            status: failure.status.rawValue, code: failure.code, detail: CText.string(&failure.detail))
    }

    /// That the plugin cannot be loaded: no status of the plugin's own.
    static let missingLibrary: UInt32 = 1000
    static let noReply = CVIDEO_NO_REPLY.rawValue

    var kind: cvideo_status { cvideo_status(rawValue: status) }
}

/// A decoded picture that waits to be written.
struct VideoPicture {
    var size: FrameSize
    var isDamaged: Bool
    var isKey: Bool
    /// Compressed.
    var bytes: Int
    var arrival: FrameTimestamp
    var colours: VideoColours?

    fileprivate init(_ picture: cvideo_picture) {
        size = FrameSize(width: Int(picture.width), height: Int(picture.height))
        isDamaged = picture.is_damaged != 0
        isKey = picture.is_key != 0
        if picture.has_colours != 0 {
            let values = picture.colours
            colours = VideoColours(red: values.0, green: values.1, blue: values.2, saturation: values.3)
        }
        bytes = Int(picture.bytes)
        arrival = FrameTimestamp(nanoseconds: picture.arrival_ns)
    }
}
