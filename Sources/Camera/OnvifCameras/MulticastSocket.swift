// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A UDP socket on one interface, which asks a multicast group and hears who answers.
@safe final class MulticastSocket {
    /// `eth0`.
    let interface: String
    /// Whether a packet could be sent.
    private(set) var hasSent = false
    /// Why the last could not.
    private(set) var failure: String?
    private let descriptor: CInt
    private let index: UInt32
    private let isIPv6: Bool

    /// The largest UDP packet.
    private static let mostBytes = 65_536

    private init?(interface: String, index: UInt32, local: sockaddr_in?) {
        self.interface = interface
        self.index = index
        isIPv6 = local == nil
        let flags = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, flags, 0)
        guard descriptor >= 0 else { return nil }
        if var local {
            var group = local.sin_addr
            let isBound = unsafe withUnsafePointer(to: &local) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            guard isBound, set(CInt(IPPROTO_IP), IP_MULTICAST_IF, &group) else { return nil }
        } else {
            var number = index
            var only: CInt = 1
            guard set(CInt(IPPROTO_IPV6), IPV6_MULTICAST_IF, &number) else { return nil }
            _ = set(CInt(IPPROTO_IPV6), IPV6_V6ONLY, &only)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private func set<T: BitwiseCopyable>(_ level: CInt, _ option: CInt, _ value: inout T) -> Bool {
        unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<T>.size)) == 0
    }

    /// One for each address of IPv4, and one for each interface with a link-local address of IPv6.
    static func all() -> [MulticastSocket] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { return [] }
        defer { unsafe freeifaddrs(list) }
        var sockets: [MulticastSocket] = []
        var next = unsafe list
        while let entry = unsafe next {
            unsafe next = entry.pointee.ifa_next
            let flags = unsafe CInt(bitPattern: entry.pointee.ifa_flags)
            let isLoopback = flags & CInt(IFF_LOOPBACK) != 0
            // A camera may be simulated on this machine: then it is asked there, too.
            guard flags & CInt(IFF_UP) != 0, isLoopback || flags & CInt(IFF_MULTICAST) != 0,
                let address = unsafe entry.pointee.ifa_addr, sockets.count < 64
            else { continue }
            let name = unsafe String(cString: entry.pointee.ifa_name)
            let index = unsafe if_nametoindex(entry.pointee.ifa_name)
            switch CInt(unsafe address.pointee.sa_family) {
            case AF_INET:
                var local = unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { unsafe $0.pointee }
                local.sin_port = 0
                if let socket = MulticastSocket(interface: name, index: index, local: local) { sockets.append(socket) }
            case AF_INET6:
                let isLinkLocal = unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                    unsafe withUnsafeBytes(of: pointer.pointee.sin6_addr) {
                        unsafe $0[0] == 0xfe && $0[1] & 0xc0 == 0x80
                    }
                }
                if isLinkLocal, let socket = MulticastSocket(interface: name, index: index, local: nil) {
                    sockets.append(socket)
                }
            default: continue
            }
        }
        return sockets
    }

    func send(_ bytes: [UInt8], port: UInt16) {
        let sent: Int
        if isIPv6 {
            var group = sockaddr_in6()
            group.sin6_family = sa_family_t(AF_INET6)
            group.sin6_port = port.bigEndian
            group.sin6_scope_id = index
            unsafe inet_pton(AF_INET6, "ff02::c", &group.sin6_addr)
            sent = Self.send(bytes, descriptor, &group)
        } else {
            var group = sockaddr_in()
            group.sin_family = sa_family_t(AF_INET)
            group.sin_port = port.bigEndian
            unsafe inet_pton(AF_INET, "239.255.255.250", &group.sin_addr)
            sent = Self.send(bytes, descriptor, &group)
        }
        if sent == bytes.count { hasSent = true } else { failure = unsafe String(cString: strerror(errno)) }
    }

    private static func send<T>(_ bytes: [UInt8], _ descriptor: CInt, _ group: inout T) -> Int {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe withUnsafePointer(to: &group) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe sendto(
                        descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL), $0,
                        socklen_t(MemoryLayout<T>.size))
                }
            }
        }
    }

    /// Those of some sockets that have an answer.
    static func readable(_ sockets: [MulticastSocket], within limit: Duration) -> [MulticastSocket] {
        var descriptors = sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        let count = unsafe poll(&descriptors, nfds_t(descriptors.count), CInt(limit / .milliseconds(1)))
        guard count > 0 else { return [] }
        return zip(sockets, descriptors).filter { $0.1.revents != 0 }.map(\.0)
    }

    /// The next answer that has come, and the address from which it came: `192.168.1.64`, `fe80::1%eth0`; `nil` if none has.
    func receive() -> (host: String, bytes: [UInt8])? {
        var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
        var from = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var host = [CChar](repeating: 0, count: 128)
        let count = unsafe withUnsafeMutablePointer(to: &from) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let count = unsafe recvfrom(descriptor, &bytes, bytes.count, 0, address, &length)
                guard count > 0 else { return 0 }
                let failure = unsafe getnameinfo(
                    address, length, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST)
                return failure == 0 ? count : 0
            }
        }
        guard count > 0 else { return nil }
        let name = String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (name, Array(bytes.prefix(count)))
    }
}
