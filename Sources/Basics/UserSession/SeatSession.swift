// SPDX-License-Identifier: Apache-2.0

/// A login session as systemd-logind stores it. Source: `session_save` in systemd's `logind-session.c`.
package struct SeatSession: Codable, Hashable, Sendable {
    package var id: String
    package var userID: UInt32
    package var userName: String?
    /// `seat0` for the machine's own screen; `nil` for a session without one: SSH, a service, cron.
    package var seat: String?
    /// Whether it is a remote session.
    package var isRemote: Bool
    /// Whether its seat shows it now; without a seat, whether it runs.
    package var isActive: Bool
    /// `active`, `online`, `closing`, `opening`; `nil` if it is not stated.
    package var state: String?
    /// `tty`, `x11`, `wayland`, `unspecified`.
    package var type: String?
    /// `user`, `greeter`, `manager`, `background`, …
    package var sessionClass: String?
    /// The program that opened it: `sshd`, `gdm-password`, `login`.
    package var service: String?
    package var terminal: String?

    package init(
        id: String, userID: UInt32, userName: String? = nil, seat: String? = nil, isRemote: Bool = false,
        isActive: Bool = false, state: String? = nil, type: String? = nil, sessionClass: String? = nil,
        service: String? = nil, terminal: String? = nil
    ) {
        self.id = id
        self.userID = userID
        self.userName = userName
        self.seat = seat
        self.isRemote = isRemote
        self.isActive = isActive
        self.state = state
        self.type = type
        self.sessionClass = sessionClass
        self.service = service
        self.terminal = terminal
    }

    /// Whether its user has access to devices tagged `uaccess` now.
    package var holdsSeat: Bool { seat != nil && isActive }

    /// `nil` if the text names no user.
    init?(id: String, text: String) {
        var values: [Substring: String] = [:]
        // The first of each key counts.
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let sign = line.firstIndex(of: "="), values[line[..<sign]] == nil else { continue }
            values[line[..<sign]] = String(line[line.index(after: sign)...])
        }
        guard let user = values["UID"].flatMap({ UInt32($0) }) else { return nil }
        func value(_ key: Substring) -> String? { values[key].flatMap { $0.isEmpty ? nil : $0 } }
        self.init(
            id: id, userID: user, userName: value("USER"), seat: value("SEAT"), isRemote: values["REMOTE"] == "1",
            isActive: values["ACTIVE"] == "1", state: value("STATE"), type: value("TYPE"),
            sessionClass: value("CLASS"), service: value("SERVICE"), terminal: value("TTY"))
    }
}

/// All sessions of the machine.
package struct SessionSurvey: Codable, Hashable, Sendable {
    /// Whether systemd-logind runs here. Without it, nothing gives ACLs to the user at the screen.
    package var hasLogind: Bool
    package var sessions: [SeatSession]
    /// The session of this process, by its control group or the kernel's audit session; `nil` if there is none, as for
    /// services and timers.
    package var ownSession: String?
    /// What could not be read, with the reason.
    package var unread: [String]

    package init(
        hasLogind: Bool, sessions: [SeatSession] = [], ownSession: String? = nil, unread: [String] = []
    ) {
        self.hasLogind = hasLogind
        self.sessions = sessions
        self.ownSession = ownSession
        self.unread = unread
    }

    package var own: SeatSession? { ownSession.flatMap { id in sessions.first { $0.id == id } } }

    /// The user's session that holds a seat now: it gives `uaccess` to all processes of the user.
    package func seatHeld(by user: UInt32) -> SeatSession? {
        sessions.first { $0.userID == user && $0.holdsSeat }
    }

    package func sessions(of user: UInt32) -> [SeatSession] { sessions.filter { $0.userID == user } }

    package static func read(root: String = "") -> SessionSurvey {
        let files = SystemFiles(root: root)
        let folder = "/run/systemd/sessions"
        var survey = SessionSurvey(hasLogind: true, ownSession: own(files))
        do {
            // Each session also has `ID.ref`, a FIFO.
            for name in try files.list(folder) where !name.hasSuffix(".ref") && !name.hasPrefix(".") {
                if let session = files.text(folder + "/" + name).flatMap({ SeatSession(id: name, text: $0) }) {
                    survey.sessions.append(session)
                } else {
                    survey.unread.append("\(root)\(folder)/\(name): not a readable session file")
                }
            }
        } catch {
            if error.isAbsence {
                survey.hasLogind = false
            } else {
                survey.unread.append("\(root)\(folder): error \(error.number)")
            }
        }
        return survey
    }

    /// Source: `sd_pid_get_session`, which reads the control group, and `/proc/PID/sessionid`.
    private static func own(_ files: SystemFiles) -> String? {
        for line in (files.text("/proc/self/cgroup") ?? "").split(separator: "\n") {
            for part in line.split(separator: "/") where part.hasPrefix("session-") && part.hasSuffix(".scope") {
                return String(part.dropFirst("session-".count).dropLast(".scope".count))
            }
        }
        guard let text = files.text("/proc/self/sessionid"),
            let number = UInt32(text.split(separator: "\n").first ?? ""), number != UInt32.max
        else { return nil }
        return String(number)
    }
}
