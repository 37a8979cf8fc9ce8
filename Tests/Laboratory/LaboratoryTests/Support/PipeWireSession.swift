// SPDX-License-Identifier: Apache-2.0

import Foundation
import Frames

extension DesktopSession {
    /// The same session without the group video: no right to any video node.
    func startWithoutRights(_ script: String) throws -> GuestJob {
        try laboratory.start("\(Self.environment)\n\(script)", as: .stranger)
    }

    func candela(_ arguments: String..., withRights: Bool = false) async throws -> CommandResult {
        let script = Laboratory.candela(arguments)
        return try await (withRights ? start(script) : startWithoutRights(script)).end(within: .seconds(120))
    }

    /// The doctor's answer, by a user without rights to the nodes.
    func doctorWithoutRights(_ arguments: String...) async throws -> DoctorAnswer {
        try await laboratory.patiently(unless: \.hasEveryFrame) {
            try await laboratory.end(try startWithoutRights(Laboratory.candela(["doctor", "--json"] + arguments)))
        }
    }

    /// Runs a camera that is a program, `Tests/Laboratory/pipewire/pipewire-camera.c`, while `body` runs.
    func withProgramCamera(
        _ picture: RawPicture, isMute: Bool = false, _ body: (GuestJob) async throws -> Void
    ) async throws {
        let source = Package.folder.appending(path: "Tests/Laboratory/pipewire/pipewire-camera.c").path.shellQuoted
        let file = "program-camera-\(UUID().uuidString)"
        try picture.data.write(to: laboratory.share.appending(path: file))
        defer { try? FileManager.default.removeItem(at: laboratory.share.appending(path: file)) }
        try await laboratory.require(
            """
            [ -x /tmp/pipewire-camera ] || cc -O1 -D_GNU_SOURCE \(source) -o /tmp/pipewire-camera \
                $(pkg-config --cflags --libs libpipewire-0.3)
            """, limit: .seconds(120))
        let job = try startWithoutRights(
            "exec /tmp/pipewire-camera program-camera 'Program Camera' \(picture.fourCC) \(picture.size.width) "
                + "\(picture.size.height) \(Laboratory.sharePath)/\(file)" + (isMute ? " mute" : ""))
        do {
            try await job.waitForOutput { $0.contains("up\n") }
            try await body(job)
        } catch {
            try? job.signal("KILL")
            throw error
        }
        try job.signal("KILL")
        _ = try await job.end()
    }

    /// Runs the real camera portal, whose questions are answered with `answer`: yes, no or silent.
    func withPortal(answering answer: String, _ body: () async throws -> Void) async throws {
        let folder = "\(Self.folder)/portals"
        let script = Package.folder.appending(path: "Tests/Laboratory/pipewire/access-answer.py").path.shellQuoted
        let job = try startWithoutRights(
            """
            mkdir -p \(folder)
            printf '[portal]\\nDBusName=org.freedesktop.impl.portal.desktop.answer\\n%s\\nUseIn=answer\\n' \
                'Interfaces=org.freedesktop.impl.portal.Access;' >\(folder)/answer.portal
            export XDG_CURRENT_DESKTOP=answer XDG_DESKTOP_PORTAL_DIR=\(folder)
            /usr/bin/python3 \(script) \(answer) >\(folder)/asked &
            until grep -q up \(folder)/asked; do sleep 0.1; done
            /usr/libexec/xdg-desktop-portal -r &
            until busctl --user --no-pager introspect org.freedesktop.portal.Desktop /org/freedesktop/portal/desktop \
                2>/dev/null | grep -q 'org.freedesktop.portal.Camera '; do sleep 0.2; done
            echo up
            wait
            """)
        // The portal mounts its documents there, which would keep the folder.
        try await laboratory.whileUp(job, clean: "umount -l \(Self.folder)/doc 2>/dev/null; true") { try await body() }
    }
}
