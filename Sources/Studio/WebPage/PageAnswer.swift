// SPDX-License-Identifier: Apache-2.0

package import Output

/// A response to a browser.
package struct PageAnswer: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        case stream(any AnswerStream)
    }

    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: Body

    package init(status: Int = 200, mediaType: String, bytes: [UInt8], headers: [(name: String, value: String)] = []) {
        self.status = status
        self.headers = [("Content-Type", mediaType)] + headers
        body = .bytes(bytes)
    }

    package init(_ json: JSONValue, status: Int = 200) {
        self.init(status: status, mediaType: "application/json", bytes: Array(json.text.utf8))
    }

    /// A short HTML page, for people.
    ///
    /// - Parameter text: trusted HTML.
    package init(title: StaticString, text: String, status: Int, headers: [(name: String, value: String)] = []) {
        let html = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <h1>\(title)</h1>
            <p>\(text)</p>
            </html>

            """
        self.init(status: status, mediaType: "text/html; charset=utf-8", bytes: Array(html.utf8), headers: headers)
    }

    /// Server-sent events, until the client disconnects.
    package init(events: EventFeed) {
        status = 200
        headers = [("Content-Type", "text/event-stream")]
        body = .stream(events)
    }

    /// The live picture, part after part, until the client disconnects.
    ///
    /// - Parameter isPlain: for clients that accept the parts as plain bytes. Others, such as browsers, replace each
    ///   picture with the next because of the media type.
    package init(pictures: PictureFeed, isPlain: Bool) {
        status = 200
        headers = [
            (
                "Content-Type",
                isPlain ? "application/octet-stream" : "multipart/x-mixed-replace; boundary=\(PicturePart.boundary)"
            )
        ]
        body = .stream(pictures)
    }

    package init(_ failure: PageFailure) {
        self.init(["error": .string(failure.message)], status: failure.status)
        if failure.status == 405 { headers.append(("Allow", failure.allowed)) }
        if failure.status == 401 { headers.append(("WWW-Authenticate", "Bearer")) }
        if failure.status == 429 { headers.append(("Retry-After", "2")) }
    }

    /// The headers of every response.
    ///
    /// Scripts, styles, pictures and connections may come only from us. Nobody may frame the page, embed a part of it,
    /// guess a type, or learn the address it was opened from. Nothing is cached, as a picture may show anything.
    package static let commonHeaders: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
                + "media-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
        ("Cache-Control", "no-store"),
    ]
}

/// Why a request fails: a status and a sentence, which may contain untrusted text, not escaped.
package struct PageFailure: Error, Sendable, CustomStringConvertible {
    package var status: Int
    package var message: String
    /// For status 405: the allowed methods.
    package var allowed = ""
    /// Whether the request had a token, but a wrong one.
    package var isWrongToken = false

    package init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    package var description: String { message }
}
