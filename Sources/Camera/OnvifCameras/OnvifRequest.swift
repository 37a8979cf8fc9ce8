// SPDX-License-Identifier: Apache-2.0

internal import Output

/// A question to an ONVIF camera, as SOAP 1.2.
package struct OnvifRequest: Hashable {
    /// Which service answers it.
    package enum Service: String, Hashable {
        case device = "http://www.onvif.org/ver10/device/wsdl"
        case media = "http://www.onvif.org/ver10/media/wsdl"
        /// The newer media service, which some cameras have alone.
        case media2 = "http://www.onvif.org/ver20/media/wsdl"
    }
    package let service: Service
    package let name: String
    /// What is in it, as XML in the service's namespace.
    private let content: String

    private init(_ service: Service, _ name: String, _ content: String = "") {
        self.service = service
        self.name = name
        self.content = content
    }

    /// Answered without a login by every camera.
    static let time = Self(.device, "GetSystemDateAndTime")
    static let information = Self(.device, "GetDeviceInformation")
    static let services = Self(.device, "GetServices", "<IncludeCapability>false</IncludeCapability>")
    /// For cameras that do not know `services`.
    static let capabilities = Self(.device, "GetCapabilities", "<Category>Media</Category>")

    static func profiles(_ service: Service) -> Self {
        // Without a type, a camera tells only the names.
        service == .media2 ? Self(service, "GetProfiles", "<Type>VideoEncoder</Type>") : Self(service, "GetProfiles")
    }

    static func stream(_ service: Service, profile token: String) -> Self {
        let profile = "<ProfileToken>\(XMLText.escaped(token))</ProfileToken>"
        if service == .media2 { return Self(service, "GetStreamUri", "<Protocol>RTSP</Protocol>" + profile) }
        let setup =
            "<StreamSetup><Stream xmlns=\"\(schema)\">RTP-Unicast</Stream><Transport xmlns=\"\(schema)\">"
            + "<Protocol>RTSP</Protocol></Transport></StreamSetup>"
        return Self(service, "GetStreamUri", setup + profile)
    }

    static func snapshot(_ service: Service, profile token: String) -> Self {
        Self(service, "GetSnapshotUri", "<ProfileToken>\(XMLText.escaped(token))</ProfileToken>")
    }

    private static let schema = "http://www.onvif.org/ver10/schema"
    private static let security = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-"

    /// `application/soap+xml`, with the action, which some cameras look for there.
    var contentType: String { "application/soap+xml; charset=utf-8; action=\"\(service.rawValue)/\(name)\"" }

    /// - Parameter login: of the user; `nil` to send none.
    func envelope(login: (user: String, digest: PasswordDigest)?) -> String {
        let header = login.map { login in
            "<s:Header><Security s:mustUnderstand=\"1\" xmlns=\"\(Self.security)wssecurity-secext-1.0.xsd\"><UsernameToken>"
                + "<Username>\(XMLText.escaped(login.user))</Username><Password Type=\"\(Self.security)username-token-profile-1.0"
                + "#PasswordDigest\">\(login.digest.digest)</Password><Nonce EncodingType=\"\(Self.security)soap-message-"
                + "security-1.0#Base64Binary\">\(login.digest.nonce)</Nonce><Created xmlns=\"\(Self.security)wssecurity-"
                + "utility-1.0.xsd\">\(login.digest.created)</Created></UsernameToken></Security></s:Header>"
        }
        return
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><s:Envelope xmlns:s=\"http://www.w3.org/2003/05/soap-envelope\">"
            + "\(header ?? "")<s:Body><\(name) xmlns=\"\(service.rawValue)\">\(content)</\(name)></s:Body></s:Envelope>"
    }
}
