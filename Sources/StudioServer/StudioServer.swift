// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import Synchronization
public import WebPage

/// Serves a page over HTTP. The only module that knows the server.
public struct StudioServer: Sendable {
    /// Where to listen.
    public struct Address: Hashable, Sendable {
        public var host: String
        /// 0 for any that is free.
        public var port: Int

        public init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }

    /// Why it does not listen: a sentence.
    public struct Failure: Error, CustomStringConvertible {
        public var description: String
    }

    /// Connections at a time: the tabs of a few browsers. Others wait to be accepted.
    private static let mostConnections = 128
    /// A connection on which nothing comes, a request's head that comes in crumbs included, is closed after so long.
    private static let idleTimeout = TimeAmount.seconds(15)
    /// How long a body may take.
    private static let bodyTimeout = Duration.seconds(20)
    private static let largestHead = 16 << 10

    private let address: Address
    private let security: TransportSecurity?
    private let makePage: @Sendable (Int) -> StudioPage
    private let onRunning: @Sendable (Int) -> Void

    /// - Parameters:
    ///   - security: `nil` for plain HTTP.
    ///   - makePage: makes the page, once the port is known.
    ///   - onRunning: called with the port when it listens.
    public init(
        _ address: Address, security: TransportSecurity? = nil, makePage: @escaping @Sendable (Int) -> StudioPage,
        onRunning: @escaping @Sendable (Int) -> Void
    ) {
        self.address = address
        self.security = security
        self.makePage = makePage
        self.onRunning = onRunning
    }

    /// The page, from the moment the port is known.
    private final class Desk: Sendable {
        let page = Mutex<StudioPage?>(nil)
    }

    /// Serves until the task is cancelled.
    public func run() async throws(Failure) {
        let desk = Desk()
        let (makePage, onRunning) = (makePage, onRunning)
        var logger = Logger(label: "candela")
        // What concerns the user is said by the page, and what a stranger does wrong is none of the terminal's.
        logger.logLevel = .critical
        let plain = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [SlowClients()], idleTimeout: Self.idleTimeout,
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: Self.largestHead, maxHeaderListSize: Self.largestHead,
                    maxHeaderFieldCount: 100)))
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let server = try security.map { (security) throws(Failure) in try security.wrap(plain) } ?? plain
        let application = Application(
            responder: CallbackResponder<BasicRequestContext> { request, _ in
                guard let page = desk.page.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
                return await Self.respond(to: request, page)
            },
            server: server,
            configuration: .init(
                address: .hostname(address.host, port: address.port),
                availableConnectionsDelegate: MaximumAvailableConnections(Self.mostConnections, logger: logger)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                desk.page.withLock { $0 = makePage(port) }
                onRunning(port)
            }, eventLoopGroupProvider: .shared(group), logger: logger)
        do {
            try await withTaskExecutorPreference(LoopExecutor(group.next())) { try await application.run() }
        } catch {
            let host = address.host.contains(":") ? "[\(address.host)]" : address.host
            throw Failure(description: "cannot listen on \(host):\(address.port): \(Self.reason(error))")
        }
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? IOError else { return "\(error)" }
        switch error.errnoCode {
        case EADDRINUSE: return "another program does; choose another with --port, or 0 for any that is free"
        case EADDRNOTAVAIL: return "this machine has no such address; see ip address"
        case EACCES: return "ports below 1024 are the administrator's; choose another with --port"
        default: return "\(error)"
        }
    }

    // MARK: Requests

    private static func respond(to request: Request, _ page: StudioPage) async -> Response {
        var asked = PageRequest(request)
        do throws(PageFailure) {
            asked.body = try await body(of: request, limit: try page.bodyLimit(asked))
        } catch {
            var answer = await page.refusal(error, to: asked)
            // What is left of the body is nobody's.
            answer.headers.append(("Connection", "close"))
            return Response(answer, page)
        }
        return Response(await page.answer(asked), page)
    }

    private static func body(of request: Request, limit: Int) async throws(PageFailure) -> [UInt8] {
        // What asks for pictures, thirty times a second, has none: nothing is waited for.
        if limit == 0, request.headers[.contentLength] == nil, request.headers[.transferEncoding] == nil { return [] }
        let tooLarge = PageFailure(413, "cannot read the request: its body is larger than \(limit) bytes")
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLarge }
        do {
            return try await withThrowingTaskGroup(of: [UInt8].self) { group in
                group.addTask {
                    let buffer = try await request.body.collect(upTo: limit)
                    return Array(buffer.readableBytesView)
                }
                group.addTask {
                    try await Task.sleep(for: bodyTimeout)
                    throw PageFailure(408, "cannot read the request: its body takes too long")
                }
                defer { group.cancelAll() }
                return try await group.next() ?? []
            }
        } catch let failure as PageFailure {
            throw failure
        } catch is NIOTooManyBytesError {
            throw tooLarge
        } catch {
            throw PageFailure(400, "cannot read the request: its body broke off")
        }
    }
}

extension PageRequest {
    fileprivate init(_ request: Request) {
        let headers = request.headers
        self.init(
            method: request.method.rawValue, target: request.head.path ?? "",
            headers: Headers(
                host: request.head.authority, origin: headers[.origin], fetchSite: headers[.fetchSite],
                contentType: headers[.contentType], accept: headers[.accept], authorization: headers[.authorization],
                cookie: headers[.cookie]))
    }
}

extension HTTPField.Name {
    fileprivate static let fetchSite = HTTPField.Name("Sec-Fetch-Site")!
}

extension Response {
    fileprivate init(_ answer: PageAnswer, _ page: StudioPage) {
        var fields = HTTPFields()
        for header in answer.headers {
            if let name = HTTPField.Name(header.name) { fields.append(HTTPField(name: name, value: header.value)) }
        }
        let body: ResponseBody
        switch answer.body {
        case .bytes(let bytes): body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        case .events(let box):
            body = ResponseBody { writer in
                defer { page.events.close(box) }
                // Ends the wait of browsers that hold back the first bytes.
                try await writer.write(ByteBuffer(string: ":\n\n"))
                while let text = await box.next() { try await writer.write(ByteBuffer(string: text)) }
                try await writer.finish(nil)
            }
        case .pictures(let feed):
            body = ResponseBody { writer in
                while let part = await feed.next() { try await writer.write(ByteBuffer(part)) }
                try await writer.finish(nil)
            }
        }
        self.init(status: .init(code: answer.status), headers: fields, body: body)
    }
}

extension ByteBuffer {
    /// All of a part in one piece, so that it is one write.
    fileprivate init(_ part: PictureFeed.Part) {
        let picture: LivePicture? = if case .picture(let picture) = part { picture } else { nil }
        let head = PicturePart.head(picture)
        self.init()
        reserveCapacity(head.utf8.count + (picture?.jpeg.count ?? 0) + PicturePart.end.utf8.count)
        writeString(head)
        if let picture { writeBytes(picture.jpeg) }
        writeString(PicturePart.end)
    }
}
