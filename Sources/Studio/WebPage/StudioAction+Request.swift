// SPDX-License-Identifier: Apache-2.0

internal import Output

extension StudioAction {
    /// The most settings in one request.
    private static let mostSettings = 64
    /// The most UTF-8 bytes in a code typed by hand: more than any symbol holds.
    private static let longestEntry = 8192

    /// Parses and checks a request.
    init(_ request: PageRequest) throws(PageFailure) {
        let mediaType = request.headers.contentType?.split(separator: ";").first.map { $0.lowercased() }
        guard mediaType == "application/json" else {
            throw PageFailure(415, "cannot read the request: its Content-Type must be application/json")
        }
        let body: JSONValue
        do throws(JSONReading.Fault) {
            body = try JSONReading.value(request.body)
        } catch {
            throw PageFailure(400, "cannot read the request: its body is not valid JSON")
        }
        switch request.path {
        case "/api/controls": self = try .set(Self.settings(body))
        case "/api/controls/reset": self = .reset(body["name"]?.characters)
        case "/api/region": self = .region(try Self.region(body))
        case "/api/torch":
            guard let percent = body["percent"]?.double, (0...100).contains(percent) else {
                throw Self.malformed("percent (0 to 100)")
            }
            self = .torch(percent: Int(percent))
        case "/api/pause":
            guard let isPaused = body["paused"]?.truth else { throw Self.malformed("paused (true or false)") }
            self = .pause(isPaused)
        case "/api/scans":
            guard let text = body["text"]?.characters, !text.isEmpty, text.utf8.count <= Self.longestEntry else {
                throw Self.malformed("text (1 to \(Self.longestEntry) bytes)")
            }
            let symbology = body["symbology"]?.characters
            guard symbology != nil || body["symbology"] == nil else {
                throw Self.malformed("symbology (the name of a symbology)")
            }
            self = .enter(text, symbology: symbology)
        case "/api/scans/done": self = .done
        case "/api/doctor": self = .examine
        case "/api/focus":
            guard let x = body["x"]?.double, let y = body["y"]?.double, (0...1).contains(x), (0...1).contains(y) else {
                throw Self.malformed("x and y (fractions of the picture, 0 to 1)")
            }
            self = .focus(x: x, y: y)
        default:
            if let action = try CalibrationAction(request.path, body) {
                self = .calibration(action)
            } else if let action = try ProfileAction(request.path, body) {
                self = .profile(action)
            } else {
                throw PageFailure(404, "cannot find \(request.path.prefix(80))")
            }
        }
    }

    static func malformed(_ what: String) -> PageFailure {
        PageFailure(422, "cannot read the request: its body must contain \(what)")
    }

    private static func settings(_ body: JSONValue) throws(PageFailure) -> [Setting] {
        guard case .object(let members)? = body["settings"], (1...mostSettings).contains(members.count) else {
            throw malformed("settings (an object of names and values)")
        }
        var settings: [Setting] = []
        for member in members {
            switch member.value {
            case .string(let text) where text.utf8.count <= 4096: settings.append(.init(name: member.key, value: text))
            case .integer(let number): settings.append(.init(name: member.key, value: "\(number)"))
            case .bool(let value): settings.append(.init(name: member.key, value: value ? "1" : "0"))
            default: throw malformed("settings whose values are numbers, strings or booleans")
            }
        }
        return settings
    }

    private static func region(_ body: JSONValue) throws(PageFailure) -> ShareRectangle? {
        guard let region = body["region"] else { return nil }
        guard let x = region["x"]?.double, let y = region["y"]?.double, let width = region["width"]?.double,
            let height = region["height"]?.double, let part = ShareRectangle(x: x, y: y, width: width, height: height)
        else { throw malformed("region (x, y, width and height as fractions of the picture, 0 to 1)") }
        return part
    }
}
