// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A TCP socket that listens, and why there is none: libmicrohttpd gives no reason.
enum Listener {
    /// - Parameter host: an address without brackets.
    /// - Returns: the descriptor, the caller's to close, and the port, which differs where 0 was asked for.
    static func open(host: String, port: Int) throws(ListenFailure) -> (descriptor: CInt, port: Int) {
        let isIPv6 = host.contains(":")
        let descriptor = socket(
            isIPv6 ? AF_INET6 : AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw ListenFailure(errno) }
        // The port of a studio that has just ended is free.
        var yes: CInt = 1
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
        let isListening = isIPv6 ? bindIPv6(descriptor, host, port) : bindIPv4(descriptor, host, port)
        guard isListening, listen(descriptor, SOMAXCONN) == 0, let port = boundPort(descriptor) else {
            let failure = ListenFailure(errno)
            close(descriptor)
            throw failure
        }
        return (descriptor, port)
    }

    private static func bindIPv4(_ descriptor: CInt, _ host: String, _ port: Int) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        guard unsafe inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return false }
        return unsafe withUnsafeBytes(of: address) { unsafe bind(descriptor, $0) }
    }

    private static func bindIPv6(_ descriptor: CInt, _ host: String, _ port: Int) -> Bool {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = in_port_t(port).bigEndian
        guard unsafe inet_pton(AF_INET6, host, &address.sin6_addr) == 1 else { return false }
        return unsafe withUnsafeBytes(of: address) { unsafe bind(descriptor, $0) }
    }

    private static func bind(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.baseAddress else { return false }
        return unsafe Glibc.bind(
            descriptor, start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
    }

    private static func boundPort(_ descriptor: CInt) -> Int? {
        // The port is at the same place in both families.
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let status = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            unsafe getsockname(descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), &size)
        }
        return status == 0 ? Int(in_port_t(bigEndian: address.sin6_port)) : nil
    }
}

/// Why a socket does not listen: the end of a sentence.
struct ListenFailure: Error {
    var reason: String

    init(_ number: CInt) {
        switch number {
        case EADDRINUSE: reason = "another program does; choose another with --port, or 0 for any that is free"
        case EADDRNOTAVAIL: reason = "this machine has no such address; see ip address"
        case EACCES: reason = "ports below 1024 are the administrator's; choose another with --port"
        default: reason = unsafe String(cString: strerror(number))
        }
    }
}
