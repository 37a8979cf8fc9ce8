// SPDX-License-Identifier: Apache-2.0

internal import CCurl
import Glibc
internal import Output

/// Sends messages to an address by HTTP POST, over a persistent connection.
///
/// Redirects are not followed; certificates and server names are verified; only http and https are used. Proxies are
/// taken from the environment, as libcurl does. One thread at a time sends; any may cancel.
@safe package final class WebPoster: @unchecked Sendable {
    /// The result of sending a message.
    package enum Answer: Hashable, Sendable {
        /// The server responded.
        ///
        /// - retryAfter: the pause it asked for.
        /// - redirect: the address it redirected to.
        /// - words: the beginning of the body, with invalid UTF-8 replaced. Untrusted.
        case answered(status: Int, retryAfter: Duration?, redirect: String?, words: String)
        /// The server could not be reached, or the connection broke.
        case failed(String)
        /// The address is invalid.
        case malformed(String)
        case cancelled
    }

    /// Why posting is not possible at all: libcurl is not installed.
    package struct Unavailable: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    // Unchecked: one thread at a time uses `curl`, except for cancelling, which is atomic.
    private let curl: OpaquePointer

    /// - Parameter authorities: a file of PEM certificates to trust instead of the system's.
    package init(authorities: String? = nil) throws(Unavailable) {
        if let reason = unsafe candela_curl_load() {
            throw Unavailable(
                description: "cannot load libcurl: \(unsafe String(cString: reason)); install it "
                    + "(Debian: apt install libcurl4)")
        }
        guard let curl = unsafe candela_curl_open(authorities) else {
            throw Unavailable(description: "cannot start libcurl: out of memory")
        }
        unsafe self.curl = curl
    }

    deinit { unsafe candela_curl_close(curl) }

    /// Sends `body`, and waits for the response.
    ///
    /// - Parameter headers: complete header lines, without line ends.
    package func post(_ body: [UInt8], to url: String, headers: [String], limit: Duration) -> Answer {
        var answer = candela_curl_answer()
        let milliseconds = Int64(limit / .milliseconds(1))
        // Copies: libcurl reads them until the call returns.
        let lines = unsafe headers.map { unsafe strdup($0) }
        defer { unsafe lines.forEach { unsafe free($0) } }
        let pointers: [UnsafePointer<CChar>?] = unsafe lines.map { unsafe UnsafePointer($0) }
        let outcome = unsafe pointers.withUnsafeBufferPointer { pointers in
            unsafe body.withUnsafeBytes { body in
                unsafe candela_curl_post(
                    curl, url, pointers.baseAddress!, pointers.count, body.baseAddress ?? UnsafeRawPointer(curl),
                    body.count, Int(max(1, milliseconds)), &answer)
            }
        }
        let words = CText.string(&answer.message)
        switch outcome {
        case CANDELA_CURL_ANSWERED:
            let redirect = CText.string(&answer.redirect)
            return .answered(
                status: answer.status, retryAfter: answer.retry_after > 0 ? .seconds(answer.retry_after) : nil,
                redirect: redirect.isEmpty ? nil : redirect, words: words)
        case CANDELA_CURL_MALFORMED: return .malformed(words)
        case CANDELA_CURL_CANCELLED: return .cancelled
        default: return .failed(words)
        }
    }

    /// Ends the current call, and all later ones, as cancelled. Thread-safe.
    package func cancel() { unsafe candela_curl_cancel(curl) }
}
