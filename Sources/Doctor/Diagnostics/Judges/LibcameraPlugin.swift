// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// PipeWire's plug-in for libcamera, over which the programs of a desktop get the cameras that V4L2 gives no pictures of.
struct LibcameraPlugin {
    private let place: Place
    /// Whether PipeWire's folder of plug-ins is there, and this one is not in it; `nil` if that is unknown.
    let isMissing: Bool?
    private let desktop: DesktopRecord?

    init(_ snapshot: Snapshot) {
        place = Place(snapshot)
        let desktop = snapshot.desktop?.value
        self.desktop = desktop
        // In a container or sandbox the session and its plug-ins are the host's. A camera without a node is libcamera's.
        let isKnown = !place.isGuest && desktop?.sources?.contains { $0.path == nil } != true
        isMissing = isKnown ? desktop?.hasLibcameraPlugin.map { !$0 } : nil
    }

    var evidence: EvidenceLine { EvidenceLine("spa-0.2/libcamera/libspa-libcamera.so", "missing beside PipeWire's other plug-ins") }

    /// What it means that it is missing. Without PipeWire's answer, programs may get the camera in another way.
    var consequence: String {
        desktop?.sources == nil
            ? "if the desktop's programs see no camera: PipeWire's libcamera plug-in is missing"
            : "PipeWire gives the desktop's programs no pictures of it, because its libcamera plug-in is missing"
    }

    /// Installs it, and lets PipeWire take notice.
    var fixes: [Fix] {
        [
            install,
            PipeWireServices(place).restart(
                "Then restart the services that list cameras", ["pipewire", "wireplumber", "xdg-desktop-portal"], of: desktop, isRunnable: false),
        ]
    }

    private var install: Fix {
        let title = "Install PipeWire's plug-in for libcamera"
        let isDebian12 = ["debian", "raspbian"].contains(place.platform.distribution) && place.platform.version == "12"
        return place.install(
            title,
            [
                .apt: isDebian12 ? "pipewire-libcamera" : "libspa-0.2-libcamera", .dnf: "pipewire-plugin-libcamera",
                .rpmOSTree: "pipewire-plugin-libcamera", .pacman: "pipewire-libcamera", .zypper: "pipewire-spa-plugins-0_2",
                .apk: "pipewire-spa-libcamera",
            ])
            ?? Fix("\(title) (Debian: libspa-0.2-libcamera; Fedora: pipewire-plugin-libcamera; Arch: pipewire-libcamera)")
    }
}
