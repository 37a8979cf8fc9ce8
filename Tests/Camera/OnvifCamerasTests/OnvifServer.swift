// SPDX-License-Identifier: Apache-2.0

import ConfinedXML
import Foundation
import OnvifCameras
import Synchronization
import TestServers

/// A camera that answers over HTTP, and checks logins as cameras do.
struct OnvifServer {
    struct Manner: Sendable {
        var user: String?
        var password = ""
        /// Ahead of this machine's clock, in seconds. A login is accepted for a minute of this clock.
        var clockOffset = 0
        /// The login is HTTP's digest, not the one in the message.
        var wantsHTTPDigest = false
        /// The status of a refused login.
        var refusal = 400
        var knowsServices = true
        var hasMedia2Only = false
        /// What it takes for its own host.
        var host = "127.0.0.1"
        /// In place of an answer to a question of this name.
        var instead: (@Sendable (String) -> HTTPServer.Answer?)?
    }

    private let server: HTTPServer
    var port: Int { server.port }
    var requests: [HTTPServer.Request] { server.requests }

    init(_ manner: Manner = Manner()) throws {
        let shared = Port()
        server = try HTTPServer { request in Self.answer(request, manner, shared.value.withLock { $0 }) }
        let own = server.port
        shared.value.withLock { $0 = own }
    }

    private final class Port: Sendable {
        let value = Mutex(0)
    }

    private static func answer(_ request: HTTPServer.Request, _ manner: Manner, _ port: Int) -> HTTPServer.Answer? {
        // A client asks for the challenge without a question.
        if manner.wantsHTTPDigest, request.body.isEmpty { return challenge }
        guard let root = try? XMLReader(isInProcess: true).read(request.body),
            let body = root.first("Body")?.children.first
        else { return HTTPServer.Answer(400) }
        if let instead = manner.instead?(body.name) { return instead }
        if body.name != "GetSystemDateAndTime", let refusal = refusal(request, root, manner) { return refusal }
        let place = "http://\(manner.host):\(port)"
        switch body.name {
        case "GetSystemDateAndTime":
            var now = time(nil) + manner.clockOffset
            var parts = unsafe tm()
            unsafe gmtime_r(&now, &parts)
            return ok(
                unsafe Answers.time(
                    Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday), Int(parts.tm_hour),
                    Int(parts.tm_min),
                    Int(parts.tm_sec)))
        case "GetServices" where manner.knowsServices:
            let version = manner.hasMedia2Only ? "ver20" : "ver10"
            return ok(
                Answers.gsoap(
                    "<tds:GetServicesResponse><tds:Service><tds:Namespace>http://www.onvif.org/\(version)/media/wsdl"
                        + "</tds:Namespace><tds:XAddr>\(place)/onvif/media</tds:XAddr></tds:Service></tds:GetServicesResponse>"
                ))
        case "GetCapabilities":
            return ok(
                Answers.gsoap(
                    "<tds:GetCapabilitiesResponse><tds:Capabilities><tt:Media><tt:XAddr>\(place)/onvif/media</tt:XAddr></tt:Media>"
                        + "</tds:Capabilities></tds:GetCapabilitiesResponse>"))
        case "GetDeviceInformation":
            return ok(
                Answers.gsoap(
                    "<tds:GetDeviceInformationResponse><tds:Manufacturer>ACME</tds:Manufacturer><tds:Model>Door 1</tds:Model>"
                        + "<tds:FirmwareVersion>1.2</tds:FirmwareVersion></tds:GetDeviceInformationResponse>"))
        case "GetProfiles": return ok(manner.hasMedia2Only ? Answers.media2Profiles : Answers.reolinkProfiles)
        case "GetStreamUri":
            let uri = "<tt:Uri>rtsp://\(manner.host):8554/\(body.text("ProfileToken") ?? "?")?a=1&amp;b=2</tt:Uri>"
            return ok(
                manner.hasMedia2Only
                    ? Answers.gsoap("<tr2:GetStreamUriResponse>\(uri)</tr2:GetStreamUriResponse>")
                    : Answers.gsoap(
                        "<trt:GetStreamUriResponse><trt:MediaUri>\(uri)</trt:MediaUri></trt:GetStreamUriResponse>"))
        case "GetSnapshotUri" where body.text("ProfileToken") == "000":
            return ok(
                Answers.gsoap(
                    "<trt:GetSnapshotUriResponse><trt:MediaUri><tt:Uri>\(place)/snap.jpg</tt:Uri></trt:MediaUri>"
                        + "</trt:GetSnapshotUriResponse>"))
        default:
            return HTTPServer.Answer(
                500, body: Answers.fault("ter:ActionNotSupported", "Optional Action Not Implemented"))
        }
    }

    private static func ok(_ text: String) -> HTTPServer.Answer {
        HTTPServer.Answer(200, headers: ["Content-Type: application/soap+xml"], body: text)
    }

    private static let challenge = HTTPServer.Answer(
        401, headers: ["WWW-Authenticate: Digest realm=\"c\", nonce=\"0123456789\", qop=\"auth\", algorithm=MD5"])

    /// `nil` if the login is right, or none is wanted.
    private static func refusal(_ request: HTTPServer.Request, _ root: XMLElement, _ manner: Manner) -> HTTPServer
        .Answer?
    {
        guard let user = manner.user else { return nil }
        if manner.wantsHTTPDigest {
            // Who knows the digest's form has the password; that curl computes it rightly is curl's matter.
            if request.headers["authorization"]?.hasPrefix("Digest username=\"\(user)\"") == true { return nil }
            return challenge
        }
        let refusal = HTTPServer.Answer(
            manner.refusal, body: Answers.fault("ter:NotAuthorized", "Sender not Authorized"))
        guard let token = root.first("Header", "Security", "UsernameToken"), token.text("Username") == user,
            let created = token.text("Created"), let nonce = token.text("Nonce").flatMap({ Data(base64Encoded: $0) }),
            let date = try? Date(
                created, strategy: .iso8601.year().month().day().time(includingFractionalSeconds: true))
        else { return refusal }
        let own = Date().addingTimeInterval(Double(manner.clockOffset))
        let wanted = PasswordDigest(password: manner.password, nonce: [UInt8](nonce), created: created)
        return token.text("Password") == wanted.digest && abs(date.timeIntervalSince(own)) < 60 ? nil : refusal
    }
}
