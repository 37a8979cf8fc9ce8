// SPDX-License-Identifier: Apache-2.0

package import UserSession

/// A running program that can take a Raspberry Pi's camera from its firmware (MMAL, `/dev/vchiq`). What files the processes of others have
/// open, only root sees; what runs, everybody does.
package struct FirmwareProgram: Codable, Hashable, Sendable {
    package var name: String
    package var processID: Int
    /// The service that it runs in; `nil` without one, and for one that is made for a name, which can be a person's.
    package var unit: String?

    /// Whether it can have a camera in this way only; the others take cameras of USB and of the network as well.
    package var needsFirmware: Bool { !["motion", "uv4l"].contains(name) }

    /// Their names, and what their command must hold. Source: the programs' own documentation.
    private static let known: [(name: String, word: String?)] = [
        ("motion", nil), ("raspivid", nil), ("raspistill", nil), ("raspiyuv", nil), ("raspividyuv", nil), ("raspimjpeg", nil), ("pikrellcam", nil),
        ("uv4l", nil), ("mjpg_streamer", "input_raspicam"), ("gst-launch-1.0", "rpicamsrc"),
    ]

    /// Those that run, at most four.
    package static func find(_ files: SystemFiles) -> [FirmwareProgram] {
        var found: [FirmwareProgram] = []
        for process in files.processes where found.count < 4 {
            guard let name = files.line("/proc/\(process)/comm"), let known = known.first(where: { $0.name == name }) else { continue }
            let command = files.text("/proc/\(process)/cmdline") ?? ""
            guard known.word.map({ command.contains($0) }) ?? true else { continue }
            found.append(FirmwareProgram(name: name, processID: process, unit: unit(of: process, files)))
        }
        return found
    }

    private static func unit(of process: Int, _ files: SystemFiles) -> String? {
        let parts = (files.text("/proc/\(process)/cgroup") ?? "").split { $0 == "/" || $0 == "\n" }
        return parts.last { $0.hasSuffix(".service") && !$0.contains("@") }.map(String.init)
    }
}
