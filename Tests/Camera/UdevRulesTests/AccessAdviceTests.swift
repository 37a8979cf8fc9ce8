// SPDX-License-Identifier: Apache-2.0

import Testing
import UdevRules
import UserSession

@Suite("whether a rule would help, and what would")
struct AccessAdviceTests {
    private static let video = GroupRecord(id: 44, name: "video")
    private static let root = GroupRecord(id: 0, name: "root")
    private static let own = GroupRecord(id: 1000, name: "ada")

    /// A camera of group video that ada may not open, tagged, and ada at the machine's screen.
    private var facts: AccessFacts {
        AccessFacts(
            user: UserRecord(id: 1000, name: "ada", accountGroups: [Self.own], sessionGroups: [Self.own]),
            sessions: SessionSurvey(
                hasLogind: true, sessions: [SeatSession(id: "2", userID: 1000, seat: "seat0", isActive: true)],
                ownSession: "2"),
            containers: ContainerSigns(), hasUdev: true, survey: RuleSurvey(), nodes: [node])
    }

    private var node: NodeFacts {
        NodeFacts(
            place: "/dev/video0", title: "Cam", rights: "crw-rw---- root:video", mode: 0o660, group: Self.video,
            isTagged: true, isOpen: false, isOpenAfterLogin: false, hasACLForUser: false)
    }

    private func judge(_ change: (inout AccessFacts) -> Void) -> AccessAdvice {
        var facts = facts
        change(&facts)
        return AccessAdvice.judge(facts)
    }

    @Test("at a desktop, logind's ACL is named, and no rule needed")
    func desktop() {
        let advice = judge { facts in
            facts.nodes[0].isOpen = true
            facts.nodes[0].hasACLForUser = true
        }
        #expect(advice.verdict == .open && advice.commands.isEmpty)
        #expect(
            advice.sentence
                == "No rule is needed: user ada has the active session on seat0, so the ACL that logind sets gives user ada access to every camera."
        )
    }

    @Test("an open camera is explained by the group, or by a mode that is too wide")
    func open() {
        let group = judge { $0.nodes[0].isOpen = true }
        #expect(group.sentence == "No rule is needed: user ada is in group video, which has access to every camera.")
        let all = judge { facts in
            facts.nodes[0].isOpen = true
            facts.nodes[0].mode = 0o666
        }
        #expect(all.verdict == .open && all.reason.contains("more access than needed"))
    }

    @Test("over SSH the group helps, and a rule would not")
    func remote() {
        let advice = judge { facts in
            facts.sessions = SessionSurvey(
                hasLogind: true, sessions: [SeatSession(id: "5", userID: 1000, isRemote: true, isActive: true)],
                ownSession: "5")
        }
        #expect(advice.verdict == .joinGroup)
        #expect(
            advice.sentence.hasPrefix("No rule would help: user ada's session 5 is remote and has no seat")
        )
        #expect(advice.commands == ["sudo usermod -aG video ada"])
    }

    @Test(
        "why there is no seat is said",
        arguments: [
            (SessionSurvey(hasLogind: false), "systemd-logind does not run here"),
            (SessionSurvey(hasLogind: true), "user ada has no login session"),
            (
                SessionSurvey(hasLogind: true, sessions: [SeatSession(id: "2", userID: 1000, seat: "seat0")]),
                "user ada's session 2 on seat0 is not the active one"
            ),
            (
                SessionSurvey(hasLogind: true, sessions: [SeatSession(id: "c1", userID: 1000, isActive: true)]),
                "user ada's session has no seat"
            ),
        ])
    func seatless(sessions: SessionSurvey, words: String) {
        let advice = judge { $0.sessions = sessions }
        #expect(advice.verdict == .joinGroup && advice.reason.hasPrefix(words), "\(advice)")
    }

    @Test("a group of the account that the session lacks needs a new login only")
    func stale() {
        let advice = judge { facts in
            facts.user.accountGroups = [Self.video, Self.own]
            facts.nodes[0].isOpenAfterLogin = true
        }
        #expect(advice.verdict == .newLogin && advice.commands == ["newgrp video"])
        #expect(advice.reason.contains("is in group video, but this login session started before the user was added"))
    }

    @Test("a rule helps if nothing tags the camera, or no group has access")
    func helps() {
        let untagged = judge { $0.nodes[0].isTagged = false }
        #expect(untagged.verdict == .ruleHelps && untagged.commands == ["sudo candela udev install"])
        let closed = judge { facts in
            facts.sessions = SessionSurvey(hasLogind: false)
            facts.nodes[0].mode = 0o600
            facts.nodes[0].group = Self.root
        }
        #expect(closed.verdict == .ruleHelps)
        #expect(closed.commands == ["sudo candela udev install", "sudo usermod -aG video ada"])
        let late = judge { facts in
            facts.survey.problems = [
                RuleProblem(.lateUaccess, file: "/etc/udev/rules.d/99-x.rules", line: 1, costsAccess: true, "Late.")
            ]
        }
        #expect(late.verdict == .ruleHelps && late.reason.contains("99-x.rules"))
    }

    @Test("tagged in time, at the seat, but without ACL: the rules must run again")
    func rerun() {
        let advice = judge { _ in }
        #expect(advice.verdict == .rerun)
        #expect(advice.commands == ["sudo udevadm trigger --action=change --subsystem-match=video4linux"])
    }

    @Test("in a container the host decides; WSL is none")
    func container() {
        let docker = judge { $0.containers = ContainerSigns(signs: [.init(.docker, evidence: "/.dockerenv")]) }
        #expect(docker.verdict == .container)
        #expect(docker.commands == ["docker run --device /dev/video0 --group-add 44 IMAGE"])
        #expect(
            judge { $0.containers = ContainerSigns(signs: [.init(.wsl, evidence: "/proc/version")]) }.verdict == .rerun)
    }

    @Test("without udev, without a node, without a camera, and for root")
    func others() {
        #expect(judge { $0.hasUdev = false }.verdict == .noUdev)
        #expect(judge { $0.nodes[0].rights = nil }.verdict == .noNode)
        let none = judge { $0.nodes = [] }
        #expect(none.verdict == .noCamera && none.commands == ["sudo candela udev install"])
        let root = judge { facts in
            facts.user = UserRecord(id: 0, name: "root", accountGroups: [], sessionGroups: [])
            facts.nodes[0].isOpen = true
        }
        #expect(root.verdict == .open && root.commands == ["candela udev status --user NAME"])
    }

    @Test("a rule works if group, mode and tag are set; a later rule that undoes it is found")
    func check() throws {
        func faults(_ mode: UInt32, _ group: UInt32, _ tags: Set<String>) -> Int {
            let state = FileState(path: "/dev/video0", inode: 1, mode: mode, ownerID: 0, groupID: group)
            return InstallCheck.faults(InstallCheck.Seen(state, tags: tags), .standard, groupID: 44).count
        }
        #expect(faults(0o660, 44, ["uaccess"]) == 0 && faults(0o600, 0, []) == 3)
        let tree = try RuleTree([
            RuleFile.path: RuleFile.text(.standard),
            "/etc/udev/rules.d/99-x.rules": "SUBSYSTEM==\"video4linux\", GROUP=\"scanner\"",
            "/etc/udev/rules.d/60-x.rules": "SUBSYSTEM==\"video4linux\", GROUP=\"scanner\"",
        ])
        #expect(InstallCheck.culprit(tree.survey, .standard)?.place == "99-x.rules:1")
    }
}
