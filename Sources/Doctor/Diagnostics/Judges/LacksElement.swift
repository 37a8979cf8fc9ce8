// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Judges a program that cannot build its pipeline of GStreamer because an element is missing: it says which.
enum LacksElement {
    /// - Parameter holders: the programs that have the camera: if one is the client's, its pipeline works.
    static func find(_ client: CameraClientRecord, _ holders: [HoldersRecord.Holder], _ place: Place) -> Finding? {
        guard let missing = client.missingElement, !client.has(holders) else { return nil }
        let plugin = ElementPlugin(element: missing.name)
        let again = client.kind == .container || client.ownUnit != nil ? client.again("Then start it again") : Fix("Then end the program, and start it again")
        return Finding(
            .accessServiceBroken, client.processID == nil ? .fail : .warn,
            "\(client.title) could not build a GStreamer pipeline: the element \(missing.name) is \(Self.state(missing)); it said \"\(missing.line.prefix(200))\"",
            confidence: .likely,
            evidence: [EvidenceLine(client.ownWords, missing.line)]
                + (missing.unloadable.map { [EvidenceLine("on disk", $0)] } ?? [])
                + (missing.folder.flatMap { folder in plugin.map { EvidenceLine(folder, "no \($0.fileNames[0])") } }.map { [$0] } ?? []),
            effect: "no picture gets through that pipeline; the camera is not at fault",
            fixes: [install(missing, plugin, client, place), again]
                + (client.kind == .container || missing.isOfApplication == true
                    ? [] : [Fix("Look whether GStreamer knows it now", commands: ["gst-inspect-1.0 \(Words.shell(missing.name))"], isRunnable: false)]))
    }

    private static func install(_ missing: MissingElement, _ plugin: ElementPlugin?, _ client: CameraClientRecord, _ place: Place) -> Fix {
        let name = missing.name
        if let file = missing.unloadable { return load(file, client) }
        if missing.isOfApplication == true {
            return Fix(
                "The program brings its own plug-ins of GStreamer (a sandbox, an AppImage, a root of its own), and those of this system do not count: update it, take another build of it, or ask its makers for the one with \(name)"
            )
        }
        if let fix = VendorElement.fix(name, client, place) { return fix }
        if client.kind == .container {
            let package = plugin.flatMap { packages[$0.package]?[.apt] }
            return Fix("Use an image that has it, or install it in the image\(package.map { " (Debian: \($0))" } ?? "")")
        }
        if let plugin, let fix = otherSource(name, plugin, place) { return fix }
        if let plugin, let fix = place.install("Install GStreamer's plug-ins that have it (\(title(plugin.package)))", packages[plugin.package] ?? [:]) {
            return fix
        }
        return Fix(
            plugin.map { "Install GStreamer's plug-ins that have it (\(title($0.package)))" }
                ?? "Install the package of GStreamer's plug-ins that has it: GStreamer's documentation says of each element in which set it is (base, good, bad, ugly, libav)"
        )
    }

    private static func state(_ missing: MissingElement) -> String {
        if let file = missing.unloadable {
            return "not known to it, although its plug-in is on disk (\(file)): either that came after the program was started, or GStreamer could not load it, and has it on its list of plug-ins that it does not try again (blacklist)"
        }
        return missing.isOfApplication == true ? "missing" : "not installed"
    }

    /// GStreamer keeps a list of its plug-ins for each user, and tries one that it could not load only after its file has changed. Source:
    /// GStreamer's gst/gstregistry.c.
    private static func load(_ file: String, _ client: CameraClientRecord) -> Fix {
        let isRoot = client.user?.id == 0
        // Of a unit with an account of its own.
        let account = client.kind == .unit && !isRoot ? client.user?.name : nil
        let user = isRoot ? "sudo " : account.map { "sudo -H -u \(Words.shell($0)) " } ?? ""
        let list = isRoot ? "/root/.cache/gstreamer-1.0" : account.map { "~\($0)/.cache/gstreamer-1.0" } ?? "~/.cache/gstreamer-1.0"
        return Fix(
            "Start the program again; if it says the same, see which library the plug-in lacks (\"not found\"), and build or install the version of the plug-in that fits the others, for an image processor of Intel's that of its HAL; then delete GStreamer's list, which is made again, and look whether it is still on the blacklist",
            commands: [
                "ldd \(Words.shell(file)) | grep 'not found'", "\(user)rm -rf \(list)", "\(user)gst-inspect-1.0 -b",
            ], needsRoot: isRoot || account != nil, isRunnable: false)
    }

