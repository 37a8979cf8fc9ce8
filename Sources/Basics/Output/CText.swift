// SPDX-License-Identifier: Apache-2.0

/// Texts of C functions.
package enum CText {
    /// Calls `body` with the text as C has it, or with NULL.
    package static func with<R>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> R) -> R {
        guard let text else { return body(nil) }
        return unsafe text.withCString { unsafe body($0) }
    }

    /// The text that a C function has written into a buffer: up to the first NUL, with invalid UTF-8 replaced.
    package static func string(_ buffer: [CChar]) -> String {
        String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The text in an array of `char`, which Swift imports as a tuple: up to the first NUL, with invalid UTF-8 replaced.
    package static func string<T>(_ characters: inout T) -> String {
        unsafe withUnsafeBytes(of: &characters) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
