// SPDX-License-Identifier: Apache-2.0

/// A command from a test to the running camera.
package enum DeviceCommand: Hashable, Sendable {
    /// Refuse every request for a control (by V4L2 name) and report `error`; without an error, accept again.
    case stall(control: String, error: RequestError?)
    /// Refuse writes of a control, which can still be read.
    case refuse(control: String)
    /// Stop sending frames, or continue.
    case freeze(Bool)
    /// Damage the contents of the next frames: truncate YUYV, overwrite the middle of JPEG.
    case corrupt(frames: Int)
    /// Set the error bit in the headers of the next frames.
    case flagError(frames: Int)
    /// Put bytes without meaning before the restart markers of the next JPEG frames, which leaves the pixels whole. Many
    /// cameras do that in every frame.
    case stray(frames: Int)
    /// Answer no request for a descriptor, as behind a bad cable, or answer again. It counts when the camera is plugged in.
    case mute(Bool)
    case unplug
    case plug
    /// Change a control on the camera itself, like a hand on its privacy slider.
    case set(control: String, value: Int64)
    case quit

    /// The syntax of the commands, for the usage text.
    package static let syntax = """
        stall CONTROL [ERROR-CODE] | refuse CONTROL | unstall CONTROL | freeze | thaw
        | corrupt [FRAMES] | error [FRAMES] | stray [FRAMES] | mute | unmute | unplug | plug
        | set CONTROL VALUE | quit
        """

    package init?(_ line: some StringProtocol) {
        let words = String(line).split(separator: " ").map(String.init)
        let count = words.count > 1 ? Int(words[1]) : 1
        switch (words.first, words.count) {
        case ("stall", 2): self = .stall(control: words[1], error: .invalidRequest)
        case ("stall", 3):
            guard let code = UInt8(words[2]), let error = RequestError(rawValue: code) else { return nil }
            self = .stall(control: words[1], error: error)
        case ("refuse", 2): self = .refuse(control: words[1])
        case ("unstall", 2): self = .stall(control: words[1], error: nil)
        case ("freeze", 1): self = .freeze(true)
        case ("thaw", 1): self = .freeze(false)
        case ("corrupt", 1...2):
            guard let count else { return nil }
            self = .corrupt(frames: count)
        case ("error", 1...2):
            guard let count else { return nil }
            self = .flagError(frames: count)
        case ("stray", 1...2):
            guard let count else { return nil }
            self = .stray(frames: count)
        case ("mute", 1): self = .mute(true)
        case ("unmute", 1): self = .mute(false)
        case ("unplug", 1): self = .unplug
        case ("plug", 1): self = .plug
        case ("set", 3):
            guard let value = Int64(words[2]) else { return nil }
            self = .set(control: words[1], value: value)
        case ("quit", 1): self = .quit
        default: return nil
        }
    }
}

/// A command to run before a frame is sent.
package struct ScheduledCommand: Hashable, Sendable {
    /// The frame's number since the program started, from 0.
    package var frame: Int
    package var command: DeviceCommand

    /// Parses `30:unplug`.
    package init?(_ text: some StringProtocol) {
        let parts = String(text).split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let frame = Int(parts[0]), frame >= 0, let command = DeviceCommand(parts[1]) else {
            return nil
        }
        self.frame = frame
        self.command = command
    }
}
