// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// How this system installs and starts what PipeWire consists of. Without systemd the desktop starts it itself at login.
struct PipeWireServices {
    private let place: Place

    init(_ place: Place) { self.place = place }

    private var hasUnits: Bool { place.platform.hasSystemd != false }

    func start(_ title: String, _ command: String) -> Fix {
        guard !hasUnits else { return Fix(title, commands: [command]) }
        return Fix(
            "\(title): without systemd, the desktop's list of autostarted programs starts pipewire, and then wireplumber (Alpine and Gentoo have the script pipewire-launcher or gentoo-pipewire-launcher for it)",
            commands: ["pipewire &", "wireplumber &"], isRunnable: false)
    }

    /// Restarts those of the services that are installed.
    ///
    /// - Parameter isRunnable: not where a step by hand comes first.
    func restart(_ title: String, _ names: [String], of desktop: DesktopRecord?, isRunnable: Bool = true) -> Fix {
        let missing = (desktop?.services ?? []).filter { $0.isMissing == true }.map(\.name)
        let present = names.filter { !missing.contains($0) }
        guard !present.isEmpty else { return loggingIn(title) }
        return restart(title, "systemctl --user restart \(present.joined(separator: " "))", isRunnable: isRunnable)
    }

    /// - Parameter isRunnable: not where a step by hand comes first.
    func restart(_ title: String, _ command: String, isRunnable: Bool = true) -> Fix {
        guard !hasUnits else { return Fix(title, commands: [command], isRunnable: isRunnable) }
        return loggingIn(title)
    }

    private func loggingIn(_ title: String) -> Fix {
        Fix("\(title): log out and in again, as the desktop starts these programs at login")
    }

    func journal(_ unit: String) -> Fix {
        guard !hasUnits else {
            return Fix("Read what it says", commands: ["journalctl --user -u \(unit) -n 50"], isRunnable: false)
        }
        return Fix("Read what it says: end it, and start it in a terminal", commands: [unit], isRunnable: false)
    }

    var installDaemon: Fix {
        install(
            "If it is not installed, install it, and log in again", "PipeWire and its session manager WirePlumber",
            [
                .apt: "pipewire wireplumber", .dnf: "pipewire wireplumber", .rpmOSTree: "pipewire wireplumber", .pacman: "pipewire wireplumber",
                .zypper: "pipewire wireplumber", .apk: "pipewire wireplumber", .xbps: "pipewire wireplumber",
                .portage: "media-video/pipewire media-video/wireplumber",
            ])
    }

    var installManager: Fix {
        install(
            "If it is not installed, install it, and log in again", "the session manager WirePlumber",
            [
                .apt: "wireplumber", .dnf: "wireplumber", .rpmOSTree: "wireplumber", .pacman: "wireplumber", .zypper: "wireplumber",
                .apk: "wireplumber", .xbps: "wireplumber", .portage: "media-video/wireplumber",
            ])
    }

    var installPortal: Fix {
        let gtk = "xdg-desktop-portal xdg-desktop-portal-gtk"
        return install(
            "Install the portal and the back end of your desktop (GNOME's is xdg-desktop-portal-gnome, KDE's xdg-desktop-portal-kde, and xdg-desktop-portal-gtk serves most others)",
            "xdg-desktop-portal and the back end of your desktop",
            [
                .apt: gtk, .dnf: gtk, .rpmOSTree: gtk, .pacman: gtk, .zypper: gtk, .apk: gtk, .xbps: gtk,
                .portage: "sys-apps/xdg-desktop-portal sys-apps/xdg-desktop-portal-gtk",
            ])
    }

    var installBackEnd: Fix {
        let gtk = "xdg-desktop-portal-gtk"
        return install(
            "If none appears, the portal has no back end that can ask: install that of your desktop (GNOME: xdg-desktop-portal-gnome; KDE: xdg-desktop-portal-kde)",
            "the back end of your desktop for xdg-desktop-portal",
            [
                .apt: gtk, .dnf: gtk, .rpmOSTree: gtk, .pacman: gtk, .zypper: gtk, .apk: gtk, .xbps: gtk, .portage: "sys-apps/xdg-desktop-portal-gtk",
            ])
    }

    /// - Parameter what: what is missing, for systems whose packages have no names that are known.
    private func install(_ title: String, _ what: String, _ names: [Platform.Packages: String]) -> Fix {
        if let fix = place.install(title, names) { return fix }
        if place.isGuest { return Fix("\(title): \(what), on the host, whose session it is. A container or sandbox is given its socket (pipewire-0)") }
        return Fix("\(title): \(what)" + (place.platform.packages == .nix ? ", in the system's configuration (services.pipewire, xdg.portal)" : ""))
    }
}
