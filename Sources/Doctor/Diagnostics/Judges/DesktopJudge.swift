// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Judges whether the desktop's programs, which ask PipeWire and the camera portal, can use the camera as well. Scanning does
/// not need it, so all it finds are notes.
enum DesktopJudge {
    /// `nil` without a desktop.
    static func judge(_ snapshot: Snapshot) -> CheckReport? {
        guard let desktop = snapshot.desktop?.value else {
            let notes = [noSource(snapshot)].compactMap(\.self) + CameraPrograms.notes(snapshot)
            return notes.isEmpty ? nil : CheckReport(.desktop, findings: notes, passed: "")
        }
        // What keeps the portal from the application that is asked about is told as its failure.
        let told = PortalApplication.trouble(snapshot)?.id
        let notes = [
            denied(desktop), noDialogue(desktop, Place(snapshot)), unlisted(desktop, snapshot) ?? unlistedSensor(desktop, snapshot),
            absent(desktop, snapshot), noSource(snapshot),
        ].compactMap(\.self).filter { $0.id != told } + CameraPrograms.notes(snapshot)
        let count = desktop.sources?.count
        return CheckReport(
            .desktop, findings: notes,
            passed: notes.isEmpty
                ? count.map { "PipeWire offers \($0 == 1 ? "a camera" : "\($0) cameras") to the desktop's programs" }
                    ?? "no fault is known"
                : "scanning works without it, but other programs have trouble",
            evidence: (desktop.sources ?? []).map { EvidenceLine($0.name, "\($0.path ?? "libcamera"), \($0.state)") })
    }

    /// What keeps every program of the portal from cameras, as far as it is sure of that.
    static func brokenPortal(_ desktop: DesktopRecord, _ snapshot: Snapshot) -> Finding? {
        noDialogue(desktop, Place(snapshot)) ?? unlisted(desktop, snapshot) ?? (desktop.isCameraPresent == false ? absent(desktop, snapshot) : nil)
    }

    /// For programs that can do without the portal.
    static let withoutPortal = Fix(
        "Or let Firefox open cameras itself: in about:config set media.webrtc.camera.allow-pipewire to false")

    private static let effect =
        "scanning with candela is not affected; browsers, camera apps and scanners in a sandbox are"

