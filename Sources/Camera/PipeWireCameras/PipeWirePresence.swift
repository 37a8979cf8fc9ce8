// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import UserSession

/// Looks at PipeWire in passing, for commands that are about something else: only where its socket is, and not for long.
package enum PipeWirePresence {
    /// It answers in milliseconds, unless something is wrong with it.
    private static let patience = Duration.milliseconds(300)

    /// Whether a daemon's socket is there. Takes one system call.
    package static func hasSocket(
        environment: (String) -> String? = environmentVariable, exists: (String) -> Bool = { SystemFiles().exists($0) }
    ) -> Bool {
        func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        let remote = value("PIPEWIRE_REMOTE") ?? "pipewire-0"
        if remote.hasPrefix("/") { return exists(remote) }
        let folders = [value("PIPEWIRE_RUNTIME_DIR"), value("XDG_RUNTIME_DIR")].compactMap { $0 }
        return folders.contains { exists($0 + "/" + remote) } || exists("/run/pipewire/" + remote)
    }

    /// The cameras of PipeWire; `nil` if there is no daemon or it does not answer at once.
    package static func survey() -> PipeWireSurvey? {
        guard hasSocket(), let connection = try? PipeWireConnection(PipeWireAddress(usesPortal: false)) else {
            return nil
        }
        return try? connection.survey(limit: patience)
    }

    /// The camera that PipeWire reads from a video node, and shares; `nil` if it does not hold that node now. It holds it for some
    /// seconds after the last program has gone.
    package static func sharedCamera(at path: String) -> PipeWireCamera? {
        survey()?.cameras.first { $0.devicePath == path && ($0.state == .running || $0.state == .idle) }
    }

    /// The address to try where no video node can be used: the portal's in a sandbox, the daemon's where it has a camera; `nil` if
    /// neither makes sense.
    package static var addressWithoutNodes: PipeWireAddress? {
        let kinds = ContainerSigns.read().signs.map(\.kind)
        if kinds.contains(.flatpak) || kinds.contains(.snap) { return PipeWireAddress(usesPortal: true) }
        guard let cameras = survey()?.cameras, cameras.contains(where: { $0.role != "Screen" }) else { return nil }
        return PipeWireAddress(usesPortal: false)
    }
}
