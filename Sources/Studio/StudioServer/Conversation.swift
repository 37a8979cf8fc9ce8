// SPDX-License-Identifier: Apache-2.0

internal import CMicroHTTPD
internal import Glibc
internal import WebPage

/// The server's callbacks to the page, and how the page's answers return to the server.
enum Conversation {
    /// A request whose head has been read.
    private final class Asked {
        let request: PageRequest
        let limit: Int
        /// Why the request is refused before its body is read.
        let failure: PageFailure?

        init(_ request: PageRequest, _ page: any ServedPage) {
            self.request = request
            do throws(PageFailure) {
                limit = try page.bodyLimit(request)
                failure = nil
            } catch {
                limit = 0
                failure = error
            }
        }
    }

    /// The server's side of a request, which waits for one answer.
    @safe private struct Waiting: @unchecked Sendable {
        // Unchecked: it is answered once, and the C side accepts the answer from any thread.
        let request: OpaquePointer

        func give(_ answer: PageAnswer) {
            let words = unsafe answer.headers.flatMap { [$0.name, $0.value] }.map { (word: String) in unsafe strdup(word) }
            defer { for unsafe word in unsafe words { unsafe free(word) } }
            let fields = unsafe stride(from: 0, to: words.count, by: 2).compactMap { place -> candela_http_field? in
                guard let name = unsafe words[place], let value = unsafe words[place + 1] else { return nil }
                return unsafe candela_http_field(name: name, value: value)
            }
            let status = CUnsignedInt(answer.status)
            unsafe fields.withUnsafeBufferPointer { fields in
                switch answer.body {
                case .bytes(let bytes):
                    unsafe bytes.withUnsafeBufferPointer {
                        unsafe candela_http_answer(
                            request, status, fields.baseAddress, fields.count, $0.baseAddress, $0.count)
                    }
                case .stream(let stream):
                    let outlet = unsafe Unmanaged.passRetained(Outlet(stream)).toOpaque()
                    unsafe candela_http_send(request, status, fields.baseAddress, fields.count, outlet)
                }
            }
        }
    }

    private static func page(_ server: UnsafeMutableRawPointer) -> any ServedPage {
        unsafe Unmanaged<Served>.fromOpaque(server).takeUnretainedValue().page
    }

    private static func outlet(_ stream: UnsafeMutableRawPointer) -> Outlet {
        unsafe Unmanaged<Outlet>.fromOpaque(stream).takeUnretainedValue()
    }

    static var callbacks: candela_http_callbacks {
        unsafe candela_http_callbacks(
            head: { server, head, limit in
                let asked = unsafe Asked(PageRequest(head.pointee), Conversation.page(server))
                unsafe limit.pointee = asked.limit
                return unsafe Unmanaged.passRetained(asked).toOpaque()
            },
            whole: { server, asked, request, body, length, outcome in
                let (page, waiting) = unsafe (Conversation.page(server), Waiting(request: request))
                let asked = unsafe Unmanaged<Asked>.fromOpaque(asked).takeRetainedValue()
                var failure = asked.failure
                if failure == nil, outcome == CANDELA_HTTP_TOO_LARGE {
                    failure = PageFailure(
                        413, "cannot read the request: its body is larger than \(asked.limit) bytes")
                } else if failure == nil, outcome == CANDELA_HTTP_NO_MEMORY {
                    failure = PageFailure(503, "cannot read the request: out of memory for its body")
                }
                var request = asked.request
                request.body = unsafe Array(UnsafeBufferPointer(start: body, count: length))
                Task { [request, failure] in
                    if let failure {
                        waiting.give(await page.refusal(failure, to: request))
                    } else {
                        waiting.give(await page.answer(request))
                    }
                }
            },
            forget: { unsafe Unmanaged<Asked>.fromOpaque($0).release() },
            take: { unsafe Conversation.outlet($0).take(UnsafeMutableBufferPointer(start: $1, count: $2)) },
            wait: { unsafe Conversation.outlet($0).wait($1) },
            close: { unsafe Unmanaged<Outlet>.fromOpaque($0).takeRetainedValue().close() })
    }
}

extension PageRequest {
    fileprivate init(_ head: candela_http_head) {
        func text(_ bytes: UnsafePointer<CChar>?) -> String? { unsafe bytes.map { unsafe String(cString: $0) } }
        unsafe self.init(
            method: text(head.method) ?? "", target: text(head.target) ?? "",
            headers: Headers(
                host: text(head.host), origin: text(head.origin), fetchSite: text(head.fetch_site),
                contentType: text(head.content_type), accept: text(head.accept),
                authorization: text(head.authorization), cookie: text(head.cookie)))
    }
}
