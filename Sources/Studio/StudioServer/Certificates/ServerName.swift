// SPDX-License-Identifier: Apache-2.0

internal import CGnuTLS
internal import Glibc

/// A name or an address for which a certificate is valid.
struct ServerName: Hashable {
    let isAddress: Bool
    /// The characters of a name, or the 4 or 16 bytes of an address.
    let bytes: [UInt8]

    /// - Parameter host: a name, or an IP address without brackets. `nil` for anything else: it cannot be in a
    ///   certificate, and
    ///   no browser can request it.
    init?(_ host: String) {
        if let address = Self.addressBytes(host) {
            (isAddress, bytes) = (true, address)
            return
        }
        guard !host.isEmpty, host.utf8.count <= 253, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            return nil
        }
        (isAddress, bytes) = (false, Array(host.utf8))
    }

    private static func addressBytes(_ text: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if unsafe inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
        return unsafe inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
    }

    /// Lends the names in the form of the C library.
    static func withForeign<R>(_ names: [ServerName], _ body: (UnsafeBufferPointer<candela_gnutls_name>) -> R) -> R {
        let bytes = names.flatMap(\.bytes)
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            var offset = 0
            let foreign = unsafe names.map { name in
                defer { offset += name.bytes.count }
                return unsafe candela_gnutls_name(
                    is_address: name.isAddress, bytes: buffer.baseAddress! + offset, count: name.bytes.count)
            }
            return unsafe foreign.withUnsafeBufferPointer { unsafe body($0) }
        }
    }
}
