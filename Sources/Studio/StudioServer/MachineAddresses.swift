// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Output

/// The addresses of this machine's networks.
package enum MachineAddresses {
    /// Without brackets, the most reachable first. Link-local addresses (fe80::, 169.254) are left out: browsers cannot
    /// open
    /// the IPv6 ones.
    package static func all(ipv6: Bool) -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return [] }
        defer { unsafe freeifaddrs(first) }
        var found: [String] = []
        var next = unsafe first
        while let entry = unsafe next {
            unsafe next = entry.pointee.ifa_next
            guard let address = unsafe entry.pointee.ifa_addr, let text = unsafe text(address, ipv6: ipv6) else {
                continue
            }
            if !text.hasPrefix("fe80:"), !text.hasPrefix("169.254."), !found.contains(text) { found.append(text) }
        }
        func rank(_ address: String) -> Int {
            if address == "::1" || address.hasPrefix("127.") { return 2 }
            return address.contains(":") ? 1 : 0
        }
        return (0...2).flatMap { wanted in found.filter { rank($0) == wanted } }
    }

    private static func text(_ address: UnsafePointer<sockaddr>, ipv6: Bool) -> String? {
        let size: Int
        switch CInt(unsafe address.pointee.sa_family) {
        case AF_INET: size = MemoryLayout<sockaddr_in>.size
        case AF_INET6 where ipv6: size = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let status = unsafe getnameinfo(
            address, socklen_t(size), &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST)
        guard status == 0 else { return nil }
        return CText.string(buffer)
    }
}
