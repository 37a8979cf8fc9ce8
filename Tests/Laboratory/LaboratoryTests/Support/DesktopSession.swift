// SPDX-License-Identifier: Apache-2.0

/// The session of a user with the group video, in which the desktop's services run.
struct DesktopSession {
    let laboratory: Laboratory

    static let user = GuestUser.inGroupVideo
    static let folder = "/run/user/65534"
    static let environment = """
        export XDG_RUNTIME_DIR=\(folder) HOME=\(folder) DBUS_SESSION_BUS_ADDRESS=unix:path=\(folder)/bus
        """

    func start(_ script: String) throws -> GuestJob {
        try laboratory.start("\(Self.environment)\n\(script)", as: Self.user)
    }

    func run(_ script: String) async throws {
        let result = try await start(script).end()
        guard result.status == 0 else { throw LaboratoryError("\(script): \(result)") }
    }

    func doctor(_ arguments: String...) async throws -> DoctorAnswer {
        let words = [Package.candela, "doctor", "--json"] + arguments
        return try await laboratory.undisturbed(unless: \.hasEveryFrame) {
            try await laboratory.end(try start("exec " + words.map(\.shellQuoted).joined(separator: " ")))
        }
    }
}

extension Laboratory {
    /// Starts the services and waits until they offer the plugged-in camera, if there is one; ends them after `body`.
    func withDesktop(hasCamera: Bool = true, _ body: (DesktopSession) async throws -> Void) async throws {
        let session = DesktopSession(laboratory: self)
        // WirePlumber watches the folders in which logind writes.
        try await require(
            """
            mkdir -p /run/systemd/seats /run/systemd/sessions /run/systemd/users /run/systemd/machines \(DesktopSession.folder)
            chown nobody \(DesktopSession.folder) && chmod 700 \(DesktopSession.folder)
            """)
        let job = try session.start(
            """
            dbus-daemon --session --address=$DBUS_SESSION_BUS_ADDRESS --nofork --nopidfile &
            while [ ! -e \(DesktopSession.folder)/bus ]; do sleep 0.1; done
            pipewire &
            while [ ! -e \(DesktopSession.folder)/pipewire-0 ]; do sleep 0.1; done
            wireplumber &
            /usr/libexec/xdg-permission-store &
            until pw-dump 2>/dev/null | grep -q \(hasCamera ? "Video/Source" : "WirePlumber"); do sleep 0.2; done
            until busctl --user --no-pager list | grep -q PermissionStore; do sleep 0.2; done
            echo up
            wait
            """)
        let clean =
            "rm -r \(DesktopSession.folder) /run/systemd/seats /run/systemd/sessions /run/systemd/users /run/systemd/machines"
        try await whileUp(job, clean: clean) { try await body(session) }
    }
}
