// SPDX-License-Identifier: Apache-2.0

/// Which back end the portal takes to ask the user for the camera. Source: find_portal_implementation in xdg-desktop-portal 1.18 and later.
struct PortalBackEnds {
    private let desktop: DesktopRecord

    init(_ desktop: DesktopRecord) { self.desktop = desktop }

    /// The one that can show the question; `nil` without one.
    var forAccess: DesktopRecord.BackEnd? {
        let able = desktop.backEnds.filter(\.hasAccess)
        // Older evidence has one list, which is either of them.
        let (access, usual) = (desktop.preferredForAccess ?? desktop.preferred, desktop.preferredByDefault)
        // Only this word ends the search: all others are wishes.
        if (access ?? usual)?.contains("none") == true { return nil }
        for name in (access ?? []) + (usual ?? []) {
            if name == "*", let first = able.first { return first }
            if let named = able.first(where: { $0.name == name }) { return named }
        }
        let names = desktop.names.map { $0.lowercased() }
        return able.first { !$0.desktops.filter(names.contains).isEmpty } ?? able.first { $0.name == "gtk" }
    }

    /// For evidence.
    var configuration: String {
        let lists = [("Access", desktop.preferredForAccess), ("default", desktop.preferredByDefault)].compactMap { key, names in
            names.map { "\(key)=\($0.joined(separator: ";"))" }
        }
        if !lists.isEmpty { return lists.joined(separator: ", ") }
        return desktop.preferred?.joined(separator: ";") ?? "none for this desktop"
    }
}
