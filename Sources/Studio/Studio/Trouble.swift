// SPDX-License-Identifier: Apache-2.0

internal import Cameras
internal import Diagnostics
internal import Frames
internal import Output

/// Why there are no pictures, with the doctor's finding if it has one.
struct Trouble: Sendable {
    enum Kind: String, Sendable {
        /// There is no such camera.
        case absent
        /// Another program uses it.
        case busy
        /// It was disconnected.
        case gone
        case failed
    }

    var kind: Kind
    /// What failed: a sentence.
    var message: String
    var finding: Finding?

    init(opening error: CameraError, of address: CameraAddress, version: String) {
        kind = error.isAbsent ? .absent : error.isBusy ? .busy : .failed
        message = error.description
        // Needs no stream, and takes some milliseconds.
        finding =
            error.concernsCamera || error.isAbsent
            ? Examination.explain(.opening(error), of: address, program: version) : nil
    }

    init(streaming error: FrameSourceError, of address: CameraAddress, version: String) {
        kind = error.kind == .gone ? .gone : error.kind == .busy ? .busy : .failed
        message = error.description
        finding = Examination.explain(.streaming(error), of: address, program: version)
    }

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("kind", .string(kind.rawValue)), .init("message", .string(message)),
        ]
        guard let finding else { return .object(members) }
        let fixes = finding.fixes.map { fix -> JSONValue in
            [
                "title": .string(fix.title), "commands": .array(fix.commands.map { .string($0) }),
                "needs_root": .bool(fix.needsRoot),
            ]
        }
        members += [
            .init("finding", .string("\(finding.id)")), .init("cause", .string(finding.message)),
            .init("effect", .string(finding.effect)), .init("fixes", .array(fixes)),
        ]
        return .object(members)
    }
}