    private static func denied(_ desktop: DesktopRecord) -> Finding? {
        let denied = desktop.permissions.filter { $0.answer == "no" }
        guard !denied.isEmpty else { return nil }
        let names = denied.map { $0.application.isEmpty ? "programs outside a sandbox" : $0.application }
        return Finding(
            .desktopDenied, .note,
            "\(Words.list(names)) once got the answer \"no\" to the camera question, and the desktop does not ask again",
            evidence: zip(denied, names).map {
                EvidenceLine("permission store, table devices, key camera: \($1)", $0.answer)
            },
            effect: effect,
            fixes: denied.prefix(4).map { permission in
                let name = Words.shell(permission.application)
                return Fix(
                    "Delete the answer, so that the desktop asks again",
                    commands: [
                        "busctl --user call org.freedesktop.impl.portal.PermissionStore /org/freedesktop/impl/portal/PermissionStore org.freedesktop.impl.portal.PermissionStore DeletePermission sss devices camera \(permission.application.isEmpty ? "\"\"" : name)"
                    ])
            } + [
                Fix(
                    "Or, where flatpak is installed",
                    commands: ["flatpak permission-remove devices camera \(Words.shell(denied[0].application))"],
                    isRunnable: false)
            ])
    }

    /// The portal asks through a back end; one that cannot show the question makes every request fail.
    private static func noDialogue(_ desktop: DesktopRecord, _ place: Place) -> Finding? {
        // Without a desktop's name, as over SSH, it is not known which configuration counts.
        guard !desktop.backEnds.isEmpty, !desktop.names.isEmpty else { return nil }
        guard PortalBackEnds(desktop).forAccess == nil else { return nil }
        return Finding(
            .desktopNoDialogue, .note,
            "no portal back end of this desktop\(desktop.names.isEmpty ? "" : " (\(desktop.names.joined(separator: ":")))") can ask for access to the camera, so every request fails",
            confidence: .likely,
            evidence: desktop.backEnds.map {
                EvidenceLine(
                    "/usr/share/xdg-desktop-portal/portals/\($0.name).portal",
                    "\($0.hasAccess ? "has" : "has no") interface Access; for \($0.desktops.joined(separator: ", "))")
            } + [
                EvidenceLine("portals.conf", PortalBackEnds(desktop).configuration)
            ],
            effect: effect,
            fixes: PortalBackEnds(desktop).remedies(desktop, place) + [withoutPortal])
    }

    /// PipeWire lists no camera although V4L2 has one.
    private static func unlisted(_ desktop: DesktopRecord, _ snapshot: Snapshot) -> Finding? {
        guard let sources = desktop.sources, let node = snapshot.chosen, node.yieldsPictures else { return nil }
        if node.nodeClass == "loopback", !sources.contains(where: { $0.path == node.place }) {
            return unlistedLoopback(desktop, node)
        }
        guard sources.isEmpty, node.bus != "virtual" else { return nil }
        if let finding = noManager(desktop, Place(snapshot), "V4L2 works") { return finding }
        if let finding = switchedOff(desktop, ["v4l2", "video-capture"], Place(snapshot), "V4L2 works") { return finding }
        let service = desktop.services.first { $0.name == "wireplumber" }
        let isStopped = service.map { $0.state != "active" } ?? false
        return Finding(
            .desktopUnlisted, .note,
            "V4L2 works, but PipeWire lists no camera, so the desktop's programs find none\(isStopped ? ": wireplumber is not running" : "")",
            confidence: .likely,
            evidence: [EvidenceLine("pw-dump", "no node of class Video/Source")]
                + desktop.services.map { EvidenceLine("\($0.name).service", $0.state) },
            effect: effect,
            fixes: [
                Fix(
                    "Restart the services that list cameras",
                    commands: ["systemctl --user restart wireplumber xdg-desktop-portal"]),
                Fix(
                    "If it lists none afterwards, install PipeWire's plug-in for libcamera (Debian: libspa-0.2-libcamera; Fedora: pipewire-plugin-libcamera; Arch: pipewire-libcamera)"
                ),
            ])
    }

    /// Somebody has told the session manager to list no cameras, as guides for saving power do.
    ///
    /// - Parameter words: what the names of the settings contain that matter to this camera; the other way to cameras may be off for good
    ///   reasons.
    private static func switchedOff(_ desktop: DesktopRecord, _ words: [String], _ place: Place, _ works: String) -> Finding? {
        let settings = (desktop.disabledMonitors ?? []).filter { setting in words.contains { setting.line.contains($0) } }
        guard let first = settings.first else { return nil }
        let key = Words.shell(String(first.line.prefix { $0 != " " }))
        let names = Words.list(settings.reduce(into: [String]()) { if !$0.contains($1.file) { $0.append($1.file) } })
        let isLua = settings.allSatisfy { $0.file.hasSuffix(".lua") }
        return Finding(
            .desktopUnlisted, .note,
            "\(works), but PipeWire lists no camera: WirePlumber's configuration has switched cameras off (\(first.line), in \(first.file))",
            confidence: .likely,
            evidence: [EvidenceLine("pw-dump", "no node of class Video/Source")] + settings.map { EvidenceLine($0.file, $0.line) }, effect: effect,
            fixes: [
                Fix(
                    "Unless somebody did that on purpose: remove \(settings.count == 1 ? "that line" : "those lines") from \(names), or set \(isLua ? "true in place of false" : "required or optional in place of disabled")",
                    commands: ["grep -rs \(key) ~/.config/wireplumber /etc/wireplumber /usr/share/wireplumber"], isRunnable: false),
                PipeWireServices(place).restart("Then restart the service", ["wireplumber"], of: desktop, isRunnable: false),
            ])
    }

    /// PipeWire itself lists no devices: a session manager does.
    private static func noManager(_ desktop: DesktopRecord, _ place: Place, _ works: String) -> Finding? {
        // Ubuntu 22.04 has the older one.
        let managers = desktop.services.filter { ["wireplumber", "pipewire-media-session"].contains($0.name) }
        guard managers.contains(where: { $0.name == "wireplumber" }), managers.allSatisfy({ $0.isMissing == true }) else { return nil }
        return Finding(
            .desktopUnlisted, .note,
            "\(works), but PipeWire lists no camera: its session manager WirePlumber, which tells it of devices, is not installed",
            confidence: .likely,
            evidence: [
                EvidenceLine("pw-dump", "no node of class Video/Source"),
                EvidenceLine("systemctl --user show wireplumber", "LoadState=not-found"),
            ], effect: effect,
            fixes: [
                place.install(
                    "Install the session manager, and log in again",
                    [
                        .apt: "wireplumber", .dnf: "wireplumber", .rpmOSTree: "wireplumber", .pacman: "wireplumber",
                        .zypper: "wireplumber", .apk: "wireplumber", .xbps: "wireplumber", .portage: "media-video/wireplumber",
                    ]) ?? Fix("Install the session manager WirePlumber, and log in again"),
                Fix("Programs built on GStreamer, such as Cheese, also need its plug-in for PipeWire (gst-plugin-pipewire)"),
            ])
    }

    /// libcamera has cameras, and PipeWire, through which the desktop's programs reach them, has none.
    private static func unlistedSensor(_ desktop: DesktopRecord, _ snapshot: Snapshot) -> Finding? {
        guard let sources = desktop.sources, sources.isEmpty, let cameras = snapshot.libcamera?.value?.cameras, !cameras.isEmpty
        else { return nil }
        let place = Place(snapshot)
        if let finding = noManager(desktop, place, "libcamera has \(Words.list(cameras))") { return finding }
        if let finding = switchedOff(desktop, ["libcamera", "video-capture"], place, "libcamera has \(Words.list(cameras))") { return finding }
        let plugin = LibcameraPlugin(snapshot)
        let why =
            switch plugin.isMissing {
            case true?: "its libcamera plug-in is missing"
            case false?: "its plug-in for libcamera is installed, and has not listed them"
            case nil: "its plug-in for libcamera is probably not installed"
            }
        return Finding(
            .desktopUnlisted, .note,
            "libcamera has \(Words.list(cameras)), but PipeWire lists no camera, so the desktop's programs find none: \(why)",
            confidence: .likely,
            evidence: [EvidenceLine("cam --list", Words.list(cameras)), EvidenceLine("pw-dump", "no node of class Video/Source")]
                + (plugin.isMissing == true ? [plugin.evidence] : []) + desktop.services.map { EvidenceLine("\($0.name).service", $0.state) },
            effect: effect,
            fixes: plugin.isMissing == false
                ? [
                    PipeWireServices(place).restart(
                        "Restart the services that list cameras", ["pipewire", "wireplumber", "xdg-desktop-portal"], of: desktop),
                    PipeWireServices(place).journal("wireplumber"),
                ] : plugin.fixes)
    }

    /// GStreamer is on this machine, without the part that captures from cameras.
    private static func noSource(_ snapshot: Snapshot) -> Finding? {
        guard let folder = snapshot.host.value?.gstreamerWithoutCameras,
            snapshot.sessions.value?.sessions.contains(where: { ["x11", "wayland"].contains($0.type) }) == true
        else { return nil }
        return Finding(
            .desktopNoGStreamer, .note,
            "GStreamer on this machine lacks its source for cameras (v4l2src is not installed), so programs built on it, such as Cheese and other camera apps, find none",
            evidence: [
                EvidenceLine(folder, "neither libgstvideo4linux2.so nor libgstpipewire.so"),
            ], effect: effect,
            fixes: [
                Place(snapshot).install(
                    "Install GStreamer's good plug-ins, which have it",
                    (LacksElement.packages[.good] ?? [:]).merging(
                        [.xbps: "gst-plugins-good1", .portage: "media-plugins/gst-plugins-v4l2"], uniquingKeysWith: { first, _ in first })
                ) ?? Fix("Install GStreamer's good plug-ins (gst-plugins-good), which have it"),
                Fix("Then look whether it is there", commands: ["gst-inspect-1.0 v4l2src"], isRunnable: false),
            ])
    }

    /// A virtual camera is a camera only while a program feeds it; the desktop looks at it once, when its module is loaded.
    private static func unlistedLoopback(_ desktop: DesktopRecord, _ node: NodeRecord) -> Finding {
        let capabilities = node.udevCapabilities
        return Finding(
            .desktopUnlisted, .note,
            "V4L2 works, but PipeWire does not list the virtual camera \(node.place), so the desktop's programs do not find it: it was probably no camera yet when they looked",
            confidence: .likely,
            evidence: [
                EvidenceLine(
                    "pw-dump",
                    desktop.sources?.isEmpty == false
                        ? "\(Words.list((desktop.sources ?? []).compactMap(\.path))), not \(node.place)"
                        : "no node of class Video/Source")
            ]
                + (capabilities.map { [EvidenceLine("ID_V4L_CAPABILITIES", $0)] } ?? [])
                + desktop.services.map { EvidenceLine("\($0.name).service", $0.state) },
            effect: effect,
            fixes: [
                Fix(
                    "While a program feeds it, let the system look at it again",
                    commands: [
                        "sudo udevadm trigger --action=change \(Words.shell(node.place))",
                        "systemctl --user restart pipewire wireplumber",
                    ], needsRoot: true, isRunnable: false),
                withoutPortal,
                Fix(
                    "To have it there at all times, load the module without exclusive_caps: then it is a camera before anything feeds it"
                ),
            ])
    }

    /// PipeWire has the camera, but the portal does not say so, or was started after the service that lists cameras to it.
    private static func absent(_ desktop: DesktopRecord, _ snapshot: Snapshot) -> Finding? {
        guard desktop.sources?.isEmpty == false || snapshot.chosen?.yieldsPictures == true && desktop.sources == nil
        else {
            return nil
        }
        let portal = desktop.services.first { $0.name == "xdg-desktop-portal" }
        let manager = desktop.services.first { $0.name == "wireplumber" }
        guard desktop.isCameraPresent == false else { return late(desktop, snapshot, portal, manager) }
        return Finding(
            .desktopUnlisted, .note,
            "\(snapshot.chosen?.yieldsPictures == true ? "V4L2 works, but the" : "the") camera portal says that there is no camera",
            evidence: [EvidenceLine("org.freedesktop.portal.Camera IsCameraPresent", "false")]
                + [manager, portal].compactMap(\.self).map {
                    EvidenceLine(
                        "\($0.name).service",
                        $0.state + ($0.since.map { ", since \($0 / 1_000_000) s after the start" } ?? ""))
                },
            effect: effect,
            fixes: [
                Fix(
                    "Restart both services in this order",
                    commands: ["systemctl --user restart wireplumber", "systemctl --user restart xdg-desktop-portal"])
            ])
    }

    /// WirePlumber tells programs of a portal which cameras they may use; if it starts long before the portal, it may miss
    /// it. Only where the desktop's way is the camera's only one, since the order is usual and mostly harmless.
    private static func late(
        _ desktop: DesktopRecord, _ snapshot: Snapshot, _ portal: DesktopRecord.Service?,
        _ manager: DesktopRecord.Service?
    ) -> Finding? {
        guard desktop.isCameraPresent == true, snapshot.chosen?.yieldsPictures != true, let first = manager?.since,
            let second = portal?.since, (0...1 << 53).contains(first), (0...1 << 53).contains(second),
            second > first + 3_000_000
        else { return nil }
        return Finding(
            .desktopUnlisted, .note,
            "if camera apps list no camera: wireplumber was started \((second - first) / 1_000_000) s before the camera portal, and may not have noticed it",
            confidence: .possible,
            evidence: [
                EvidenceLine("wireplumber.service", "since \(first / 1_000_000) s after the start of the machine"),
                EvidenceLine("xdg-desktop-portal.service", "since \(second / 1_000_000) s"),
            ],
            effect: effect,
            fixes: [Fix("Restart it now that the portal runs", commands: ["systemctl --user restart wireplumber"])])
    }
}
