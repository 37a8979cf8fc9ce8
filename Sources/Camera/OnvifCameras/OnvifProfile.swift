// SPDX-License-Identifier: Apache-2.0

/// One of the streams that an ONVIF camera offers. All its text is the camera's.
package struct OnvifProfile: Hashable, Sendable {
    package var token: String
    package var name: String
    /// `H264`, `H265`, `JPEG`.
    package var encoding: String?
    package var width: Int?
    package var height: Int?
    package var framesPerSecond: Int?

    package init(
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
    package var format: String {
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
package struct OnvifInformation: Hashable, Sendable {
    package var manufacturer: String?
    package var model: String?
    package var firmware: String?
    package var serial: String?

    package init(manufacturer: String? = nil, model: String? = nil, firmware: String? = nil, serial: String? = nil) {
        self.manufacturer = manufacturer
        self.model = model
        self.firmware = firmware
        self.serial = serial
    }

    package var title: String? {
        let words = [manufacturer, model].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
