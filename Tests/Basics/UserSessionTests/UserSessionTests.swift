// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing
import UserSession

/// A folder that stands for a machine's root, deleted afterwards.
private final class Root {
    let path = FileManager.default.temporaryDirectory.appending(path: "candela-\(UUID().uuidString)").path

    init(_ files: [String: String]) throws {
        for (name, text) in files {
            let file = URL(fileURLWithPath: path + name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    // Methods, so that the folder lives while it is read.
    func sessions() -> SessionSurvey { SessionSurvey.read(root: path) }
    func signs(_ environment: [String: String] = [:]) -> ContainerSigns {
        ContainerSigns.read(root: path) { environment[$0] }
    }
    func caller(_ environment: [String: String]) -> UserRecord {
        UserRecord.invoking(environment: { environment[$0] }, root: path)
    }
}

@Suite("logind sessions")
struct SessionSurveyTests {
    static let desktop = """
        # This is private data. Do not parse.
        UID=1000
        USER=ada
        ACTIVE=1
        IS_DISPLAY=1
        STATE=active
        REMOTE=0
        TYPE=wayland
        CLASS=user
        SEAT=seat0
        TTY=tty2
        SERVICE=gdm-password
        """
    static let ssh = "UID=1000\nUSER=ada\nACTIVE=1\nSTATE=active\nREMOTE=1\nTYPE=tty\nCLASS=user\nSERVICE=sshd\n"

    @Test("a session that holds the seat is distinguished from one that only runs")
    func seats() throws {
        let root = try Root([
            "/run/systemd/sessions/2": Self.desktop, "/run/systemd/sessions/5": Self.ssh,
            "/run/systemd/sessions/5.ref": "", "/run/systemd/sessions/7": "UID=1001\nACTIVE=0\nSEAT=seat0\n",
            "/proc/self/cgroup": "0::/user.slice/user-1000.slice/session-5.scope\n",
        ])
        let survey = root.sessions()
        #expect(survey.hasLogind && survey.unread.isEmpty)
        #expect(survey.sessions.map(\.id) == ["2", "5", "7"])
        #expect(survey.own?.isRemote == true && survey.own?.service == "sshd")
        #expect(survey.own?.holdsSeat == false)
        #expect(survey.seatHeld(by: 1000)?.id == "2")
        #expect(survey.seatHeld(by: 1001) == nil)
    }

    @Test("without logind's folder there is no logind; an unreadable session is reported")
    func missing() throws {
        #expect(!SessionSurvey.read(root: "/nowhere").hasLogind)
        let survey = try Root(["/run/systemd/sessions/1": "garbage"]).sessions()
        #expect(survey.hasLogind && survey.sessions.isEmpty && survey.unread.count == 1)
    }

    @Test("outside a session's control group, the audit session is used, unless it is unset")
    func auditNumber() throws {
        #expect(try Root(["/proc/self/sessionid": "12"]).sessions().ownSession == "12")
        #expect(try Root(["/proc/self/sessionid": "4294967295"]).sessions().ownSession == nil)
    }

    @Test("a survey comes back the same from JSON")
    func codable() throws {
        let survey = try Root(["/run/systemd/sessions/2": Self.desktop]).sessions()
        #expect(survey.sessions.count == 1)
        #expect(try JSONDecoder().decode(SessionSurvey.self, from: JSONEncoder().encode(survey)) == survey)
    }
}

@Suite("users and groups")
struct UserRecordTests {
    @Test("the user of this process has its number, and the session's groups are the process's")
    func current() {
        let user = UserRecord.current()
        #expect(user.id == geteuid())
        #expect(user.sessionGroups?.contains { $0.id == getegid() } == true)
        #expect(!user.isBehindRoot)
    }

    @Test("a group given after login is stale until the next one")
    func stale() {
        let video = GroupRecord(id: 44, name: "video")
        let own = GroupRecord(id: 1000, name: "ada")
        var user = UserRecord(id: 1000, name: "ada", accountGroups: [video, own], sessionGroups: [own])
        #expect(user.staleGroups == [video])
        user.sessionGroups = nil
        #expect(user.staleGroups.isEmpty)
    }

    @Test("with sudo the user is the caller, with the groups of the parent shell", .enabled(if: geteuid() == 0))
    func sudo() throws {
        let root = try Root([
            "/proc/self/status": "Name:\tcandela\nPPid:\t20\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\nGroups:\t0 \n",
            "/proc/20/status": "Name:\tsudo\nPPid:\t10\nUid:\t0\t0\t0\t0\nGroups:\t0 \n",
            "/proc/10/status":
                "Name:\tbash\nPPid:\t1\nUid:\t65534\t65534\t65534\t65534\nGid:\t7\t65534\t0\t0\nGroups:\t27 44 \n",
        ])
        let user = root.caller(["SUDO_UID": "65534"])
        #expect(user.id == 65534 && user.isBehindRoot)
        #expect(user.sessionGroups?.map(\.id) == [27, 44, 65534])
        let unknown = root.caller(["SUDO_UID": "65533"])
        #expect(unknown.sessionGroups == nil)
        for odd in ["", "-1", "x", "0", "99999999999"] {
            #expect(root.caller(["SUDO_UID": odd]).id == 0)
        }
    }

    @Test("ids and names of accounts map to each other")
    func names() {
        #expect(Accounts.userName(0) == "root")
        #expect(Accounts.groupName(0) == "root")
        #expect(Accounts.userID("root") == 0 && Accounts.groupID("root") == 0)
        #expect(Accounts.groupID("candela-no-such-group") == nil)
        #expect(Accounts.groups(ofUser: 0).contains { $0.id == 0 })
        #expect(Accounts.groups(ofUser: 4_000_000_000).isEmpty)
    }
}

@Suite("signs of a container")
struct ContainerSignsTests {
    @Test(
        "each sign is recognised, with its evidence",
        arguments: [
            ("/.dockerenv", "", ContainerSigns.Kind.docker, true), ("/run/.containerenv", "", .podman, true),
            ("/.flatpak-info", "[Application]", .flatpak, true), ("/run/systemd/container", "lxc\n", .container, true),
            ("/run/systemd/container", "podman", .podman, true),
            ("/proc/1/environ", "PATH=/bin\0container=systemd-nspawn\0A=b", .container, true),
            ("/proc/version", "Linux version 5.15 (microsoft@x) #1", .wsl, false),
        ])
    func signs(path: String, text: String, kind: ContainerSigns.Kind, hostDecides: Bool) throws {
        let signs = try Root([path: text]).signs()
        #expect(signs.signs.map(\.kind) == [kind])
        #expect(signs.hostDecides == hostDecides)
    }

    @Test("a snap is recognised by its variables; a real machine has no sign")
    func snap() throws {
        let root = try Root(["/proc/version": "Linux version 6.1.0 (debian)", "/proc/1/environ": "PATH=/bin\0"])
        let snap = root.signs(["SNAP": "/snap/candela/1", "SNAP_NAME": "candela"])
        #expect(snap.signs == [ContainerSigns.Sign(.snap, evidence: "$SNAP", name: "candela")])
        #expect(root.signs().signs.isEmpty)
    }

    @Test("on a machine made from an image, the image's file is no sign")
    func image() throws {
        let root = try Root(["/.dockerenv": "", "/run/.containerenv": "", "/proc/self/ns/x": ""])
        #expect(root.signs().signs.count == 2)
        try FileManager.default.createSymbolicLink(
            atPath: root.path + "/proc/self/ns/pid", withDestinationPath: "pid:[4026531836]")
        #expect(root.signs().signs.isEmpty)
    }

    @Test("two signs of one kind count once")
    func once() throws {
        let root = try Root(["/.dockerenv": "", "/run/systemd/container": "docker"])
        #expect(root.signs().signs.map(\.evidence) == ["/.dockerenv"])
    }
}
