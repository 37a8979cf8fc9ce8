// SPDX-License-Identifier: Apache-2.0

internal import Output
internal import Threads

/// Answers all requests to the studio. It knows neither sockets nor cameras.
package final class StudioPage: Sendable {
    /// The most bytes in any other body.
    package static let largestBody = 64 << 10
    /// The most bytes in a picture or a file of evidence dropped on the page.
    package static let largestPicture = 32 << 20

    package let events: EventHub
    package let pictures: PictureHub
    private let rules: AccessRules
    private let backend: any StudioBackend
    /// Runs blocking calls, one after another.
    private let desk = SerialDesk()
    /// A separate thread for pictures, which may take seconds each, so that controls do not wait for them.
    private let pictureDesk = SerialDesk()
    private let wrongTokens = WrongTokenDesk()

    package init(rules: AccessRules, events: EventHub, pictures: PictureHub, backend: any StudioBackend) {
        self.rules = rules
        self.events = events
        self.pictures = pictures
        self.backend = backend
    }

    /// The most bytes that the body of a request may have. Throws if the request is refused before its body is read.
    package func bodyLimit(_ request: PageRequest) throws(PageFailure) -> Int {
        try rules.check(request)
        if request.isReading { return 0 }
        return ["/api/pictures", "/api/evidence"].contains(request.path) ? Self.largestPicture : Self.largestBody
    }

    /// Answers any request.
    package func answer(_ request: PageRequest) async -> PageAnswer {
        var answer: PageAnswer
        do throws(PageFailure) {
            try rules.check(request)
            answer = try await route(request)
        } catch {
            return await refusal(error, to: request)
        }
        return finished(answer, to: request)
    }

    /// The answer to a refused request, also to one that is incomplete.
    package func refusal(_ failure: PageFailure, to request: PageRequest) async -> PageAnswer {
        var failure = failure
        if failure.isWrongToken, await !wrongTokens.hold() {
            failure = PageFailure(429, "cannot answer: too many requests with wrong tokens; try again in a moment")
        }
        // This answer is shown to a person.
        if failure.status == 401, request.path == "/", request.isReading {
            let page = PageAnswer(
                title: "Candela studio: token required",
                text: "Open the address that the studio printed where it was started, or scan the code next to it. "
                    + "After a restart, the studio may have a new token.",
                status: 401, headers: [("WWW-Authenticate", "Bearer")])
            return finished(page, to: request)
        }
        return finished(PageAnswer(failure), to: request)
    }

    private func finished(_ answer: PageAnswer, to request: PageRequest) -> PageAnswer {
        var answer = answer
        answer.headers += PageAnswer.commonHeaders
        if request.method == "HEAD" { answer.body = .bytes([]) }
        return answer
    }

    // MARK: Routes

    private func route(_ request: PageRequest) async throws(PageFailure) -> PageAnswer {
        let isReading = request.isReading
        switch request.path {
        case "/":
            try allow(isReading, "GET, HEAD")
            return page(request)
        case "/healthz":
            try allow(isReading, "GET, HEAD")
            let isLive = backend.counts.isLive
            return PageAnswer(["live": .bool(isLive)], status: isLive ? 200 : 503)
        case "/metrics":
            try allow(isReading, "GET, HEAD")
            return PageAnswer(
                mediaType: "text/plain; version=0.0.4; charset=utf-8", bytes: Array(backend.counts.prometheus.utf8))
        case "/api/state":
            try allow(isReading, "GET, HEAD")
            return PageAnswer(backend.state)
        case "/api/events":
            try allow(request.method == "GET", "GET")
            guard let feed = events.open() else {
                throw PageFailure(503, "cannot send events: \(EventHub.most) pages are already connected; close one")
            }
            return PageAnswer(events: feed)
        case "/api/frame":
            try allow(isReading, "GET, HEAD")
            return try await frame(request)
        case "/api/frames":
            try allow(request.method == "GET", "GET")
            guard let feed = pictures.open() else {
                throw PageFailure(
                    503, "cannot send pictures: \(PictureHub.mostFeeds) pages already receive them; close one")
            }
            return PageAnswer(pictures: feed, isPlain: request.headers.accept == "application/octet-stream")
        case "/api/meters":
            try allow(isReading, "GET, HEAD")
            return PageAnswer(backend.meters)
        case "/api/controls":
            if isReading { return PageAnswer(await desk.run { [backend] in backend.controls }) }
            return try await perform(request)
        case "/api/scans":
            if isReading { return PageAnswer(backend.scans) }
            return try await perform(request)
        case "/api/calibration":
            if isReading { return PageAnswer(backend.calibration) }
            return try await perform(request)
        case "/api/calibration/before", "/api/calibration/after":
            try allow(isReading, "GET, HEAD")
            return try still(backend.calibrationPicture(isAfter: request.path.hasSuffix("after")))
        case "/api/doctor/before", "/api/doctor/now":
            try allow(isReading, "GET, HEAD")
            return try still(backend.doctorPicture(isBefore: request.path.hasSuffix("before")))
        case "/api/profiles":
            if isReading { return PageAnswer(await desk.run { [backend] in backend.profiles }) }
            return try await perform(request)
        case "/api/calibration/cancel", "/api/calibration/apply", "/api/calibration/keep",
            "/api/calibration/put-back", "/api/profiles/apply", "/api/profiles/remove", "/api/focus":
            return try await perform(request)
        case "/api/controls/reset", "/api/region", "/api/torch", "/api/pause", "/api/scans/done",
            "/api/doctor":
            return try await perform(request)
        case "/api/pictures":
            return try await file(request, "picture") { (backend, bytes) throws(PageFailure) in
                try backend.read(picture: bytes)
            }
        case "/api/evidence":
            return try await file(request, "evidence") { (backend, bytes) throws(PageFailure) in
                try backend.read(evidence: bytes)
            }
        default:
            if let asset = PageAssets.all[String(request.path.dropFirst())], request.path.hasPrefix("/") {
                try allow(isReading, "GET, HEAD")
                return PageAnswer(mediaType: asset.mediaType, bytes: asset.bytes)
            }
            throw PageFailure(404, "cannot find \(request.path.prefix(80))")
        }
    }

    private func allow(_ isAllowed: Bool, _ methods: String) throws(PageFailure) {
        guard !isAllowed else { return }
        var failure = PageFailure(405, "cannot use this method here: use \(methods)")
        failure.allowed = methods
        throw failure
    }

    /// What a dropped file contains.
    private func file(
        _ request: PageRequest, _ what: String,
        _ read: @escaping @Sendable (any StudioBackend, [UInt8]) throws(PageFailure) -> JSONValue
    ) async throws(PageFailure) -> PageAnswer {
        try allow(request.method == "POST", "POST")
        // Forms on other sites cannot send this without a preflight request.
        guard request.headers.contentType == "application/octet-stream" else {
            throw PageFailure(415, "cannot read the \(what): its Content-Type must be application/octet-stream")
        }
        let result = await pictureDesk.run { [backend] in
            Result { () throws(PageFailure) in try read(backend, request.body) }
        }
        return PageAnswer(try result.get())
    }

    private func page(_ request: PageRequest) -> PageAnswer {
        guard let asset = PageAssets.all["index.html"] else {
            return PageAnswer(PageFailure(500, "the page is missing from the program"))
        }
        guard let token = rules.token, request.parameter("token") != nil else {
            return PageAnswer(mediaType: asset.mediaType, bytes: asset.bytes)
        }
        // Move the token from the address, where it could be seen in the history or over the shoulder, to a cookie that
        // no script can read and no other site can send.
        let cookie =
            "\(rules.cookie)=\(token.text); Path=/; HttpOnly; SameSite=Strict"
            + (rules.scheme == "https" ? "; Secure" : "")
        // After a link from another site, a redirect would be requested without the cookie; a page of ours that
        // refreshes sends it.
        if request.headers.fetchSite == "cross-site" || request.headers.fetchSite == "same-site" {
            return PageAnswer(
                title: "Candela studio", text: "<a href=\"/\">Open the studio</a>", status: 200,
                headers: [("Refresh", "0; url=/"), ("Set-Cookie", cookie)])
        }
        return PageAnswer(
            status: 303, mediaType: "text/plain", bytes: [], headers: [("Location", "/"), ("Set-Cookie", cookie)])
    }

    private func still(_ picture: [UInt8]?) throws(PageFailure) -> PageAnswer {
        guard let picture else { throw PageFailure(404, "cannot show the picture: there is none yet") }
        return PageAnswer(mediaType: "image/jpeg", bytes: picture)
    }

    private func frame(_ request: PageRequest) async throws(PageFailure) -> PageAnswer {
        let after = request.parameter("after").flatMap { Int($0) } ?? -1
        guard let picture = await pictures.next(after: after) else {
            return PageAnswer(status: 204, mediaType: "image/jpeg", bytes: [])
        }
        return PageAnswer(
            mediaType: "image/jpeg", bytes: picture.jpeg, headers: [("Candela-Frame", "\(picture.number)")])
    }

    private func perform(_ request: PageRequest) async throws(PageFailure) -> PageAnswer {
        try allow(request.method == "POST", "POST")
        let action = try StudioAction(request)
        let result = await desk.run { [backend] in
            Result { () throws(PageFailure) in try backend.perform(action) }
        }
        return PageAnswer(try result.get())
    }
}
