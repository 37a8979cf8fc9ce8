// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import Frames
import Glibc
internal import Output
import Synchronization
internal import Threads

/// Reads the camera's response on a thread of its own, again after each end, and writes the pictures' bytes to a socket, from
/// which they are cut.
///
/// A server that ends or goes silent is asked again; many cameras end a stream after some minutes. What cannot become better
/// by asking again ends the transfer.
@safe final class PictureTransfer: @unchecked Sendable {
    private struct State {
        var trouble: NetworkTrouble?
        var isStopped = false
        var contentType = ""
    }
    /// What one response has shown so far. Used by the thread only.
    private struct Response {
        var hasPicture = false
        var count = 0
        var last: UInt8 = 0
        var trouble: NetworkTrouble?
    }

    /// Readable: the bytes of the pictures, with what is between them; at its end when the transfer is over.
    let descriptor: CInt
    private let writer: CInt
    private let address: NetworkAddress
    private let access: NetworkAccess
    /// Between two single pictures.
    private let pause: Duration
    // Unchecked: one thread uses it, except for cancelling, which is atomic.
    private let curl: OpaquePointer
    private let state = ConditionLock(State())
    private var response = Response()
    private var hadPictures = false
    private let thread = Mutex<WorkerThread?>(nil)

    /// The longest silence before the first byte, and between two bytes.
    private static let firstSilence = Duration.seconds(10)
    private static let silence = Duration.seconds(4)
    /// Between two attempts to get a stream back.
    private static let retry = Duration.seconds(1)
    /// More than any header or text between pictures.
    private static let longestPrelude = 1 << 18

    init(_ address: NetworkAddress, _ access: NetworkAccess, pause: Duration) throws(NetworkTrouble) {
        self.address = address
        self.access = access
        self.pause = pause
        if let reason = unsafe candela_curl_load() {
            throw .missing(unsafe String(cString: reason), address)
        }
        guard let curl = unsafe candela_curl_open(access.authorities) else {
            throw .noSocket("out of memory", address)
        }
        var ends: [CInt] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            let reason = unsafe String(cString: strerror(errno))
            unsafe candela_curl_close(curl)
            throw .noSocket(reason, address)
        }
        unsafe self.curl = curl
        (descriptor, writer) = (ends[0], ends[1])
    }

    func start() {
        // It may have been stopped by then.
        guard !isStopped else {
            shutdown(writer, CInt(SHUT_WR))
            return
        }
        thread.withLock { $0 = WorkerThread { [self] in run() } }
    }

    deinit {
        unsafe candela_curl_close(curl)
        close(descriptor)
        close(writer)
    }

    /// Why the transfer is over, or has trouble just now.
    var trouble: NetworkTrouble? { state.withLock { $0.trouble } }

    /// The Content-Type of the last response that had a picture, as the server wrote it: untrusted. Empty before.
    var contentType: String { state.withLock { $0.contentType } }

    /// Ends the transfer and its thread.
    func stop() {
        state.withLockSignalling { $0.isStopped = true }
        unsafe candela_curl_cancel(curl)
        // Wakes the thread if it waits for its reader.
        shutdown(descriptor, CInt(SHUT_RDWR))
        let running = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        running?.join()
    }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    // MARK: The thread

    private func run() {
        while !isStopped, let wait = step() {
            _ = state.wait(timeout: wait) { $0.isStopped ? true : nil }
        }
        shutdown(writer, CInt(SHUT_WR))
    }

    /// Reads one response. Returns the pause before the next; `nil` if none shall follow.
    private func step() -> Duration? {
        response = Response()
        let began = FrameTimestamp.now
        let limit = hadPictures ? Self.silence : Self.firstSilence
        let answer = get(limit)
        if isStopped { return nil }
        hadPictures = hadPictures || response.hasPicture
        let hasUser = address.user != nil
        let refusal =
            answer.status == 0 || answer.ending != CANDELA_CURL_ENDED
            ? nil : NetworkTrouble.refused(answer.status, hasUser: hasUser, address)
        if answer.ending == CANDELA_CURL_ENDED, refusal == nil, response.hasPicture {
            // A single picture, whatever type it was given, or the end of a stream.
            state.withLock { $0.trouble = nil }
            let isStream = !answer.type.hasPrefix("image/") && FrameTimestamp.now.since(began) > Self.retry
            return isStream ? Self.retry : pause
        }
        var trouble = response.trouble ?? refusal
        if trouble == nil, answer.ending == CANDELA_CURL_ENDED { trouble = .notPictures(answer.type, address) }
        // A page that is never complete is none of pictures.
        let isAccepted = (200...299).contains(answer.status) && !answer.type.hasPrefix("text/")
        if trouble == nil, answer.ending == CANDELA_CURL_NO_ANSWER, isAccepted, !hadPictures {
            trouble = .pictureless(answer.status, limit: limit, address)
        }
        let told =
            trouble
            ?? .failed(answer.ending, answer.words, limit: limit, hadPictures: hadPictures, address)
        state.withLock { $0.trouble = told }
        return hadPictures && told.mayRecover ? Self.retry : nil
    }

    private struct Answer {
        var ending: candela_curl_ending
        var status: Int
        var type: String
        var words: String
    }

    private func get(_ limit: Duration) -> Answer {
        var response = candela_curl_response()
        let password = address.password ?? access.password
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe address.url.withCString { url in
            unsafe CText.with(address.user) { user in
                unsafe CText.with(password) { password in
                    var reception = unsafe candela_curl_reception(
                        url: url, user: user, password: password, silence_ms: Int(limit / .milliseconds(1)),
                        receive: { context, type, bytes, count in
                            let transfer = unsafe Unmanaged<PictureTransfer>.fromOpaque(context).takeUnretainedValue()
                            return unsafe transfer.receive(
                                unsafe String(cString: type), UnsafeRawBufferPointer(start: bytes, count: count))
                        }, context: unsafe context)
                    unsafe candela_curl_get(curl, &reception, &response)
                }
            }
        }
        return Answer(
            ending: response.ending, status: response.status, type: CText.string(&response.type).lowercased(),
            words: CText.string(&response.message))
    }

    /// - Returns: false to end the response.
    private func receive(_ type: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
        if !response.hasPicture {
            unsafe look(for: bytes)
            if response.hasPicture { state.withLock { $0.contentType = type } }
        }
        response.count += bytes.count
        guard response.hasPicture || response.count <= Self.longestPrelude else {
            response.trouble = .notPictures(type, address)
            return false
        }
        return unsafe send(bytes)
    }

    /// Looks for the beginning of a JPEG, whatever type the server gives.
    private func look(for bytes: UnsafeRawBufferPointer) {
        for unsafe byte in unsafe bytes {
            if response.last == 0xff, byte == 0xd8 {
                response.hasPicture = true
                state.withLock { $0.trouble = nil }
                return
            }
            response.last = byte
        }
    }

    private func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe Glibc.send(writer, bytes.baseAddress! + sent, bytes.count - sent, CInt(MSG_NOSIGNAL))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
