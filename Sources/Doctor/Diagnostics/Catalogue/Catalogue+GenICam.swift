// SPDX-License-Identifier: Apache-2.0

extension Catalogue {
    /// Cameras of machine vision.
    static let genICam: [CatalogueEntry] = [
        CatalogueEntry(
            id: .genICamMissing, check: .driver, title: "the library Aravis is not installed",
            explanation: """
                Cameras of machine vision (USB3 Vision and GigE Vision) have no kernel driver. Candela reads them through the
                library Aravis, which is not installed or cannot be loaded.

                The evidence has the loader's own words.

                Install `libaravis-0.8-0`.
                """),
        CatalogueEntry(
            id: .genICamNoCamera, check: .presence, title: "no camera of machine vision answers",
            explanation: """
                A camera was named as `aravis:NAME`, and none with this id, serial number or IP address answers. A camera on the
                network must have an address of the same network as this machine, and answers over UDP, which firewalls often
                drop. A camera on USB answers only to users who may open its USB device.

                `arv-tool-0.8` (package aravis-tools-cli) lists the cameras that Aravis finds, with their names.

                Set the camera's address with its maker's tool. On USB, a udev rule for the class gives its users access
                without root; remove its file to undo it.

                As a note: programs with makers' own producers of GenTL (files `*.cti`) look for them in the folders of the variable
                GENICAM_GENTL64_PATH. A shell's settings set it, and it is missing below `sudo` and `su`, in services, and in shells
                that are older than the installation. `sudo -E` keeps it, and a line of /etc/environment sets it for all users.
                Candela itself does not need it.
                """),
    ]
}
