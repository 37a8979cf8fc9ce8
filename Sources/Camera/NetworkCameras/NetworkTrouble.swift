// SPDX-License-Identifier: Apache-2.0

internal import CCurl

/// Why a network camera gives no pictures.
package struct NetworkTrouble: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// libcurl is not installed, or this process has no room for another connection.
        case libraryMissing
        case invalidAddress
        /// The name has no address.
        case unknownHost
        /// Nothing listens there, or there is no way there.
        case noConnection
        case noAnswer
        /// It takes the connection, and then says nothing.
        case noReply
        /// The certificate is not trusted.
        case untrusted
        /// It wants a user and a password, and was given none.
        case noPassword
        case wrongPassword
        case forbidden
        /// There is nothing at this address of the host.
        case notThere
        /// It is there, but fails: a status of 500 and above.
        case serverFails
        /// What it sends is no JPEG, and no video.
        case notPictures
        /// Its video is compressed in a way that the libraries here cannot decode.
        case noDecoder
        /// It has sent pictures, and then ended or fell silent.
        case interrupted
    }
    package let kind: Kind
    /// The cause as a clause, without the address: "it does not exist there (404)".
    package let cause: String
    /// What to do, as a clause.
    package let advice: String
    /// The address as it may be shown.
    package let name: String

    package var description: String { "cannot read \(name): \(cause); \(advice)" }

    package init(_ kind: Kind, _ address: NetworkAddress, _ cause: String, _ advice: String) {
        self.kind = kind
        self.cause = cause
        self.advice = advice
        name = address.name
    }

    /// Whether asking again can help: a camera that restarts, or a network that fails for a while.
    package var mayRecover: Bool {
        switch kind {
        case .unknownHost, .noConnection, .noAnswer, .noReply, .serverFails, .interrupted: true
        case .libraryMissing, .invalidAddress, .untrusted, .noPassword, .wrongPassword, .forbidden, .notThere,
            .notPictures, .noDecoder:
            false
        }
    }

    /// The same for a camera that has given pictures at this address: one that restarts may answer before it is ready, with
    /// another page, with nothing understandable, or that there is nothing.
    package var mayRecoverInUse: Bool { mayRecover || kind == .notThere || kind == .notPictures }

    static func missing(_ reason: String, _ address: NetworkAddress) -> Self {
        Self(
            .libraryMissing, address, "libcurl cannot be loaded (\(reason))",
            "install it (Debian: apt install libcurl4)")
    }

    static func noSocket(_ reason: String, _ address: NetworkAddress) -> Self {
        Self(.libraryMissing, address, "no connection can be prepared (\(reason))", "close other programs")
    }

    static func notPictures(_ type: String, _ address: NetworkAddress) -> Self {
        let kind = String(type.prefix { $0 != ";" })
        let isPage = kind.hasPrefix("text/")
        let what = kind.isEmpty ? "what it sends is no JPEG" : "it sends \(kind), which is no JPEG"
        return Self(
            .notPictures, address, isPage ? "it is a page for browsers (\(kind))" : what,
            "give the address of the camera's MJPEG stream, or of a single JPEG (a snapshot)")
    }

    /// - Parameters:
    ///   - status: of the response.
    ///   - hasUser: whether a user and a password were sent.
    /// - Returns: `nil` for a response that holds pictures.
    static func refused(_ status: Int, hasUser: Bool, _ address: NetworkAddress) -> Self? {
        switch status {
        case 200...299: nil
        case 401 where hasUser:
            Self(
                .wrongPassword, address, "it does not accept this user and password (401)",
                "check them at the camera's own page; the password is taken from the address or from "
                    + NetworkAccess.passwordVariable)
        case 401:
            Self(
                .noPassword, address, "it asks for a user and a password (401)",
                "write the user before the host (\(address.isEncrypted ? "https" : "http")://USER@\(address.place)/…) and "
                    + "give the password in \(NetworkAccess.passwordVariable)")
        case 403:
            Self(
                .forbidden, address, "it refuses access (403)",
                "look at the camera's own page for a list of allowed addresses or users")
        case 404, 410:
            Self(
                .notThere, address, "it has nothing at this address (\(status))",
                "look up the address of its MJPEG stream or snapshot in its manual")
        case 500...:
            Self(
                .serverFails, address, "it answers with an error of its own (\(status))",
                "restart the camera, and check that no other program uses up its connections")
        default:
            Self(
                .notThere, address, "it answers with status \(status)",
                "look up the address of its MJPEG stream or snapshot in its manual")
        }
    }

    /// Silence after an answer that promised pictures. The doctor knows it by its words.
    package static func pictureless(_ status: Int, limit: Duration, _ address: NetworkAddress) -> Self {
        Self(
            .noAnswer, address, "it accepted the request (\(status)), but sent no picture within \(limit.components.seconds) s",
            "check what its server takes the pictures from, and that no other program uses up its connections")
    }

    /// - Parameters:
    ///   - words: of libcurl.
    ///   - limit: how long it was waited for.
    static func failed(
        _ ending: candela_curl_ending, _ words: String, limit: Duration, hadPictures: Bool, _ address: NetworkAddress
    ) -> Self {
        switch ending {
        case CANDELA_CURL_INVALID_ADDRESS:
            Self(.invalidAddress, address, "the address is not valid", "write http://HOST/PATH")
        case CANDELA_CURL_UNKNOWN_HOST:
            Self(
                .unknownHost, address, "no host has the name \(address.host)",
                "check the name, or use the camera's IP address")
        case CANDELA_CURL_NO_CONNECTION:
            Self(
                .noConnection, address, "nothing answers at \(address.place) (\(words))",
                "check address and port, and that the camera is on and in this network")
        case CANDELA_CURL_NO_ANSWER where hadPictures:
            Self(
                .interrupted, address, "it has fallen silent for \(limit.components.seconds) s",
                "check the camera's power and its network")
        case CANDELA_CURL_NO_ANSWER:
            Self(
                .noAnswer, address, "it did not answer within \(limit.components.seconds) s",
                "check address and port, and that no firewall is between")
        case CANDELA_CURL_UNTRUSTED:
            Self(
                .untrusted, address, "its certificate is not trusted (\(words))",
                "if the camera made the certificate itself, save it to a file (openssl s_client -showcerts -connect "
                    + "\(address.place(port: 443))), compare it with the "
                    + "camera's own page, and set \(NetworkAccess.authoritiesVariable) to that file")
        default:
            Self(
                .interrupted, address, hadPictures ? "the stream ended" : "the connection broke (\(words))",
                "check the camera's power and its network")
        }
    }
}
