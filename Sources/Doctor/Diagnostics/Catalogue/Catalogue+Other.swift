// SPDX-License-Identifier: Apache-2.0

extension Catalogue {
    /// What could improve the picture: a torch, and saved settings.
    static let other: [CatalogueEntry] = [
        CatalogueEntry(
            id: .torchNotPermitted, check: .light, title: "this user has no permission to switch the torch",
            explanation: """
                The picture is too dark, and the machine has a light for the camera: a flash or torch that the
                kernel lists among its LEDs, as on phones, tablets and some boards. But only root can write the file
                that switches it, and udev does not give users access to it as it does for cameras.

                The doctor checks this only if it has found light.dark: in daylight no torch is needed. It finds
                `/sys/class/leds` entries whose names end in :flash or :torch, and `faccessat` reports that this
                user cannot write the file `brightness` in any of them (EACCES). A webcam's activity light is never
                used as a torch: it tells people that they are being filmed.

                `sudo candela udev install --torch` installs a udev rule that gives that one file to the group video
                (undo: `sudo candela udev uninstall`). You must be in that group (see access.not-permitted). Or use
                a lamp.

                Do not `chmod 666` the file, and do not scan as root for the light: a torch can get hot, so choose
                who may switch it.
                """),
        CatalogueEntry(
            id: .profileLost, check: .light, title: "the saved settings are not active",
            explanation: """
                Settings were saved for this camera, such as an exposure, a focus or a zoom that suit its place, and
                the camera no longer has them. A camera loses its settings when it loses power: after a replug, a
                reboot, sometimes USB power saving. Another program may also have changed them. The camera now uses
                its defaults, which may not suit this light.

                The doctor compares the camera's controls with the profile saved for it, which it finds by the
                camera's identity rather than its number, and shows each control that differs, with both values. If
                values change while it watches, another program is changing them right now: see node.disturbed.

                `candela profile apply NAME` sets them again. To apply them at every plug, save the profile for the
                machine with `sudo candela profile save NAME --system`; `sudo candela udev install --apply-profile`
                then adds a udev rule for it, and `sudo candela udev uninstall` removes it. If the new settings are
                better, save them under the same name to replace the old ones.
                """),
    ]
}
