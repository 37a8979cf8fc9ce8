// SPDX-License-Identifier: Apache-2.0

internal import CCurl
import Glibc

/// Sends messages to one address by HTTP POST, over a connection that is kept open.
///
/// Redirects are not followed; certificates and names of servers are checked; only http and https are spoken. Proxies
/// are those of the environment, as libcurl takes them. One thread at a time sends; any may cancel.
@safe public final class WebPoster: @unchecked Sendable {
    /// What became of a message.
    public enum Answer: Hashable, Sendable {
        /// The server answered.
        ///
        /// - retryAfter: when it asked to wait.
        /// - redirect: where to, when it answered so.
        /// - words: the beginning of what it said, in UTF-8 with what is none replaced. Of strangers.
        case answered(status: Int, retryAfter: Duration?, redirect: String?, words: String)
        /// It could not be reached, or broke off.
        case failed(String)
        /// The address is none.
        case malformed(String)
        case cancelled
    }

    /// Why nothing can be posted at all: libcurl is not there.
    public struct Unavailable: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String
    }

    // Unchecked: `curl` is used by one thread at a time, but for cancelling, which is its own atomic.
    private let curl: OpaquePointer

    /// - Parameter authorities: a file of PEM certificates to believe instead of the system's.
    public init(authorities: String? = nil) throws(Unavailable) {
        if let reason = unsafe candela_curl_load() {
            throw Unavailable(
                description: "cannot load libcurl: \(unsafe String(cString: reason)); install it "
                    + "(Debian: apt install libcurl4)")
        }
        guard let curl = unsafe candela_curl_open(authorities) else {
            throw Unavailable(description: "cannot begin with libcurl: it has no memory")
        }
        unsafe self.curl = curl
    }

    deinit { unsafe candela_curl_close(curl) }

    /// Sends `body`, and waits for the answer.
    ///
    /// - Parameter headers: whole lines, without line ends in them.
    public func post(_ body: [UInt8], to url: String, headers: [String], limit: Duration) -> Answer {
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
        let words = Self.text(&answer.message)
        switch outcome {
        case CANDELA_CURL_ANSWERED:
            let redirect = Self.text(&answer.redirect)
            return .answered(
                status: answer.status, retryAfter: answer.retry_after > 0 ? .seconds(answer.retry_after) : nil,
                redirect: redirect.isEmpty ? nil : redirect, words: words)
        case CANDELA_CURL_MALFORMED: return .malformed(words)
        case CANDELA_CURL_CANCELLED: return .cancelled
        default: return .failed(words)
        }
    }

    /// Has what is on its way, and everything later, end as cancelled. From any thread.
    public func cancel() { unsafe candela_curl_cancel(curl) }

    private static func text<T>(_ characters: inout T) -> String {
        unsafe withUnsafeBytes(of: &characters) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
