// SPDX-License-Identifier: Apache-2.0

extension Catalogue {
    /// Cameras of PipeWire.
    static let pipeWire: [CatalogueEntry] = [
        CatalogueEntry(
            id: .pipeWireNoDaemon, check: .presence, title: "the PipeWire daemon does not run",
            explanation: """
                PipeWire is a daemon of each user's session that shares cameras among programs. Nothing listens at its socket,
                `$XDG_RUNTIME_DIR/pipewire-0`. It is started by systemd for each login where it is installed; in an SSH session of
                a user who is not logged in at the machine, under sudo, and in a container, it is not there.

                `systemctl --user status pipewire wireplumber` shows both services. `candela scan /dev/video0` needs neither.
                """),
        CatalogueEntry(
            id: .pipeWireNoManager, check: .presence, title: "no session manager runs beside PipeWire",
            explanation: """
                The daemon only moves pictures. A session manager, usually WirePlumber, finds the cameras, lists them, and connects
                each program with its camera. The doctor found a daemon in which no session manager has registered the defaults
                that all keep there.

                `systemctl --user status wireplumber` tells why it does not run. Right after a login it needs some seconds.
                """),
        CatalogueEntry(
            id: .pipeWireNoCamera, check: .presence, title: "no camera in PipeWire",
            explanation: """
                The daemon and its session manager run, and there is no node of the class Video/Source. Either this machine has no
                camera, or the session manager could not open its node when it looked, or a rule of WirePlumber disables it.

                The doctor waits two seconds for the first camera. `wpctl status` lists what PipeWire has; `candela doctor` without
                an address looks at the machine's own cameras.
                """),
        CatalogueEntry(
            id: .pipeWireNoPortal, check: .presence, title: "there is no camera portal",
            explanation: """
                The address portal: asks the desktop for the cameras, as programs in a sandbox must: over the session bus, with the
                interface org.freedesktop.portal.Camera of xdg-desktop-portal. There is no session bus, or nothing on it has that
                interface.

                `busctl --user introspect org.freedesktop.portal.Desktop /org/freedesktop/portal/desktop` lists what the portal can
                do. Outside a sandbox `pipewire:` reaches the same cameras without a question.
                """),
        CatalogueEntry(
            id: .pipeWireRefused, check: .access, title: "this user may not use PipeWire",
            explanation: """
                The socket is there, but belongs to somebody else: PipeWire serves the user who started it. That happens under sudo
                with the other user's XDG_RUNTIME_DIR.

                Run candela as that user. In the session of another user, `portal:` and `pipewire:` reach that user's daemon only.
                """),
        CatalogueEntry(
            id: .pipeWireDenied, check: .access, title: "the camera portal denied access",
            explanation: """
                The portal asked, and the answer was no; or an earlier no is kept. Answers are kept for each application in the
                permission store, table devices, id camera. Programs outside a sandbox have no application id and share one
                answer.

                The desktop's privacy settings show the answers (GNOME: Settings, Privacy, Camera). `flatpak permissions devices`
                lists them. The fix deletes the shared one, so that the portal asks again.
                """),
        CatalogueEntry(
            id: .pipeWireUnanswered, check: .access, title: "the camera portal's question was not answered",
            explanation: """
                The portal was asked for the cameras, and ended the request without a yes or no, or did not answer within a
                minute. Usually nobody saw the question: the portal needs a back end of the desktop that can show it, and one for
                another desktop, or a screen that nobody watches, does not help.

                `candela doctor` in a desktop session also judges the back end (desktop.portal-backend).
                """),
        CatalogueEntry(
            id: .pipeWireBusy, check: .contention, title: "the camera of PipeWire is in use",
            explanation: """
                A camera of PipeWire has one format for all programs that read from it, and the first program chooses it. Candela
                takes every format and size that it can read, so sharing fails only if the other program's is none of these, or if
                --format or --size demand another one. Or a program has the camera's node itself, without PipeWire: then PipeWire
                cannot open it, and the daemon says "Device or resource busy".

                The evidence names the programs that are linked to the camera.
                """),
        CatalogueEntry(
            id: .pipeWireNoFormat, check: .stream, title: "no common format with the camera",
            explanation: """
                The camera offers formats, and none of them is one that candela reads or that was requested. Candela reads grey,
                all common YUV and RGB formats and Motion-JPEG; not H.264, whose frames depend on each other, and no raw sensor
                data.

                `pw-cli enum-params ID EnumFormat` prints what the camera offers.
                """),
        CatalogueEntry(
            id: .pipeWireNotLinked, check: .stream, title: "the session manager did not connect the camera",
            explanation: """
                The stream was made, and the session manager did not link it to the camera within eight seconds. It hangs, it runs
                without the module that links, or a policy forbids it.

                WirePlumber 0.4 links nothing where it cannot watch the login sessions. Its journal tells.
                """),
        CatalogueEntry(
            id: .pipeWireNoFrames, check: .stream, title: "no frame comes from PipeWire",
            explanation: """
                The stream is linked and has a format, and no frame came within eight seconds. The camera hangs, or the program that
                should make the pictures does not.

                If the camera has a node of its own, `candela doctor` examines it without PipeWire. `pw-top` shows which nodes run, and
                whether the camera's has had an error.
                """),
        CatalogueEntry(
            id: .pipeWireLost, check: .stream, title: "the stream of PipeWire ended",
            explanation: """
                Frames came, and then the daemon stopped or the camera was removed from it: unplugged, or the program that made the
                pictures ended.

                `candela scan pipewire:NAME --wait` waits until the camera is back and goes on.
                """),
        CatalogueEntry(
            id: .pipeWireFailed, check: .stream, title: "the PipeWire daemon failed",
            explanation: """
                The daemon did not answer, or reported an error that has no finding of its own. The evidence has its words.

                `journalctl --user -u pipewire` and `PIPEWIRE_DEBUG=3 candela doctor pipewire:` tell more. A restart of both
                services ends the streams of all programs, also those of sound.
                """),
    ]
}
