// SPDX-License-Identifier: Apache-2.0

/// One of the streams that an ONVIF camera offers. All its text is the camera's.
public struct OnvifProfile: Hashable, Sendable {
    public var token: String
    public var name: String
    /// `H264`, `H265`, `JPEG`.
    public var encoding: String?
    public var width: Int?
    public var height: Int?
    public var framesPerSecond: Int?

    public init(
        token: String, name: String, encoding: String? = nil, width: Int? = nil, height: Int? = nil,
        framesPerSecond: Int? = nil
    ) {
        self.token = token
        self.name = name
        self.encoding = encoding
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
    }

    /// `H264 1920x1080, 25 fps`.
    public var format: String {
        let size = width.flatMap { width in height.map { "\(width)x\($0)" } }
        let words = [encoding, size].compactMap { $0 }.joined(separator: " ")
        return words + (framesPerSecond.map { (words.isEmpty ? "" : ", ") + "\($0) fps" } ?? "")
    }

    /// The one that a text means: a token, a name, or a number from 1; `nil` if none, the first for no text.
    package static func choose(_ text: String?, from profiles: [Self]) -> Self? {
        guard let text else { return profiles.first }
        if let exact = profiles.first(where: { $0.token == text }) { return exact }
        if let named = profiles.first(where: { $0.name.lowercased() == text.lowercased() }) { return named }
        guard let number = Int(text), profiles.indices.contains(number - 1) else { return nil }
        return profiles[number - 1]
    }
}

/// What a camera says of itself; its own text.
public struct OnvifInformation: Hashable, Sendable {
    public var manufacturer: String?
    public var model: String?
    public var firmware: String?
    public var serial: String?

    public init(manufacturer: String? = nil, model: String? = nil, firmware: String? = nil, serial: String? = nil) {
        self.manufacturer = manufacturer
        self.model = model
        self.firmware = firmware
        self.serial = serial
    }

    public var title: String? {
        let words = [manufacturer, model].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
