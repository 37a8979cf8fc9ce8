// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
package import MachineFacts
package import UserSession

/// Asks the user's session about PipeWire and the camera portal. Starts no service, opens no camera.
package struct DesktopCollector {
    package typealias Ask = MachineCollector.Ask

    private let files: SystemFiles
    private let environment: (String) -> String?
    private let ask: Ask

    package init(
        files: SystemFiles, environment: @escaping (String) -> String? = environmentVariable,
        ask: @escaping Ask = MachineCollector.askSystem
    ) {
        self.files = files
        self.environment = environment
        self.ask = ask
    }

    /// What was found; `nil` if this session has no PipeWire, as on servers and kiosks.
    package func collect() -> DesktopRecord? {
        guard let runtime = environment("XDG_RUNTIME_DIR"), files.exists(runtime + "/pipewire-0") else { return nil }
        var record = DesktopRecord()
        record.names = (environment("XDG_CURRENT_DESKTOP") ?? "").split(separator: ":").map(String.init)
        record.services = services()
        // Asking a portal that does not run would start it.
        if record.services.contains(where: { $0.name == "xdg-desktop-portal" && $0.state == "active" }) {
            record.isCameraPresent = property()
        }
        record.permissions = permissions()
        record.backEnds = backEnds()
        let preferred = preferred(record.names)
        record.preferredForAccess = preferred?.access
        record.preferredByDefault = preferred?.usual
        record.preferred = preferred?.access ?? preferred?.usual
        let disabled = WirePlumberSettings(files: files, home: environment("HOME")).disabled()
        if !disabled.isEmpty { record.disabledMonitors = disabled }
        record.hasLibcameraPlugin = hasLibcameraPlugin()
        // Its socket may be systemd's, which would start it.
        if record.services.isEmpty || record.services.contains(where: { $0.name == "pipewire" && $0.state == "active" })
        {
            record.sources = ask(["pw-dump"]).flatMap(Self.sources)
        }
        return record
    }

    // MARK: Services

    private func services() -> [DesktopRecord.Service] {
        let names = ["pipewire", "wireplumber", "pipewire-media-session", "xdg-desktop-portal"]
        let text = ask(
            ["systemctl", "--user", "show", "--property=Id,LoadState,ActiveState,ActiveEnterTimestampMonotonic"]
                + names.map { $0 + ".service" })
        // A block for each unit, separated by an empty line.
        return (text ?? "").components(separatedBy: "\n\n").compactMap { block in
            let values = Self.assignments(block)
            guard let id = values["Id"], let state = values["ActiveState"] else { return nil }
            var service = DesktopRecord.Service(
                name: id.hasSuffix(".service") ? String(id.dropLast(8)) : id, state: state,
                since: values["ActiveEnterTimestampMonotonic"].flatMap { Int($0) })
            if values["LoadState"] == "not-found" { service.isMissing = true }
            return service
        }
    }

    // MARK: The portal

    private struct Property: Decodable { var data: Bool }

    private func property() -> Bool? {
        let text = ask([
            "busctl", "--user", "--auto-start=no", "--json=short", "get-property", "org.freedesktop.portal.Desktop",
            "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Camera", "IsCameraPresent",
        ])
        return text.flatMap { try? JSONDecoder().decode(Property.self, from: Data($0.utf8)).data }
    }

    /// The store's answer: a dictionary of applications with their permissions, then a value that is not used.
    private struct Lookup: Decodable {
        var permissions: [String: [String]] = [:]

        private enum Keys: CodingKey { case data }
        init(from decoder: any Decoder) throws {
            var list = try decoder.container(keyedBy: Keys.self).nestedUnkeyedContainer(forKey: .data)
            permissions = try list.decode([String: [String]].self)
        }
    }

    private func permissions() -> [DesktopRecord.Permission] {
        let text = ask([
            "busctl", "--user", "--auto-start=no", "--json=short", "call",
            "org.freedesktop.impl.portal.PermissionStore",
            "/org/freedesktop/impl/portal/PermissionStore", "org.freedesktop.impl.portal.PermissionStore", "Lookup",
            "ss", "devices", "camera",
        ])
        guard let text, let found = try? JSONDecoder().decode(Lookup.self, from: Data(text.utf8)) else { return [] }
        return found.permissions.sorted { $0.key < $1.key }.prefix(100).map {
            DesktopRecord.Permission(application: $0.key, answer: $0.value.first ?? "ask")
        }
    }

    /// See: the manual of portals.conf, and the `.portal` files of the back ends.
    private func backEnds() -> [DesktopRecord.BackEnd] {
        let folder = "/usr/share/xdg-desktop-portal/portals"
        return (files.names(folder) ?? []).filter { $0.hasSuffix(".portal") }.map { file in
            let values = Self.assignments(files.text("\(folder)/\(file)") ?? "")
            return DesktopRecord.BackEnd(
                name: String(file.dropLast(7)),
                hasAccess: values["Interfaces"]?.contains("org.freedesktop.impl.portal.Access") == true,
                desktops: (values["UseIn"] ?? "").lowercased().split(separator: ";").map(String.init))
        }
    }

    /// The back ends that the first configuration file names which names any: those for dialogues, and those for what it does not name.
    private func preferred(_ desktops: [String]) -> (access: [String]?, usual: [String]?)? {
        let folders =
            [environment("HOME").map { $0 + "/.config/xdg-desktop-portal" }].compactMap(\.self)
            + ["/etc/xdg/xdg-desktop-portal", "/etc/xdg-desktop-portal", "/usr/share/xdg-desktop-portal"]
        for folder in folders {
            for name in desktops.map({ $0.lowercased() + "-portals.conf" }) + ["portals.conf"] {
                guard let text = files.text("\(folder)/\(name)") else { continue }
                let values = Self.assignments(text)
                func names(_ key: String) -> [String]? { values[key].map { $0.split(separator: ";").map(String.init) } }
                let (access, usual) = (names("org.freedesktop.impl.portal.Access"), names("default"))
                if access != nil || usual != nil { return (access, usual) }
            }
        }
        return nil
    }

    private static func assignments(_ text: String) -> [String: String] {
        var values: [String: String] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: "=", maxSplits: 1).map { part in
                String(part.filter { $0 != " " && $0 != "\r" })
            }
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        return values
    }

    // MARK: PipeWire

    /// Looks among the plug-ins of PipeWire; `nil` if they are not where distributions put them.
    private func hasLibcameraPlugin() -> Bool? {
        let folders = (["/usr/lib64", "/usr/lib"] + files.architectureFolders()).map { $0 + "/spa-0.2" }
            // PipeWire does not start without these.
            .filter { files.names($0)?.contains("support") == true }
        guard !folders.isEmpty else { return nil }
        return folders.contains { files.exists($0 + "/libcamera/libspa-libcamera.so") }
    }

    private struct Item: Decodable {
        var id: Int
        var type: String
        var info: Info?

        struct Info: Decodable {
            var state: String?
            var props: [String: Value]?
            var outputNode: Int?
            var inputNode: Int?

            private enum CodingKeys: String, CodingKey {
                case state, props
                case outputNode = "output-node-id"
                case inputNode = "input-node-id"
            }
        }

        /// Properties are texts, numbers or truth values; only texts are used.
        struct Value: Decodable {
            var text: String?
            init(from decoder: any Decoder) throws {
                text = try? decoder.singleValueContainer().decode(String.self)
            }
        }

        func property(_ name: String) -> String? { info?.props?[name]?.text }
    }

    /// The cameras in what `pw-dump` prints.
    static func sources(_ text: String) -> [DesktopRecord.Source]? {
        guard let items = try? JSONDecoder().decode([Item].self, from: Data(text.utf8)) else { return nil }
        let cameras = items.filter { $0.property("media.class") == "Video/Source" }
        return cameras.prefix(32).map { camera in
            let linked = items.compactMap { $0.info?.outputNode == camera.id ? $0.info?.inputNode : nil }
            let clients = items.filter { linked.contains($0.id) }.map {
                $0.property("application.name") ?? $0.property("node.name") ?? "a program"
            }
            return DesktopRecord.Source(
                name: camera.property("node.description") ?? camera.property("node.name") ?? "camera",
                nodeName: camera.property("node.name"),
                path: camera.property("api.v4l2.path") ?? camera.property("object.path").flatMap(Self.node),
                state: camera.info?.state ?? "unknown", clients: clients)
        }
    }

    /// `v4l2:/dev/video0` names the node.
    private static func node(_ path: String) -> String? {
        path.hasPrefix("v4l2:") ? String(path.dropFirst(5)) : nil
    }
}
