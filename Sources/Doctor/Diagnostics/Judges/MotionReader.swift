// SPDX-License-Identifier: Apache-2.0

/// Notes on a motion of this machine that gets no pictures of the examined camera, or bad ones, because of the address in its settings. What
/// candela itself gets does not depend on it.
enum MotionReader {
    static func note(_ network: NetworkRecord) -> Finding? {
        guard let motion = network.motion else { return nil }
        return switch motion.fault {
        case .leadingText: leadingText(motion, network)
        case .tooOld: tooOld(motion, network)
        case .ownReader: ownReader(motion, network)
        }
    }

    private static func leadingText(_ motion: MotionAddress, _ network: NetworkRecord) -> Finding {
        let word = motion.leading.map { "the word \"\($0)\"" } ?? "something"
        let example = motion.leading == "value" ? ", as in the example's line (; netcam_url value)" : ""
        let address = address(network)
        return found(
            motion, motion.file == nil ? .likely : .certain,
            motion.file.map { "\(title(motion)) cannot use this camera's address: in \($0), \(word) stands before it in netcam_url\(example)" }
                ?? "\(title(motion)) cannot use the address of one of its cameras: in netcam_url, something stands before \(motion.scheme)://, such as the word \"value\" of the example's line",
            EvidenceLine(motion.file ?? "netcam_url", "netcam_url \(motion.leading ?? "…") \(motion.scheme)://…"),
            effect:
                "motion takes the whole rest of the line for the address, which then does not begin with a service that it knows (Invalid netcam service '\(motion.scheme)'); it gets no pictures",
            motion.isOfMotionEye == true
                ? [Fix("In motionEye, whose files it writes itself: remove this camera, and add it again as a network camera with the address \(address)")]
                : [
                    Fix(
                        "Write only the address after netcam_url, without \(motion.leading.map { "\"\($0)\"" } ?? "what stands before it"), and restart motion",
                        commands: ["# \(motion.file ?? "motion.conf"): netcam_url \(address)"] + restart(motion), needsRoot: true, isRunnable: false)
                ])
    }

    /// RTSP came with 3.4. Source: motion's netcam.c, netcam_url_parse.
    private static func tooOld(_ motion: MotionAddress, _ network: NetworkRecord) -> Finding {
        found(
            motion, .certain,
            "\(title(motion)) is too old for this camera's address in its settings: RTSP (rtsp://) is supported from version 3.4 on, and well from 4.0 on",
            EvidenceLine(motion.file ?? "netcam_url", "netcam_url rtsp://…"),
            effect: "motion takes the address for invalid (Invalid netcam_url) and gets no pictures; address, user and password can be right",
            [
                Fix(
                    "Install a newer motion (4.1 or later): with a newer release of this system, or the package for it from github.com/Motion-Project/motion/releases"
                ),
                Fix("Or name the camera's MJPEG stream or its single pictures (JPEG) in netcam_url, if it has an address with http:// for them"),
            ])
    }

    /// Sources: motion's motion_config.html of 4.2, netcam_url: mjpeg:// lets FFmpeg read http://; motion's change 876c043b, from which on it
    /// does so for http://; motionEye's issue 1136 and motionEyeOS' issue 2782.
    private static func ownReader(_ motion: MotionAddress, _ network: NetworkRecord) -> Finding {
        let address = address(network)
        let better = "mjpeg" + address.drop { $0 != ":" }
        return found(
            motion, .likely,
            "\(title(motion)) reads this stream, which another motion sends, with its own reader (http:// in netcam_url), and that shows green or grey pictures, or none, of streams of motion 4.2 and later",
            EvidenceLine(motion.file ?? "netcam_url", "netcam_url http://…"),
            effect: "motion's pictures of this camera can be green or grey, or missing; the stream itself is in order",
            [
                Fix(
                    "Write mjpeg:// in place of http://, which lets FFmpeg read the stream, and restart motion",
                    commands: ["# \(motion.file ?? "motion.conf"): netcam_url \(better)"] + restart(motion), needsRoot: true, isRunnable: false),
                motion.isOfMotionEye == true
                    ? Fix("In motionEye: remove this camera and add it again as a network camera with the address \(better)") : nil,
                Fix("Or update motion to 4.4 or later, which reads http:// with FFmpeg"),
            ].compactMap(\.self))
    }

    // MARK: Words

    private static func found(
        _ motion: MotionAddress, _ confidence: Finding.Confidence, _ message: String, _ setting: EvidenceLine, effect: String, _ fixes: [Fix]
    ) -> Finding {
        let told = motion.line.map { [EvidenceLine(motion.log ?? "motion's log", $0)] } ?? []
        let version = motion.version.map { [EvidenceLine("motion", $0)] } ?? []
        return Finding(.accessServiceReports, .note, message, confidence: confidence, evidence: [setting] + version + told, effect: effect, fixes: fixes)
    }

    /// `motion 4.1.1`, without the distribution's part.
    private static func title(_ motion: MotionAddress) -> String {
        "motion" + (motion.version.map { " " + $0.prefix { $0 != "-" } } ?? "") + (motion.isContained == true ? " in a container" : " on this machine")
    }

    /// For motion: an ONVIF camera tells that of its video.
    private static func address(_ network: NetworkRecord) -> String {
        let address = network.onvif?.video ?? (network.address.hasPrefix("onvif:") ? "rtsp://\(network.host)/…" : network.address)
        return AddressSecrets.removed(from: address[...])
    }

    private static func restart(_ motion: MotionAddress) -> [String] { motion.unit.map { ["sudo systemctl restart \(Words.shell($0))"] } ?? [] }
}
