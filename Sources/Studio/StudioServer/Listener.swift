// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Opens listening TCP sockets. We do it because libmicrohttpd reports no reason for failures.
enum Listener {
    /// - Parameter host: an address without brackets.
    /// - Returns: the descriptor, which the caller closes, and the port, which differs from `port` if that was 0.
    static func open(host: String, port: Int) throws(ListenFailure) -> (descriptor: CInt, port: Int) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, "\(port)", &hints, &found) == 0, let address = unsafe found?.pointee else {
            throw ListenFailure(EADDRNOTAVAIL)
        }
        defer { unsafe freeaddrinfo(found) }
        let descriptor = unsafe socket(address.ai_family, address.ai_socktype | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw ListenFailure(errno) }
        // Allows reuse of the port of a studio that has just exited.
        var yes: CInt = 1
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
        findLostClients(descriptor)
        guard unsafe bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, listen(descriptor, SOMAXCONN) == 0,
            let port = boundPort(descriptor)
        else {
            let failure = ListenFailure(errno)
            close(descriptor)
            throw failure
        }
        return (descriptor, port)
    }

    /// Seconds after which a client that no longer answers is given up: data unacknowledged, or no answer to probes.
    static let patience: CInt = 20

    /// A client whose machine or line is gone says nothing. Without this, the kernel would keep its connection, and the
    /// page its place, for a quarter of an hour or more. Linux copies these options to each accepted connection.
    private static func findLostClients(_ descriptor: CInt) {
        let options: [(level: CInt, name: CInt, value: CInt)] = [
            (SOL_SOCKET, SO_KEEPALIVE, 1), (tcp, TCP_KEEPIDLE, 5), (tcp, TCP_KEEPINTVL, 5), (tcp, TCP_KEEPCNT, 3),
            (tcp, TCP_USER_TIMEOUT, patience * 1000),
        ]
        for option in options {
            var value = option.value
            // Best effort: without it a lost client is found later.
            _ = unsafe setsockopt(
                descriptor, option.level, option.name, &value, socklen_t(MemoryLayout<CInt>.size))
        }
    }

    private static let tcp = CInt(IPPROTO_TCP)

    private static func boundPort(_ descriptor: CInt) -> Int? {
        // The port is at the same offset in both families.
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let status = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            unsafe getsockname(descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), &size)
        }
        return status == 0 ? Int(in_port_t(bigEndian: address.sin6_port)) : nil
    }
}

/// Why a socket cannot listen: the end of a sentence.
struct ListenFailure: Error {
    var reason: String

    init(_ number: CInt) {
        switch number {
        case EADDRINUSE: reason = "the port is in use; choose another with --port, or use --port 0 for any free port"
        case EADDRNOTAVAIL: reason = "this machine does not have this address; run ip address to list its addresses"
        case EACCES: reason = "ports below 1024 need root; choose another with --port"
        default: reason = unsafe String(cString: strerror(number))
        }
    }
}
