// SPDX-License-Identifier: Apache-2.0

internal import Output

extension CalibrationAction {
    /// The most UTF-8 bytes in the expected text: more than any symbol holds.
    private static let longestText = 8192

    /// `nil` if the path is not one of calibration.
    init?(_ path: String, _ body: JSONValue) throws(PageFailure) {
        switch path {
        case "/api/calibration": self = .begin(try CalibrationWish(body, longestText: Self.longestText))
        case "/api/calibration/cancel": self = .cancel
        case "/api/calibration/apply": self = .apply
        case "/api/calibration/keep": self = .keep(try ProfileAction.name(body))
        case "/api/calibration/put-back": self = .putBack
        default: return nil
        }
    }
}

extension CalibrationWish {
    /// The limits are those of `candela calibrate`.
    fileprivate init(_ body: JSONValue, longestText: Int) throws(PageFailure) {
        self.init()
        if let text = body["expect"] {
            guard let text = text.characters, !text.isEmpty, text.utf8.count <= longestText else {
                throw StudioAction.malformed("expect (the text of a code)")
            }
            expected = text
        }
        if let speed = body["motion_mm_s"] {
            guard let speed = speed.double, (0...100_000).contains(speed) else {
                throw StudioAction.malformed("motion_mm_s (0 to 100000)")
            }
            motion = speed
        }
        if let width = body["module_mm"] {
            guard let width = width.double, width > 0, width <= 100 else {
                throw StudioAction.malformed("module_mm (above 0, up to 100)")
            }
            module = width
        }
        if let torch = body["torch"] {
            guard let torch = torch.truth else { throw StudioAction.malformed("torch (true or false)") }
            mayUseTorch = torch
        }
    }
}

extension ProfileAction {
    /// The most UTF-8 bytes in a note.
    private static let longestNote = 400

    /// `nil` if the path is not one of profiles.
    init?(_ path: String, _ body: JSONValue) throws(PageFailure) {
        switch path {
        case "/api/profiles":
            let note = body["note"]?.characters
            guard note?.utf8.count ?? 0 <= Self.longestNote else {
                throw StudioAction.malformed("note (at most \(Self.longestNote) bytes)")
            }
            self = .save(name: try Self.name(body), note: note, isForced: body["replace"]?.truth ?? false)
        case "/api/profiles/apply": self = .apply(name: try Self.name(body), isForced: body["force"]?.truth ?? false)
        case "/api/profiles/remove": self = .remove(name: try Self.name(body))
        default: return nil
        }
    }

    /// The name in the body. The store checks whether it is valid.
    static func name(_ body: JSONValue) throws(PageFailure) -> String {
        guard let name = body["name"]?.characters, !name.isEmpty, name.utf8.count <= 200 else {
            throw StudioAction.malformed("name (the name of a profile)")
        }
        return name
    }
}
