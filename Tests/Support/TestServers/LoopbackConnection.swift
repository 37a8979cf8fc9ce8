// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Connects to a local port; returns a descriptor for the caller to close, or -1 with `errno`.
package func connectToLoopback(port: Int) -> CInt {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = in_port_t(port).bigEndian
    place.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    let status = unsafe withUnsafePointer(to: &place) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
    guard status == 0 else {
        let cause = errno
        close(descriptor)
        errno = cause
        return -1
    }
    return descriptor
}
