// SPDX-License-Identifier: Apache-2.0

/// A browser's request, as far as the page needs it.
package struct PageRequest: Sendable {
    /// The headers that the page uses.
    package struct Headers: Sendable {
        /// The authority, such as `localhost:8347`.
        package var host: String?
        package var origin: String?
        /// `Sec-Fetch-Site`, by which browsers tell which site makes the request.
        package var fetchSite: String?
        package var contentType: String?
        package var accept: String?
        package var authorization: String?
        package var cookie: String?

        package init(
            host: String? = nil, origin: String? = nil, fetchSite: String? = nil, contentType: String? = nil,
            accept: String? = nil, authorization: String? = nil, cookie: String? = nil
        ) {
            self.host = host
            self.origin = origin
            self.fetchSite = fetchSite
            self.contentType = contentType
            self.accept = accept
            self.authorization = authorization
            self.cookie = cookie
        }
    }

    /// In capitals, as sent.
    package var method: String
    /// Before the question mark, as sent. It is not decoded: no path of ours needs that.
    package var path: String
    /// After the question mark, as sent.
    package var query: String
    package var headers: Headers
    package var body: [UInt8]

    package init(method: String, target: String, headers: Headers, body: [UInt8] = []) {
        self.method = method
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts.first ?? "")
        query = parts.count > 1 ? String(parts[1]) : ""
        self.headers = headers
        self.body = body
    }

    /// The first value of a name in the query, not decoded: ours are all numbers and plain words.
    package func parameter(_ name: String) -> String? {
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.first.map({ $0 == name }) == true { return parts.count > 1 ? String(parts[1]) : "" }
        }
        return nil
    }

    /// Whether the request only reads.
    package var isReading: Bool { method == "GET" || method == "HEAD" }
}
