// SPDX-License-Identifier: Apache-2.0

package import Output

extension DoctorReport {
    /// The schema `candela.doctor/1`. Members are only ever added.
    package var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("schema", "candela.doctor/1"),
            .init("subject", .string(subject.name)),
            .init("kind", .string(subject.kind.rawValue)),
            .init("verdict", .string(verdict.rawValue)),
            .init("headline", headline.map { .string($0.id.rawValue) } ?? .null),
            .init("message", .string(headline?.message ?? summary)),
            .init("checks", .array(checks.map(\.json))),
        ]
        members.append(
            .init(
                "codes",
                .array(
                    reads.map { read in
                        ["symbology": .string(read.symbology), "text": read.text.map { .string($0) } ?? .null]
                    })))
        return .object(members)
    }
}

extension CheckReport {
    var json: JSONValue {
        var members: [JSONValue.Member] = [.init("id", .string(id.rawValue)), .init("state", .string(state.rawValue))]
        if let first = findings.first {
            members += first.members
            if findings.count > 1 {
                members.append(
                    .init("also", .array(findings.dropFirst().map { .object($0.severityMember + $0.members) })))
            }
        } else {
            let key = state == .pass ? "message" : "reason"
            members.append(.init(key, .string(summary)))
            if !evidence.isEmpty { members.append(.init("evidence", .array(evidence.map(\.json)))) }
        }
        if !notes.isEmpty { members.append(.init("notes", .array(notes.map { .object($0.members) }))) }
        return .object(members)
    }
}

extension Finding {
    fileprivate var severityMember: [JSONValue.Member] { [.init("severity", .string(severity.rawValue))] }

    fileprivate var members: [JSONValue.Member] {
        let all: [JSONValue.Member] = [
            .init("finding", .string(id.rawValue)), .init("message", .string(message)),
            .init("confidence", .string(confidence.rawValue)),
            .init("evidence", .array(evidence.map(\.json))), .init("effect", .string(effect)),
            .init("fixes", .array(fixes.map(\.json))),
        ]
        return deciding.isEmpty ? all : all + [.init("deciding", .array(deciding.map(\.json)))]
    }
}

extension DecidingFact {
    fileprivate var json: JSONValue {
        ["test": .string(test), "command": command.map { .string($0) } ?? .null]
    }
}

extension EvidenceLine {
    fileprivate var json: JSONValue {
        var members: [JSONValue.Member] = [.init("what", .string(what)), .init("value", .string(value))]
        if let threshold { members.append(.init("threshold", .string(threshold))) }
        if let source { members.append(.init("source", .string(source))) }
        return .object(members)
    }
}

extension Fix {
    fileprivate var json: JSONValue {
        [
            "title": .string(title), "commands": .array(commands.map { .string($0) }), "needs_root": .bool(needsRoot),
            "undo": .array(undo.map { .string($0) }), "runnable": .bool(isRunnable),
        ]
    }
}
