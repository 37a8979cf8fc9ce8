// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// The facts that decide about access, collected from the records of the user, the session and the surroundings.
struct AccessFacts {
    var userID: UInt32 = 0
    var userName = "this user"
    /// Groups of the account, as a new session would have them.
    var accountGroups: Set<UInt32> = []
    /// Groups of this process.
    var sessionGroups: Set<UInt32> = []
    /// Whether the groups of this process are known.
    var knowsSession = false
    /// Whether a security module confirms that this process runs inside the sandbox.
    var isConfined = false
    /// How SELinux confines this process, if it does so as a container, which it keeps from devices.
    var domain: ContainerDomain?
    /// Whether this user has an active session at a screen; `nil` without a session manager.
    var hasSeat: Bool?
    /// A short description of the user's sessions, for evidence.
    var sessions = "no session of this user"
    /// Docker, Podman and others; `nil` outside containers.
    var container: String?
    /// `snap` or `flatpak`.
    var sandbox: String?
    var snapName: String?
    /// An enforcing security module, and the file that shows it.
    var securityModule: (name: String, evidence: EvidenceLine)?
    /// The distribution, and what made the container: remedies depend on them.
    let place: Place
    /// Whether services are systemd's; `nil` if that is unknown.
    var hasSystemd: Bool?
    var isWSL = false
    /// The mount options of `/dev`.
    var devMount: String?
    /// The number of the group `video` on this system.
    var videoGroup: UInt32?

    init(_ snapshot: Snapshot) {
        place = Place(snapshot)
        if let user = snapshot.user.value {
            userID = user.id
            userName = user.label
            accountGroups = Set(user.accountGroups.map(\.id))
            sessionGroups = Set((user.sessionGroups ?? []).map(\.id))
            knowsSession = user.sessionGroups != nil
        }
        if let survey = snapshot.sessions.value {
            let own = survey.sessions(of: userID)
            hasSeat = survey.hasLogind ? survey.seatHeld(by: userID) != nil : nil
            sessions =
                own.isEmpty
                ? survey.hasLogind ? "no session of this user" : "no session manager is running"
                : own.prefix(4).map(Self.words).joined(separator: "; ")
        }
        hasSystemd = snapshot.host.value?.machine?.platform.hasSystemd
        for sign in snapshot.surroundings.value?.signs ?? [] {
            switch sign.kind {
            case .docker, .podman, .container: container = container ?? "\(sign.kind.label) (\(sign.evidence))"
            case .snap:
                sandbox = sandbox ?? "snap"
                snapName = sign.name
            case .flatpak: sandbox = sandbox ?? "flatpak"
            case .wsl: isWSL = true
            }
        }
        if let host = snapshot.host.value {
            videoGroup = host.videoGroup
            devMount = host.devMountOptions
            isConfined = sandbox == "flatpak" || host.securityLabel?.hasPrefix("snap.") == true
            domain = host.securityLabel.flatMap { ContainerDomain(context: $0) }
            if host.isSELinuxEnforcing == true {
                securityModule = ("SELinux", EvidenceLine("/sys/fs/selinux/enforce", "1"))
            } else if let label = host.securityLabel, label.contains("(enforce)") {
                securityModule = ("AppArmor", EvidenceLine("/proc/self/attr/current", label))
            }
        }
    }

    private static func words(_ session: SeatSession) -> String {
        var words = [session.seat ?? "no seat", session.isActive ? "active" : "not active"]
        if session.isRemote { words.append("remote") }
        if let service = session.service { words.append(service) }
        return "\(session.id): " + words.joined(separator: ", ")
    }
}
