// SPDX-License-Identifier: Apache-2.0

package import NetworkCameras
package import PipeWireCameras

/// A camera as the user named it, sorted by kind but not yet looked up.
package enum CameraAddress: Hashable, Sendable {
    /// No name: use the best usable camera.
    case automatic
    /// A node, a link to one, a serial number, or part of a name.
    case query(String)
    /// The simulated camera, with the text after `sim:`.
    case simulated(String)
    /// A camera on the network.
    case network(NetworkAddress)
    /// A camera of libcamera, with the text after `libcamera:`: its id, its model or a part of them; empty for the first.
    case libcamera(String)
    /// A GenICam camera (USB3 Vision, GigE Vision), with the text after `aravis:`; empty for the first that answers.
    case genICam(String)
    /// A camera of PipeWire, reached directly or through the desktop's portal.
    case pipeWire(PipeWireAddress)
    /// Frames on standard input.
    case standardInput

    package init(_ text: String?) {
        switch text {
        case nil: self = .automatic
        case "-": self = .standardInput
        case let text? where text == "sim" || text.hasPrefix("sim:"): self = .simulated(String(text.dropFirst(4)))
        case let text? where text == "libcamera" || text.hasPrefix("libcamera:"):
            self = .libcamera(String(text.dropFirst("libcamera:".count)))
        case let text? where text == "aravis" || text.hasPrefix("aravis:"):
            self = .genICam(String(text.dropFirst("aravis:".count)))
        case let text?:
            self =
                NetworkAddress(typed: text).map { .network($0) } ?? PipeWireAddress(text).map { .pipeWire($0) } ?? .query(text)
        }
    }

    /// The query for the machine's own cameras.
    var text: String? {
        if case .query(let text) = self { text } else { nil }
    }

    /// The name as the user wrote it, without a password, for messages.
    package var name: String {
        switch self {
        case .automatic: "camera"
        case .query(let text): text
        case .simulated(let specification): "sim:" + specification
        case .network(let address): address.name
        case .libcamera(let text): "libcamera:" + text
        case .genICam(let text): "aravis:" + text
        case .pipeWire(let address): address.name
        case .standardInput: "-"
        }
    }

    /// Why this address cannot be a camera, and what to do instead, as a full sentence; `nil` if it may be one.
    package var refusal: String? {
        if case .query(let text) = self, text.lowercased().hasPrefix("onvif:") {
            return "cannot use \(text): it names no host; write onvif:HOST (candela list --network finds cameras)"
        }
        if case .network(let place) = self, place.isCutByPassword {
            return
                "cannot read \(place.name): the password holds / ? or # as it is, which ends the host; write %2F, %3F or %23 in "
                + "its place, or leave it out and set \(NetworkAccess.passwordVariable)"
        }
        if case .network(let place) = self, place.isAtEscaped {
            return
                "cannot read \(place.name): the @ before the host is written as %40, so that user and password count as a part of the "
                + "host; write it as @, and only signs within user and password in the other way"
        }
        guard case .query(let text) = self, let mark = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<mark.lowerBound].lowercased()
        guard !scheme.isEmpty, scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return nil }
        switch scheme {
        case "http", "https", "rtsp", "rtsps":
            return "cannot read \(text): it names no host; write \(scheme)://HOST/PATH"
        case "rtmp", "rtp", "udp", "srt":
            return
                "cannot read \(scheme):// addresses: only http, https, rtsp and rtsps are supported. Let ffmpeg decode it: "
                + "ffmpeg -v error -i ADDRESS -f yuv4mpegpipe -pix_fmt yuv420p - | candela scan --newest -"
        default: return "cannot read \(scheme):// addresses: only http, https, rtsp and rtsps are supported"
        }
    }

    /// The name for use before a colon: a bare `sim:` becomes `sim`.
    package var label: String {
        switch self {
        case .simulated(""): "sim"
        case .libcamera(""): "libcamera"
        case .genICam(""): "aravis"
        case .pipeWire(let address): address.label
        default: name
        }
    }
}
