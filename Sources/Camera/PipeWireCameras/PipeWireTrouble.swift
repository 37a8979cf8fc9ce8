// SPDX-License-Identifier: Apache-2.0

internal import CPipeWire
internal import CPortal

/// Why a camera of PipeWire gives no frames.
package struct PipeWireTrouble: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// libpipewire or libsystemd is not installed.
        case libraryMissing
        /// No daemon listens.
        case noDaemon
        /// The daemon does not let this process in.
        case refused
        /// The daemon stopped.
        case lost
        /// No session manager, so nothing lists cameras or links them.
        case noManager
        /// It has no camera.
        case noCamera
        /// It has cameras, but none with that name.
        case notFound
        /// Several cameras have that name.
        case ambiguous
        /// The camera was removed.
        case removed
        /// Other programs use the camera in a way that leaves no room.
        case busy
        /// The camera offers no format that can be read here, or not the requested one.
        case noFormat
        /// The session manager did not link the stream.
        case notLinked
        /// Linked, and no frame came.
        case noFrames
        /// There is no session bus.
        case noBus
        /// No camera portal.
        case noPortal
        /// The user, or an earlier answer, says no.
        case denied
        /// The question was closed without an answer.
        case dismissed
        /// Nobody answered the question.
        case unanswered
        /// Interrupted by the user.
        case cancelled
        /// Any other failure.
        case failed
    }
    package let kind: Kind
    /// The cause as a clause: "no PipeWire daemon runs".
    package let cause: String
    /// What to do, as a clause.
    package let advice: String
    /// The camera as the user named it, for use before a colon.
    package let name: String
    /// The camera's node as it was then, if it was found.
    package var camera: PipeWireCamera?

    package var description: String { "cannot use \(name): \(cause); \(advice)" }

    package init(_ kind: Kind, _ address: PipeWireAddress, _ cause: String, _ advice: String) {
        self.kind = kind
        self.cause = cause
        self.advice = advice
        name = address.label
    }

    static func missing(_ reason: String, _ library: String, _ address: PipeWireAddress) -> Self {
        let package = library == "libpipewire" ? "libpipewire-0.3-0" : "libsystemd0"
        return Self(
            .libraryMissing, address, "\(library) cannot be loaded (\(reason))",
            "install it (Debian: apt install \(package))")
    }

    static let startDaemon = "systemctl --user enable --now pipewire wireplumber"

    /// Why the daemon, or something at it, did not answer.
    static func failed(
        _ ending: candela_pipewire_ending, _ words: String, _ address: PipeWireAddress, doing: String
    ) -> Self {
        let told = words.isEmpty ? "" : " (\(words))"
        switch ending {
        case CANDELA_PIPEWIRE_NO_DAEMON:
            return Self(
                .noDaemon, address, "no PipeWire daemon runs for this user", "start it: \(startDaemon)")
        case CANDELA_PIPEWIRE_REFUSED:
            return Self(
                .refused, address, "PipeWire does not let this program in\(told)",
                "run candela as the user whose desktop session it is, or use portal:")
        case CANDELA_PIPEWIRE_LOST:
            return Self(
                .lost, address, "the PipeWire daemon ended the connection\(told)", "start it again: \(startDaemon)")
        case CANDELA_PIPEWIRE_NO_NODE:
            return Self(.removed, address, "the camera was removed from PipeWire", "plug it in again")
        case CANDELA_PIPEWIRE_CANCELLED:
            return Self(.cancelled, address, "it was interrupted", "try again")
        case CANDELA_PIPEWIRE_LATE:
            return Self(
                .failed, address, "PipeWire did not answer while \(doing)",
                "restart it: systemctl --user restart pipewire wireplumber")
        default:
            return Self(
                .failed, address, "PipeWire failed while \(doing)\(told)",
                "restart it: systemctl --user restart pipewire wireplumber")
        }
    }

    static func refused(_ ending: candela_portal_ending, _ words: String, limit: Duration, _ address: PipeWireAddress)
        -> Self
    {
        let told = words.isEmpty ? "" : " (\(words))"
        switch ending {
        case CANDELA_PORTAL_NO_BUS:
            return Self(
                .noBus, address, "there is no session bus, so no camera portal\(told)",
                "run it in a desktop session, or use pipewire: or a video node")
        case CANDELA_PORTAL_ABSENT:
            return Self(
                .noPortal, address, "nothing on the session bus offers cameras\(told)",
                "install the portal and the back end of your desktop (Debian: apt install xdg-desktop-portal, and "
                    + "xdg-desktop-portal-gnome, -kde or -gtk)")
        case CANDELA_PORTAL_DENIED:
            return Self(
                .denied, address, "access to the cameras was denied",
                "allow it in the desktop's privacy settings, or make it ask again: \(askAgain)")
        case CANDELA_PORTAL_DISMISSED:
            return Self(
                .dismissed, address, "the portal's question was closed without an answer",
                "answer it; if none appeared, the portal has no back end for this desktop (candela doctor \(address.name))"
            )
        case CANDELA_PORTAL_LATE:
            return Self(
                .unanswered, address, "the portal's question was not answered within \(limit.components.seconds) s",
                "answer it; if none appeared, see candela doctor \(address.name)")
        case CANDELA_PORTAL_CANCELLED: return Self(.cancelled, address, "it was interrupted", "try again")
        default:
            return Self(
                .failed, address, "the camera portal failed\(told)",
                "restart it: systemctl --user restart xdg-desktop-portal")
        }
    }

    /// Forgets the answer for programs outside a sandbox, whose application id is empty.
    package static let askAgain =
        "busctl --user call org.freedesktop.impl.portal.PermissionStore /org/freedesktop/impl/portal/PermissionStore "
        + "org.freedesktop.impl.portal.PermissionStore DeletePermission sss devices camera \"\""
}
