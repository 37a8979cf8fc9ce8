// SPDX-License-Identifier: Apache-2.0

/// What OBS Studio on this machine can do with virtual cameras, by its newest log and the places of its plug-ins.
package struct OBSRecord: Codable, Hashable, Sendable {
    /// `26.1.0`; absent if its log does not tell.
    package var version: String?
    /// Whether it is the Flatpak, which sees no plug-ins of the system.
    package var isFlatpak: Bool
    /// Whether it runs.
    package var isRunning = false
    /// Whether it has found no v4l2loopback, and thus offers no virtual camera.
    package var lacksLoopback: Bool
    /// The plug-in that feeds a virtual camera (obs-v4l2sink), where this OBS does not look for plug-ins; absent without such.
    package var strayPlugin: String?
    /// The folder in which it looks; absent for the Flatpak.
    package var pluginFolder: String?
    /// Whether it is the snap; absent in older evidence, and unless it is.
    package var isSnap: Bool?
    /// What became of its virtual camera, by its log; absent in older evidence, and if nobody has started it.
    package var virtualCamera: VirtualCamera?
    /// Why pkexec did not load v4l2loopback, for which OBS had asked it since the machine's start: `Not authorized`. Absent in older evidence, and
    /// unless it is so.
    package var loadRefusal: String?

    package enum VirtualCamera: String, Codable, Sendable {
        case running
        case stopped
        /// The last attempt to start it has failed.
        case failed
        /// The last attempt has failed, and one before it had not.
        case failedAgain
    }

    /// Whether the last attempt to start its virtual camera has failed.
    var hasFailed: Bool { virtualCamera == .failed || virtualCamera == .failedAgain }

    /// The names of its program, and of its Flatpak.
    static let names: Set = ["com.obsproject.Studio", "obs", "obs-studio"]

    /// Whether its first number is below this one. OBS has a virtual camera of its own on Linux since 26.1, and the Flatpak asks the machine
    /// for the module since 27. Source: OBS Studio's release notes of 26.1 and 27.0, obsproject/obs-studio#4552.
    func isOlder(_ least: Int) -> Bool {
        version.flatMap { $0.split(separator: ".").first }.flatMap { Int($0) }.map { $0 < least } ?? false
    }

    /// Whether it has no virtual camera of its own yet.
    var lacksCamera: Bool {
        let numbers = (version ?? "").split(separator: ".").prefix(2).compactMap { Int($0) }
        return numbers.count == 2 && (numbers[0], numbers[1]) < (26, 1)
    }

    package init(version: String?, isFlatpak: Bool, lacksLoopback: Bool) {
        self.version = version
        self.isFlatpak = isFlatpak
        self.lacksLoopback = lacksLoopback
    }
}
