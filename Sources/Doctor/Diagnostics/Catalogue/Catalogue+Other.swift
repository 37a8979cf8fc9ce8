// SPDX-License-Identifier: Apache-2.0

extension Catalogue {
    /// About what would help the picture: a light, and settings that were saved.
    static let other: [CatalogueEntry] = [
        CatalogueEntry(
            id: .torchNotPermitted, check: .light, title: "a torch that this user may not switch",
            explanation: """
                The picture is too dark, and the machine has a light for the camera: a flash or torch that the
                kernel lists among its LEDs, as phones, tablets and some boards have. But its switch is a file that
                only root may write, and udev does not hand it out the way it does with cameras.

                The doctor looks for it only when it has found light.dark; nobody misses a torch in daylight. It
                finds `/sys/class/leds` entries whose names end in :flash or :torch, and `faccessat` says that this
                user may not write the file `brightness` in any of them (EACCES). A webcam's activity light is never
                taken for a torch: it is there to tell people that they are filmed.

                `sudo candela udev install --torch` puts a udev rule in place that gives the group video that one
                file; `sudo candela udev uninstall` takes it back. You must be in that group, as
                access.not-permitted describes. Or simply bring a lamp.

                Do not `chmod 666` the file, and do not scan as root for the light: a torch can get hot, and who may
                switch it should be a choice.
                """),
        CatalogueEntry(
            id: .profileLost, check: .light, title: "the saved settings are not in force",
            explanation: """
                Settings were saved for this camera, with an exposure, a focus or a zoom that suit its place, and
                the camera no longer has them. A camera forgets its settings when it loses power: a replug, a
                restart, sometimes USB power saving. Another program may also have changed them. It works by its
                defaults now, which need not suit this light.

                The doctor compares the camera's controls with the profile saved for it, which it knows by the
                camera's identity rather than its number, and shows each control that differs, with both values. If
                values change while it watches, somebody is at it right now: see node.disturbed.

                `candela profile apply NAME` sets them again. To have that done at every plug, keep the profile for
                the machine with `sudo candela profile save NAME --system`; `sudo candela udev install
                --apply-profile` then adds a udev rule for it, and `sudo candela udev uninstall` removes it. If the
                new settings are the better ones, save them under the same name in place of the old.
                """),
    ]
}
