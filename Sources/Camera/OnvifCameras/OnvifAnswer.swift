// SPDX-License-Identifier: Apache-2.0

package import ConfinedXML
internal import Glibc

/// What ONVIF cameras answer, taken out of their XML. All of it is untrusted text.
package enum OnvifAnswer {
    /// What a camera says of its failure; a clause.
    package struct Fault: Hashable {
        package var reason: String
        /// The codes from the general to the special: `Sender`, `NotAuthorized`.
        package var codes: [String]

        /// It wants a login, or another one. Makers use several words for it.
        package var isUnauthorized: Bool {
            let words = ["notauthorized", "failedauthentication", "failedcheck", "invalidsecurity", "unauthorized"]
            let all = (codes + [reason]).map { $0.lowercased().filter { !$0.isWhitespace } }
            return all.contains { text in words.contains { text.contains($0) } }
        }

        package var isUnsupported: Bool {
            codes.contains { $0.contains("NotSupported") || $0.contains("NotImplemented") }
        }
    }

    /// The element in the body of a SOAP envelope; `nil` if the document is none.
    package static func body(_ root: XMLElement) -> XMLElement? {
        guard root.name == "Envelope" else { return nil }
        return root.first("Body")?.children.first
    }

    package static func fault(_ body: XMLElement) -> Fault? {
        guard body.name == "Fault" else { return nil }
        var codes: [String] = []
        var code = body.first("Code")
        while let next = code {
            if let value = next.text("Value") { codes.append(local(value)) }
            code = next.first("Subcode")
        }
        // SOAP 1.1.
        if let value = body.text("faultcode") { codes.append(local(value)) }
        let reason = body.text("Reason", "Text") ?? body.text("faultstring") ?? codes.last ?? "without a reason"
        return Fault(reason: String(reason.prefix(200)), codes: codes)
    }

    private static func local(_ name: String) -> String { name.split(separator: ":").last.map(String.init) ?? name }

    /// The camera's time in seconds since 1970.
    package static func time(_ body: XMLElement) -> Int? {
        guard let time = body.first("SystemDateAndTime", "UTCDateTime") else { return nil }
        func number(_ part: String, _ name: String, _ range: ClosedRange<Int>) -> Int? {
            time.text(part, name).flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
        }
        guard let year = number("Date", "Year", 1970...9999), let month = number("Date", "Month", 1...12),
            let day = number("Date", "Day", 1...31), let hour = number("Time", "Hour", 0...23),
            let minute = number("Time", "Minute", 0...59), let second = number("Time", "Second", 0...60)
        else { return nil }
        var parts = unsafe tm()
        unsafe parts.tm_year = Int32(year - 1900)
        unsafe parts.tm_mon = Int32(month - 1)
        unsafe parts.tm_mday = Int32(day)
        unsafe parts.tm_hour = Int32(hour)
        unsafe parts.tm_min = Int32(minute)
        unsafe parts.tm_sec = Int32(second)
        return unsafe timegm(&parts)
    }

    /// The addresses of its media services.
    package static func services(_ body: XMLElement) -> [OnvifRequest.Service: String] {
        var found: [OnvifRequest.Service: String] = [:]
        // Of GetServices.
        for service in body.all("Service") {
            guard let name = service.text("Namespace").flatMap({ OnvifRequest.Service(rawValue: $0) }),
                found[name] == nil
            else { continue }
            found[name] = service.text("XAddr")
        }
        // Of GetCapabilities.
        if let media = body.text("Capabilities", "Media", "XAddr") { found[.media] = found[.media] ?? media }
        return found
    }

    /// The profiles that have video, in the camera's order, at most `mostProfiles`.
    package static func profiles(_ body: XMLElement) -> [OnvifProfile] {
        body.all("Profiles").compactMap { profile in
            let encoder = profile.first("VideoEncoderConfiguration") ?? profile.first("Configurations", "VideoEncoder")
            guard let encoder, let token = profile.attributes["token"], !token.isEmpty, token.utf8.count <= 256 else {
                return nil
            }
            func number(_ path: [String]) -> Int? {
                var element: XMLElement? = encoder
                for name in path { element = element?.first(name) }
                // Some write whole numbers with a fraction.
                return element.flatMap { Double($0.text) }.flatMap { (1...65536).contains($0) ? Int($0) : nil }
            }
            return OnvifProfile(
                token: token, name: String((profile.text("Name") ?? token).prefix(100)),
                encoding: encoder.text("Encoding").map { String($0.prefix(20)) },
                width: number(["Resolution", "Width"]), height: number(["Resolution", "Height"]),
                framesPerSecond: number(["RateControl", "FrameRateLimit"]))
        }.prefix(mostProfiles).map { $0 }
    }

    private static let mostProfiles = 256

    /// The address of a stream or a snapshot, of either media service.
    package static func uri(_ body: XMLElement) -> String? {
        (body.text("MediaUri", "Uri") ?? body.text("Uri")).flatMap { $0.utf8.count <= 2048 ? $0 : nil }
    }

    package static func information(_ body: XMLElement) -> OnvifInformation {
        func text(_ name: String) -> String? { body.text(name).map { String($0.prefix(100)) } }
        return OnvifInformation(
            manufacturer: text("Manufacturer"), model: text("Model"), firmware: text("FirmwareVersion"),
            serial: text("SerialNumber"))
    }
}
