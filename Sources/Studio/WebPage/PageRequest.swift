// SPDX-License-Identifier: Apache-2.0

/// A browser's request, as far as the page needs it.
public struct PageRequest: Sendable {
    /// The headers that the page uses.
    public struct Headers: Sendable {
        /// The authority, such as `localhost:8347`.
        public var host: String?
        public var origin: String?
        /// `Sec-Fetch-Site`, by which browsers tell which site makes the request.
        public var fetchSite: String?
        public var contentType: String?
        public var accept: String?
        public var authorization: String?
        public var cookie: String?

        public init(
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
    public var method: String
    /// Before the question mark, as sent. It is not decoded: no path of ours needs that.
    public var path: String
    /// After the question mark, as sent.
    public var query: String
    public var headers: Headers
    public var body: [UInt8]

    public init(method: String, target: String, headers: Headers, body: [UInt8] = []) {
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
