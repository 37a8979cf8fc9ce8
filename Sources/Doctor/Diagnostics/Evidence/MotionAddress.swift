// SPDX-License-Identifier: Apache-2.0

/// How motion, a program of this machine that reads cameras, has the address of the examined camera in its settings, if it gets no
/// pictures, or bad ones, because of that. The address itself is not kept: it can hold a password.
package struct MotionAddress: Codable, Hashable, Sendable {
    package enum Fault: String, Codable, Hashable, Sendable {
        /// Something stands before the address, such as the word `value` of the example.
        case leadingText = "leading-text"
        /// That motion is too old for RTSP.
        case tooOld = "too-old"
        /// It reads the stream of another motion by HTTP itself, and not with FFmpeg.
        case ownReader = "own-reader"
    }

    package var fault: Fault
    /// The scheme of the address, `rtsp`.
    package var scheme: String
    /// The file of settings that has it, as motion sees it; absent if none can be read, and only the log tells.
    package var file: String?
    /// What stands before the address, if that is one plain word; absent otherwise.
    package var leading: String?
    /// The version of motion, as it calls itself or its package does: `4.1.1-1.1+b2`; absent if it is not known.
    package var version: String?
    /// What motion wrote of it, raw; absent if it wrote nothing, or its log cannot be read.
    package var line: String?
    /// Where it wrote that: `/var/log/motion/motion.log`, `journalctl -u motion.service`.
    package var log: String?
    /// The service of the machine's systemd to which the running one belongs; absent without one.
    package var unit: String?
    /// Whether it runs in a container; absent unless it does.
    package var isContained: Bool?
    /// Whether motionEye keeps that file of settings; absent unless it does.
    package var isOfMotionEye: Bool?

    package init(_ fault: Fault, scheme: String, file: String? = nil) {
        self.fault = fault
        self.scheme = scheme
        self.file = file
    }
}
