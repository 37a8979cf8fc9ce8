// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The 4 or 16 bytes of an IP address as people write it, without brackets; `nil` for what is none.
func addressBytes(_ text: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if unsafe inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
    return unsafe inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
}
