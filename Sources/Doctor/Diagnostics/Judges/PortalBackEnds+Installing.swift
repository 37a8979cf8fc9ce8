// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

extension PortalBackEnds {
    /// How a desktop gets a back end that can show the question: by a package, or by its configuration where that keeps an installed one
    /// from being used.
    func remedies(_ desktop: DesktopRecord, _ place: Place) -> [Fix] {
        let restart = PipeWireServices(place).restart(
            "Then restart the portal, and the application", ["xdg-desktop-portal"], of: desktop, isRunnable: false)
        let names = desktop.names.map { $0.lowercased() }
        let kind = names.contains("kde") ? "kde" : names.contains("gnome") ? "gnome" : "gtk"
        // GNOME's asks through GNOME Shell, and works nowhere else.
        let able = [kind, "gtk", "kde"].first { name in desktop.backEnds.contains { $0.name == name && $0.hasAccess } }
        let naming = Fix(
            "Name a back end that has the interface Access in the file of ~/.config/xdg-desktop-portal that is read (\(names.first ?? "DESKTOP")-portals.conf before portals.conf): below the line [preferred], org.freedesktop.impl.portal.Access=\(able ?? kind). Keep its other lines; if neither is there, begin with a copy of the one in /etc/xdg/xdg-desktop-portal or /usr/share/xdg-desktop-portal, which it replaces"
        )
        guard able == nil else { return [naming, restart] }
        return [install(kind, place)] + (desktop.preferred == nil ? [] : [naming]) + [restart]
    }

    /// - Parameter kind: `kde`, `gnome` or `gtk`.
    private func install(_ kind: String, _ place: Place) -> Fix {
        let package = "xdg-desktop-portal-\(kind)"
        var packages: [Platform.Packages: String] = [
            .apt: package, .dnf: package, .rpmOSTree: package, .pacman: package, .apk: package, .xbps: package,
            .portage: kind == "kde" ? "kde-plasma/\(package)" : "sys-apps/\(package)",
        ]
        // KDE's has another name in each of Plasma's generations there.
        if kind != "kde" { packages[.zypper] = package }
        let title =
            kind == "gtk"
            ? "Install a back end that can ask, beside the one that is there: xdg-desktop-portal-gtk serves all desktops"
            : "Install the back end of this desktop, which can ask"
        return place.install(title, packages) ?? Fix("\(title) (\(package))")
    }
}
