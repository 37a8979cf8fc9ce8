// SPDX-License-Identifier: Apache-2.0

internal import CGnuTLS

/// GnuTLS, loaded on first use.
enum Library {
    /// Why a call failed: the library's message.
    struct Failure: Error {
        var words: String
    }

    static func load() throws(Failure) {
        if let cause = unsafe candela_gnutls_load() { throw Failure(words: unsafe String(cString: cause)) }
    }

    static func check(_ code: CInt) throws(Failure) {
        if code < 0 { throw Failure(words: unsafe String(cString: candela_gnutls_error(code))) }
    }

    static func digest(_ make: (UnsafeMutablePointer<UInt8>) -> CInt) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(CANDELA_GNUTLS_HASH))
        try check(unsafe bytes.withUnsafeMutableBufferPointer { unsafe make($0.baseAddress!) })
        return bytes
    }
}
