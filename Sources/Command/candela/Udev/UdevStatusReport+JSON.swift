// SPDX-License-Identifier: Apache-2.0

internal import Output
internal import UdevRules
internal import UserSession

extension UdevStatusReport {
    var json: JSONValue {
        [
            "schema": "candela.udev/1", "verdict": .string(advice.verdict.rawValue),
            "rule_would_help": .bool(advice.verdict == .ruleHelps), "message": .string(advice.sentence),
            "commands": .array(advice.commands.map { .string($0) }),
            "user": [
                "id": .integer(facts.user.id), "name": Self.text(facts.user.name),
                "account_groups": Self.groups(facts.user.accountGroups),
                "session_groups": facts.user.sessionGroups.map(Self.groups) ?? .null,
            ],
            "cameras": .array(facts.nodes.map(Self.node)), "logind": .bool(facts.sessions.hasLogind),
            "sessions": .array(
                facts.sessions.sessions(of: facts.user.id).map { Self.session($0, own: facts.sessions.ownSession) }),
            "container": .array(
                facts.containers.signs.map { ["kind": .string($0.kind.rawValue), "evidence": .string($0.evidence)] }),
            "udev_runs": .bool(facts.hasUdev), "installed": installedJSON,
            "rules": .array(rulesInOrder.map(Self.rule)),
            "problems": .array(
                facts.survey.problems.map { problem in
                    [
                        "kind": .string(problem.kind.rawValue), "file": .string(problem.file),
                        "line": problem.line.map { .integer($0) } ?? .null, "message": .string(problem.explanation),
                        "costs_access": .bool(problem.costsAccess),
                    ]
                }),
            "unread": .array(
                facts.survey.unread.map { .string("\($0.path): \($0.reason)") }
                    + facts.sessions.unread.map { .string($0) }),
        ]
    }

    private static func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }

    private static func groups(_ groups: [GroupRecord]) -> JSONValue {
        .array(groups.map { ["id": .integer($0.id), "name": text($0.name)] })
    }

    private static func node(_ node: NodeFacts) -> JSONValue {
        [
            "node": .string(node.place), "name": .string(node.title), "mode": text(node.rights),
            "tagged": .bool(node.isTagged), "open": .bool(node.isOpen),
            "open_after_login": .bool(node.isOpenAfterLogin), "acl_names_user": .bool(node.hasACLForUser),
        ]
    }

    private static func session(_ session: SeatSession, own: String?) -> JSONValue {
        [
            "id": .string(session.id), "seat": text(session.seat), "remote": .bool(session.isRemote),
            "active": .bool(session.isActive), "own": .bool(session.id == own),
        ]
    }

    private static func rule(_ rule: CameraRule) -> JSONValue {
        [
            "file": .string(rule.path), "line": .integer(rule.line), "text": .string(rule.text),
            "assignments": .array(rule.assignments.map { .string(UdevWords.token($0)) }),
            "subjects": .array(rule.subjects.map(\.rawValue).sorted().map { .string($0) }),
        ]
    }

    private var installedJSON: JSONValue {
        switch installed {
        case .absent: packaged.map { ["state": "packaged", "file": .string($0)] } ?? ["state": "absent"]
        case .ours(let options, _):
            [
                "state": "ours", "group": .string(options.group), "torch": .bool(options.torch),
                "camera": options.camera.map { .string("\($0.vendorID):\($0.productID)") } ?? .null,
                "profile_program": Self.text(options.profileProgram),
                "profile_program_problem": Self.text(Self.distrust(options)),
            ]
        case .edited: ["state": "edited"]
        case .foreign(let what): ["state": "foreign", "message": .string(what)]
        case .unreadable(let reason): ["state": "unreadable", "message": .string(reason)]
        }
    }
}
