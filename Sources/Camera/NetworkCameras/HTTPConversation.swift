// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import Output
internal import Terminal

/// Questions to one camera by POST, over one connection. For one thread; Ctrl-C ends it.
@safe package final class HTTPConversation: @unchecked Sendable {
    // Unchecked: one thread uses it, except for cancelling, which is atomic.
    package struct Answer: Sendable {
        package var status: Int
        package var bytes: [UInt8]
        /// Whether it asks for a digest (401 with `WWW-Authenticate: Digest`).
        package var asksForDigest: Bool
    }

    private let address: NetworkAddress
    private let password: String?
    private let curl: OpaquePointer

    private static let silence = Duration.seconds(4)
    private static let limit = Duration.seconds(10)
    fileprivate static let mostBytes = 1 << 20

    package init(_ address: NetworkAddress, _ access: NetworkAccess) throws(NetworkTrouble) {
        self.address = address
        password = address.password ?? access.password
        if let reason = unsafe candela_curl_load() { throw .missing(unsafe String(cString: reason), address) }
        guard let curl = unsafe candela_curl_open(access.authorities) else { throw .noSocket("out of memory", address) }
        unsafe self.curl = curl
        asking.begin(self)
    }

    deinit { unsafe candela_curl_close(curl) }

    /// Must be called at the end.
    package func finish() { asking.end(self) }

    fileprivate func cancel() { unsafe candela_curl_cancel(curl) }

    private final class Received {
        var bytes: [UInt8] = []
    }

    /// Sends a question and waits for the answer, whatever its status.
    ///
    /// - Parameters:
    ///   - url: without user and password.
    ///   - authenticates: whether to answer a challenge with the user and a digest of the password; set it only after one (401).
    package func post(
        _ body: [UInt8], type: String, to url: String, authenticates: Bool = false
    ) throws(NetworkTrouble) -> Answer {
        let received = Received()
        var response = candela_curl_response()
        let context = unsafe Unmanaged.passUnretained(received).toOpaque()
        unsafe url.withCString { url in
            unsafe CText.with(authenticates ? address.user : nil) { user in
                unsafe CText.with(password) { password in
                    unsafe type.withCString { type in
                        unsafe body.withUnsafeBytes { bytes in
                            var reception = unsafe candela_curl_reception(
                                url: url, user: user, password: password,
                                silence_ms: Int(Self.silence / .milliseconds(1)),
                                receive: { context, _, bytes, count in
                                    let received = unsafe Unmanaged<Received>.fromOpaque(context).takeUnretainedValue()
                                    guard received.bytes.count + count <= HTTPConversation.mostBytes else {
                                        return false
                                    }
                                    unsafe received.bytes += UnsafeRawBufferPointer(start: bytes, count: count)
                                    return true
                                }, context: context)
                            var question = unsafe candela_curl_question(
                                bytes: bytes.baseAddress!, count: bytes.count, type: type,
                                limit_ms: Int(Self.limit / .milliseconds(1)))
                            unsafe candela_curl_ask(curl, &reception, &question, &response)
                        }
                    }
                }
            }
        }
        guard response.ending == CANDELA_CURL_ENDED else {
            if response.ending == CANDELA_CURL_STOPPED {
                throw NetworkTrouble(
                    .interrupted, address,
                    received.bytes.isEmpty
                        ? "it was interrupted" : "its answer is longer than \(Self.mostBytes >> 20) MiB",
                    "try again")
            }
            let words = CText.string(&response.message)
            throw .failed(response.ending, words, limit: Self.silence, hadPictures: false, address)
        }
        return Answer(status: response.status, bytes: received.bytes, asksForDigest: response.offers_digest)
    }
}

/// The conversations that run: Ctrl-C ends them.
private let asking = Interruptibles<HTTPConversation> { $0.cancel() }
