// SPDX-License-Identifier: Apache-2.0

internal import Output
internal import Torch

extension TorchState {
    /// `on, 53 % (8 of 15)`. Without the faults.
    var text: String {
        guard let percent else { return "unknown" }
        guard percent > 0 else { return "off" }
        return "on, \(percent) %" + (level.map { " (\($0))" } ?? "")
    }

    var members: [JSONValue.Member] {
        [
            .init("on", isOn.map { .bool($0) } ?? .null), .init("level_percent", percent.map { .integer($0) } ?? .null),
            .init("driver_level", level.map { .string($0) } ?? .null),
            .init("faults", .array(faults.map { .string($0) })),
        ]
    }
}

extension TorchSource {
    /// One line: the kind and why it belongs to the camera. Names are escaped.
    var line: String {
        VisibleText.escape("\(kind.phrase): \(belonging.reason)") + (isPermitted ? "" : "; no permission to switch it")
    }

    var members: [JSONValue.Member] {
        [
            .init("name", .string(name)), .init("kind", .string(kind.rawValue)),
            .init("belonging", .string(belonging.word)), .init("reason", .string(belonging.reason)),
            .init("permitted", .bool(isPermitted)),
        ]
    }
}

extension TorchSource.Belonging {
    /// The value in JSON; it never changes.
    var word: String {
        switch self {
        case .named: "named"
        case .ownControl: "own-control"
        case .linked: "linked"
        case .sameGraph: "same-graph"
        case .sameDevice: "same-device"
        case .sameLight: "same-light"
        case .onlyOne: "only-one"
        case .unknown: "unknown"
        }
    }
}

extension NotATorch {
    var json: JSONValue { ["name": .string(name), "reason": .string(reason)] }
    var line: String { VisibleText.escape("\(name): \(reason)") }
}
