// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// A desktop whose window is shown on another computer (xrdp, VNC): that computer's camera is not one of this machine.
struct RemoteDesktop {
    /// The program that has opened the session, such as `xrdp-sesman`; `nil` if it is not known.
    private let service: String?

    /// `nil` if the user has a desktop at this machine, or none at all: SSH says nothing about where cameras are.
    init?(_ snapshot: Snapshot) {
        guard let user = snapshot.user.value, let survey = snapshot.sessions.value else { return nil }
        let own = survey.sessions(of: user.id).filter { $0.sessionClass == nil || $0.sessionClass == "user" }
        let desktops = own.filter { ["x11", "wayland", "mir"].contains($0.type ?? "") || Self.isOfDesktop($0.service) }
        guard !desktops.isEmpty, !own.contains(where: { $0.seat != nil }),
            desktops.allSatisfy({ $0.isRemote || Self.isOfDesktop($0.service) })
        else { return nil }
        service = desktops.lazy.compactMap(\.service).first
    }

    private static func isOfDesktop(_ service: String?) -> Bool {
        ["xrdp", "vnc", "x2go", "nxserver", "gnome-remote-desktop"].contains { service?.lowercased().contains($0) == true }
    }

    func explain(_ finding: inout Finding) {
        finding.message +=
            "; the desktop is used from another computer\(service.map { " (\($0))" } ?? ""), and that computer's camera is not passed on to this machine"
        finding.evidence.append(EvidenceLine("login session", "remote\(service.map { ", opened by \($0)" } ?? "")"))
        finding.fixes.append(
            Fix(
                "If the camera of the other computer is meant: scan there, or send its picture over the network (RTSP), or pass its USB port on with USB/IP (usbip; on Windows usbipd-win)",
                commands: ["candela scan rtsp://ADDRESS/STREAM"], isRunnable: false))
    }
}