    /// Elements that stand on patented methods: the distributions' own packages of the same set lack them, and others offer theirs.
    private static func otherSource(_ name: String, _ plugin: ElementPlugin, _ place: Place) -> Fix? {
        guard plugin.package == .ugly || ["x265", "openh264", "fdkaac"].contains(plugin.name) else { return nil }
        let isOpen = plugin.name == "openh264"
        switch place.platform.packages {
        case .dnf, .rpmOSTree:
            return Fix(
                isOpen
                    ? "Install gstreamer1-plugin-openh264 from Fedora's repository for Cisco's OpenH264 (fedora-cisco-openh264)"
                    : "Enable the repository RPM Fusion, and install \(plugin.package == .ugly ? "gstreamer1-plugins-ugly" : "gstreamer1-plugins-bad-freeworld") from it: the distribution's own packages lack \(name)"
            )
        case .zypper, .transactional:
            return Fix(
                "Enable the repository Packman, and install \(plugin.package == .ugly ? "gstreamer-plugins-ugly" : "gstreamer-plugins-bad") from it: the distribution's own package may lack \(name)"
            )
        default: return nil
        }
    }

    private static func title(_ package: ElementPlugin.Package) -> String {
        switch package {
        case .base: "the base plug-ins"
        case .good: "the good plug-ins"
        case .bad: "the bad plug-ins"
        case .ugly: "the ugly plug-ins, gst-plugins-ugly"
        case .libav: "those of FFmpeg, gst-libav"
        case .libcamera: "libcamera's"
        case .pipeWire: "PipeWire's"
        }
    }

    static let packages: [ElementPlugin.Package: [Platform.Packages: String]] = [
        .base: [
            .apt: "gstreamer1.0-plugins-base", .dnf: "gstreamer1-plugins-base", .rpmOSTree: "gstreamer1-plugins-base", .pacman: "gst-plugins-base",
            .zypper: "gstreamer-plugins-base", .apk: "gst-plugins-base",
        ],
        .good: [
            .apt: "gstreamer1.0-plugins-good", .dnf: "gstreamer1-plugins-good", .rpmOSTree: "gstreamer1-plugins-good", .pacman: "gst-plugins-good",
            .zypper: "gstreamer-plugins-good", .apk: "gst-plugins-good",
        ],
        .bad: [
            .apt: "gstreamer1.0-plugins-bad", .dnf: "gstreamer1-plugins-bad-free", .rpmOSTree: "gstreamer1-plugins-bad-free",
            .pacman: "gst-plugins-bad", .zypper: "gstreamer-plugins-bad", .apk: "gst-plugins-bad",
        ],
        // See `otherSource` for others.
        .ugly: [.apt: "gstreamer1.0-plugins-ugly", .pacman: "gst-plugins-ugly", .apk: "gst-plugins-ugly"],
        .libav: [.apt: "gstreamer1.0-libav", .dnf: "gstreamer1-plugin-libav", .pacman: "gst-libav", .zypper: "gstreamer-plugins-libav", .apk: "gst-libav"],
        .libcamera: [.apt: "gstreamer1.0-libcamera", .dnf: "libcamera-gstreamer", .pacman: "gst-plugin-libcamera"],
        .pipeWire: [.apt: "gstreamer1.0-pipewire", .dnf: "pipewire-gstreamer", .pacman: "gst-plugin-pipewire", .zypper: "gstreamer-plugin-pipewire"],
    ]
}
