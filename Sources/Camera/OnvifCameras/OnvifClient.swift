// SPDX-License-Identifier: Apache-2.0

internal import ConfinedXML
internal import NetworkCameras
internal import Output

/// Asks one ONVIF camera. For one thread.
///
/// Everything goes to the host that was named, whatever addresses the camera gives; the password goes as a digest only.
final class OnvifClient {
    private let address: NetworkAddress
    private let password: String?
    private let reader: XMLReader
    private let conversation: HTTPConversation
    private var usesHTTPDigest = false
    /// How far the camera's clock is ahead of this machine's, in seconds; `nil` if it does not tell.
    private(set) var clockOffset: Int?

    init(_ address: NetworkAddress, _ access: NetworkAccess, _ reader: XMLReader) throws(NetworkTrouble) {
        self.address = address
        self.reader = reader
        password = address.password ?? access.password
        conversation = try HTTPConversation(address, access)
    }

    /// Must be called at the end.
    func finish() { conversation.finish() }

    /// Reads the camera's clock, by which it judges the age of a login.
    func readClock() throws(NetworkTrouble) {
        let before = WallTime.now.milliseconds / 1000
        let body = try ask(.time, at: address.url, withLogin: false)
        clockOffset = OnvifAnswer.time(body).map { $0 - Int(before) }
    }

    /// Asks a service. Returns the element in the body of the answer.
    ///
    /// - Parameter service: the address that the camera gave for it.
    func ask(_ request: OnvifRequest, of service: String) throws(NetworkTrouble) -> XMLElement {
        try ask(request, at: OnvifPlace.url(of: service, at: address), withLogin: true)
    }

    private func ask(_ request: OnvifRequest, at url: String, withLogin: Bool) throws(NetworkTrouble) -> XMLElement {
        var answer = try post(request, url, withLogin: withLogin)
        // HTTP's own digest, where the camera asks for that.
        if answer.status == 401, answer.asksForDigest, withLogin, address.user != nil, !usesHTTPDigest {
            usesHTTPDigest = true
            answer = try post(request, url, withLogin: withLogin)
        }
        let root: XMLElement
        do throws(XMLTrouble) {
            root = try reader.read(answer.bytes)
        } catch {
            guard case .malformed = error else { throw .noParser(error, address) }
            throw .refused(answer.status, address) ?? .notOnvif("its answer is no SOAP: \(error)", address)
        }
        guard let body = OnvifAnswer.body(root) else {
            throw .refused(answer.status, address) ?? .notOnvif("its answer is no SOAP", address)
        }
        if let fault = OnvifAnswer.fault(body) {
            if fault.isUnauthorized || answer.status == 401 { throw .unauthorized(address, clockOffset) }
            throw .fault(fault, request, address)
        }
        if let refusal = NetworkTrouble.refused(answer.status, address) { throw refusal }
        guard body.name == request.name + "Response" else {
            throw .notOnvif("it answers \(request.name) with something else", address)
        }
        return body
    }

    private func login() -> (user: String, digest: PasswordDigest)? {
        guard let user = address.user else { return nil }
        let nonce = (0..<16).map { _ in UInt8.random(in: 0...255) }
        let time = WallTime(milliseconds: WallTime.now.milliseconds + Int64(clockOffset ?? 0) * 1000)
        return (user, PasswordDigest(password: password ?? "", nonce: nonce, created: time.text))
    }

    private func post(
        _ request: OnvifRequest, _ url: String, withLogin: Bool
    ) throws(NetworkTrouble) -> HTTPConversation.Answer {
        try conversation.post(
            Array(request.envelope(login: withLogin ? login() : nil).utf8), type: request.contentType, to: url,
            authenticates: withLogin && usesHTTPDigest)
    }
}
