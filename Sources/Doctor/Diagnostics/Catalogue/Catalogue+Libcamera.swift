// SPDX-License-Identifier: Apache-2.0

extension Catalogue {
    /// Cameras that libcamera drives.
    static let libcamera: [CatalogueEntry] = [
        CatalogueEntry(
            id: .libcameraMissing, check: .driver, title: "libcamera cannot be used",
            explanation: """
                A camera was named that libcamera should give, as in `libcamera:imx708`, and candela's plugin for libcamera
                cannot be loaded. Either libcamera is not installed, or its version is not the one that the plugin was compiled
                for: libcamera's interface changes with each release of a distribution.

                The evidence has the loader's own words.

                Install the packages `libcamera-ipa` and `libcamera-tools`, and the candela package of the same release. The
                plugin, libcandela-libcamera.so, belongs next to the command or in ../lib/candela.
                """),
        CatalogueEntry(
            id: .libcameraNoCamera, check: .presence, title: "libcamera lists no camera",
            explanation: """
                libcamera works on this machine and finds no camera. It looks for media devices whose driver it knows and whose
                sensor is bound. A webcam without the firmware's description of its port is not listed either, and needs no
                libcamera.

                `LIBCAMERA_LOG_LEVELS=*:DEBUG cam --list` (package libcamera-tools) shows which devices it looks at and why it
                leaves them.

                On a Raspberry Pi, check the cable and `dtoverlay` in config.txt. Elsewhere a newer libcamera may know the
                image processor: intel-ipu6 needs 0.3.1, intel-ipu7 0.6.
                """),
        CatalogueEntry(
            id: .libcameraNoIPA, check: .driver, title: "libcamera's image processing module is missing",
            explanation: """
                libcamera knows the image processor of this machine, but not the module that computes exposure and colours for
                it. Debian has these modules in a package of their own, and libcamera does not depend on it.

                The doctor sees it in libcamera's log, which names the module that was not found.

                Install `libcamera-ipa`. It must be of the same version as libcamera.
                """),
        CatalogueEntry(
            id: .libcameraNoMemory, check: .access, title: "libcamera gets no memory for pictures",
            explanation: """
                Image processors write pictures into memory that programs share, and libcamera takes it from /dev/dma_heap or
                /dev/udmabuf. Only root may open them unless a udev rule says otherwise. Raspberry Pi OS and systemd (since
                version 257, for udmabuf) have such a rule; Debian 12 has none.

                The doctor tries whether this user may open each of them, and reads libcamera's log.

                Give them to the group video by a udev rule and join that group. To undo it, remove the rule's file.
                """),
        CatalogueEntry(
            id: .libcameraUntuned, check: .driver, title: "libcamera does not know the sensor well",
            explanation: """
                libcamera has no description of this sensor: how many frames a new exposure takes, or which gain a number
                stands for. It then uses guesses. Pictures come, but automatic exposure can swing, and a value that candela
                sets can act later than expected.

                The doctor sees it in libcamera's log.

                A newer libcamera may know the sensor. Candela waits for the effect of what it sets, so calibration still works.
                """),
    ]
}
