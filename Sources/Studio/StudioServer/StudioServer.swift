// SPDX-License-Identifier: Apache-2.0

internal import CMicroHTTPD
internal import Glibc
internal import Output
package import WebPage

/// Serves a page over HTTP with libmicrohttpd. No other module uses that library.
package enum StudioServer {
    /// Where to listen.
    package struct Address: Hashable, Sendable {
        /// An IP address, without brackets.
        package var host: String
        /// 0 for any free port.
        package var port: Int

        package init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }

    /// Why the server cannot start: a sentence.
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    /// Starts to serve, on the server's own threads, until the process ends.
    ///
    /// - Parameters:
    ///   - security: `nil` for plain HTTP.
    ///   - makePage: makes the page once the port is known.
    /// - Returns: the port.
    package static func start(
        _ address: Address, security: TransportSecurity?, makePage: (Int) -> any ServedPage
    ) throws(Failure) -> Int {
        if let cause = unsafe candela_http_load() {
            throw Failure(
                description: "cannot serve the page: \(unsafe String(cString: cause)); install libmicrohttpd12")
        }
        let (descriptor, port): (CInt, Int)
        do throws(ListenFailure) {
            (descriptor, port) = try Listener.open(host: address.host, port: address.port)
        } catch {
            let host = address.host.contains(":") ? "[\(address.host)]" : address.host
            throw Failure(description: "cannot listen on \(host):\(address.port): \(error.reason)")
        }
        var callbacks = Conversation.callbacks
        // Owned by the server for the lifetime of the process.
        let page = unsafe Unmanaged.passRetained(Served(makePage(port))).toOpaque()
        var reason = [CChar](repeating: 0, count: 256)
        // Explicitly: Swift 6.2 frees the first of two optional strings before such a call.
        let status = unsafe CText.with(security?.certificates) { certificates in
            unsafe CText.with(security?.key) { key in
                unsafe candela_http_start(descriptor, certificates, key, &callbacks, page, &reason, reason.count)
            }
        }
        guard status == 0 else {
            close(descriptor)
            unsafe Unmanaged<Served>.fromOpaque(page).release()
            let words = CText.string(reason)
            throw Failure(
                description: "cannot serve the page: libmicrohttpd cannot start" + (words.isEmpty ? "" : ": \(words)"))
        }
        return port
    }
}

/// A page in the hands of the C server.
final class Served: Sendable {
    let page: any ServedPage

    init(_ page: any ServedPage) { self.page = page }
}
