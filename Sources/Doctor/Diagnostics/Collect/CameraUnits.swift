// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// The services of this machine that work with cameras, by the files of their units: those of well-known programs, and those that somebody
/// wrote for this machine and that speak of a camera.
struct CameraUnits {
    private let files: SystemFiles

    init(files: SystemFiles) { self.files = files }

    /// Asking systemd of a unit, and reading what it wrote, takes some ten milliseconds each.
    private static let limit = 6

    /// Where packages put units.
    private static let installed = ["/usr/lib/systemd/system", "/lib/systemd/system"]
    /// Where the machine's administrator puts them.
    private static let own = "/etc/systemd/system"

    /// Of programs that serve, relay or record cameras.
    private static let known = [
        "crowsnest", "webcamd", "camera-streamer", "ustreamer", "mjpg-streamer", "mjpg_streamer", "motion", "motioneye", "go2rtc", "mediamtx",
        "rtsp-simple-server", "v4l2rtspserver", "v4l2-relayd", "zoneminder",
    ]

    /// Whether it is one of those, whatever its instance.
    static func isKnown(_ unit: String) -> Bool { known.contains(String(unit.prefix { $0 != "." && $0 != "@" })) }

    /// What a unit of one's own for a camera names, in small letters.
    private static let signs = [
        "/dev/video", "/dev/v4l", "v4l2", "camera", "webcam", "rpicam", "picam", "kinect", "realsense", "mjpg", "mjpeg", "ustreamer", "barcode",
        "qrcode", "zbar",
    ]

    /// The names of such units, `crowsnest.service`, at most six.
    ///
    /// - Parameter home: of the user whose own units are looked at as well; `nil` for nobody's.
    func names(home: String?) -> [String] {
        var found = Self.known.map { $0 + ".service" }.filter { name in ([Self.own] + Self.installed).contains { files.exists("\($0)/\(name)") } }
        // Of Ubuntu's relay there is an instance for each camera, mostly `default`.
        if ([Self.own] + Self.installed).contains(where: { files.exists("\($0)/v4l2-relayd@.service") }) { found.append("v4l2-relayd@default.service") }
        let folders = [Self.own] + (home.map { [$0 + "/.config/systemd/user"] } ?? [])
        for folder in folders {
            for name in files.names(folder) ?? [] where name.hasSuffix(".service") && !name.contains("@") && !found.contains(name) {
                // A link is another name, or masks a unit.
                guard files.link("\(folder)/\(name)") == nil, let text = files.text("\(folder)/\(name)", limit: 1 << 14)?.lowercased(),
                    Self.signs.contains(where: text.contains)
                else { continue }
                found.append(name)
            }
        }
        return Array(found.prefix(Self.limit))
    }
}

extension ClientCollector {
    /// Services that work with cameras and have trouble that is not this camera's, which nobody asked about.
    ///
    /// - Parameters:
    ///   - path: the node in question.
    ///   - home: of the user whose own units are looked at as well.
    ///   - asked: the name of the unit that was asked about, which is examined anyway.
    package func troubledUnits(path: String?, home: String?, except asked: String?) -> [CameraClientRecord] {
        CameraUnits(files: files).names(home: home).filter { $0 != asked }
            .compactMap { try? unit($0, path) }.filter { $0.hasOwnTrouble && !hasCamera($0) }
    }

    /// Whether a program of the unit has a camera's node open: then it works. A relay has its virtual camera open, whether it works or not.
    private func hasCamera(_ record: CameraClientRecord) -> Bool {
        guard let id = record.processID, let group = files.text("/proc/\(id)/cgroup") else { return false }
        let virtual = Set(files.virtualVideoNodes)
        return files.processes(inGroup: group).contains { other in
            files.openFiles(of: other).contains { $0.hasPrefix("/dev/") && Self.isVideoNode($0) && !virtual.contains($0) }
        }
    }
}

extension CameraClientRecord {
    /// Whether it told of something that keeps it from pictures whatever the camera is like, and that is judged of units nobody asked about.
    fileprivate var hasOwnTrouble: Bool { programError != nil || childTrouble != nil || missingElement != nil || lastWords != nil }
}
