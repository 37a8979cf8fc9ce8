// SPDX-License-Identifier: Apache-2.0

internal import CCurl
import Glibc
internal import Output

/// Reads a small document from an address by HTTP GET, over a persistent connection.
///
/// Up to five redirects are followed, never from https to http; certificates and server names are verified. One thread at a
/// time reads; any may cancel.
@safe package final class WebReader: @unchecked Sendable {
    package enum Answer: Hashable, Sendable {
        case document([UInt8])
        /// There is none to be had now, with the reason. Contains words of the server or of libcurl: escape them.
        case away(String)
        /// It is longer than allowed.
        case tooLong
        case cancelled
    }

    // Unchecked: one thread at a time uses `curl`, except for cancelling, which is atomic.
    private let curl: OpaquePointer

    private static let silence = Duration.seconds(20)

    /// - Parameter authorities: a file of PEM certificates to trust instead of the system's.
    package init(authorities: String? = nil) throws(WebPoster.Unavailable) {
        if let reason = unsafe candela_curl_load() {
            throw .init(
                description:
                    "cannot load libcurl: \(unsafe String(cString: reason)); install it (Debian: apt install libcurl4)")
        }
        guard let curl = unsafe candela_curl_open(authorities) else {
            throw .init(description: "cannot start libcurl: out of memory")
        }
        unsafe self.curl = curl
    }

    deinit { unsafe candela_curl_close(curl) }

    private final class Received {
        let longest: Int
        var bytes: [UInt8] = []
        var isTooLong = false

        init(_ longest: Int) { self.longest = longest }
    }

    /// Reads the document. Blocks until the server has answered or gone silent.
    ///
    /// - Parameters:
    ///   - user: with the password, sent by the best scheme that the server offers.
    ///   - longest: the most bytes.
    package func read(_ url: String, user: String? = nil, password: String? = nil, longest: Int) -> Answer {
        let received = Received(longest)
        var response = candela_curl_response()
        let context = unsafe Unmanaged.passUnretained(received).toOpaque()
        unsafe url.withCString { url in
            unsafe CText.with(user) { user in
                unsafe CText.with(password) { password in
                    var reception = unsafe candela_curl_reception(
                        url: url, user: user, password: password, silence_ms: Int(Self.silence / .milliseconds(1)),
                        receive: { context, _, bytes, count in
                            let received = unsafe Unmanaged<Received>.fromOpaque(context).takeUnretainedValue()
                            received.isTooLong = received.bytes.count + count > received.longest
                            guard !received.isTooLong else { return false }
                            unsafe received.bytes += UnsafeRawBufferPointer(start: bytes, count: count)
                            return true
                        }, context: context)
                    unsafe candela_curl_get(curl, &reception, &response)
                }
            }
        }
        if received.isTooLong { return .tooLong }
        switch response.ending {
        case CANDELA_CURL_STOPPED: return .cancelled
        case CANDELA_CURL_ENDED where (200...299).contains(response.status): return .document(received.bytes)
        case CANDELA_CURL_ENDED: return .away("the server answers \(response.status)")
        default: return .away(CText.string(&response.message))
        }
    }

    /// Ends the current call, and all later ones, as cancelled. Thread-safe.
    package func cancel() { unsafe candela_curl_cancel(curl) }
}
