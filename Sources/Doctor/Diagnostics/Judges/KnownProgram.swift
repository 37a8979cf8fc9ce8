// SPDX-License-Identifier: Apache-2.0

/// Programs that many people run in containers, in the words of their own configuration.
enum KnownProgram {
    /// Whether it opens cameras by the names in its settings, as FFmpeg does, and looks for none through udev.
    static func opensByName(_ client: CameraClientRecord) -> Bool {
        ["frigate", "go2rtc", "ffmpeg", "motion", "mjpg"].contains(where: client.name.lowercased().contains)
            || client.complaints?.contains { $0.lowercased().contains("ffmpeg") } == true
    }

    /// How this program is given a camera; `nil` for one that is not known.
    ///
    /// - Parameter group: the number of the node's group.
    static func fix(_ client: CameraClientRecord, _ node: NodeRecord, group: UInt32?) -> Fix? {
        let name = client.name.lowercased()
        let place = Words.shell(node.place)
        let groups = group.map { "  group_add: [\"\($0)\"]" } ?? ""
        let compose = "# docker-compose.yml: devices: [\"\(place):\(place)\"]\(groups)"
        if name.contains("frigate") {
            return Fix(
                "Give it to Frigate in its docker-compose.yml, and in its config.yml as input of ffmpeg (under Home Assistant OS: switch the add-on's protection mode off)",
                commands: [
                    compose, "docker compose up -d --force-recreate \(Words.shell(client.name))",
                    "# config.yml: ffmpeg: inputs: - path: \(place)  input_args: -f v4l2  roles: [detect]",
                ], isRunnable: false)
        }
        if name.contains("addon_") || name.contains("hassio_") {
            return Fix(
                "Let the add-on have the machine's video nodes: video: true in its config.yaml; or, for one from a store, switch its protection mode off, and restart it",
                commands: ["ha addons restart \(Words.shell(addOn(client.name)))"], isRunnable: false)
        }
        if name.contains("homeassistant") || name.contains("home-assistant") {
            return Fix(
                "Give it to Home Assistant's container, and start it again; Home Assistant OS passes all devices by itself",
                commands: [compose, "docker compose up -d --force-recreate \(Words.shell(client.name))"],
                isRunnable: false)
        }
        if name.contains("octoprint") {
            return Fix(
                "Give it to OctoPrint's container, which starts its camera server only if told to",
                commands: [
                    compose, "# environment: ENABLE_MJPG_STREAMER=true  CAMERA_DEV=\(place)",
                    "docker compose up -d --force-recreate \(Words.shell(client.name))",
                ], isRunnable: false)
        }
        return nil
    }

    /// How the image of a program is started that takes its pictures from libcamera; `nil` for one that is not known. Source: MediaMTX's
    /// documentation, "Raspberry Pi Cameras", whose camera program is unpacked into /dev/shm and run there.
    static func withLibcamera(_ client: CameraClientRecord) -> Fix? {
        // Its words for a node that it opens by V4L2. Source: motion's video_v4l2.c.
        if (client.complaints ?? []).contains(where: { $0.contains("vid_v4lx_") || $0.contains("v4l2_") && $0.contains("[VID]") }) {
            return Fix(
                "motion opens the video node itself, which has no pictures for it however the container is made: take an image with a motion that has libcamera built in (libcam_device in its settings), start motion by libcamerify in the image, or let rpicam-vid or MediaMTX stream the camera, and add its address as a network camera. Those that use libcamera in the container need what follows"
            )
        }
        guard client.name.lowercased().contains("mediamtx") else { return nil }
        return Fix(
            "Create MediaMTX's container again with its options for a Raspberry Pi's camera",
            commands: [
                "\(client.containerEngine) run --network=host --privileged --tmpfs /dev/shm:exec --volume /run/udev:/run/udev:ro bluenviron/mediamtx:1-rpi   # and the options that it has now"
            ], isRunnable: false)
    }

    /// The add-on's name for `ha`: containers are called `addon_` and that.
    private static func addOn(_ container: String) -> String {
        container.hasPrefix("addon_") ? String(container.dropFirst(6)) : container
    }
}
