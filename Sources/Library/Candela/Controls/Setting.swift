// SPDX-License-Identifier: Apache-2.0

internal import Frames

/// A setting of a camera, in units. What it requires, such as manual exposure for an exposure time, is set before it.
///
/// ```swift
/// try camera.set(.exposure(.milliseconds(8)), .zoom(2), .torch(.on))
/// ```
public struct Setting: Hashable, Sendable, CustomStringConvertible {
    let name: String
    let value: String
    /// Percent, if it is the torch.
    let torch: Int?

    private init(_ name: String, _ value: String, torch: Int? = nil) {
        self.name = name
        self.value = value
        self.torch = torch
    }

    /// Any control, by a name and a value as the command `candela set` takes them.
    ///
    /// - Parameters:
    ///   - name: the driver's name, or a plain one: `exposure`, `focus`, `gain`.
    ///   - value: the driver's number or word, or one with a unit: `8ms`, `60%`, `+2stops`.
    /// - Returns: the setting.
    public static func control(_ name: String, _ value: String) -> Setting { Setting(name, value) }

    /// The exposure time.
    ///
    /// - Parameter time: how long a frame is exposed.
    /// - Returns: the setting.
    public static func exposure(_ time: Duration) -> Setting { Setting("exposure", "\(time.milliseconds)ms") }

    /// The camera's own automatic exposure.
    public static let automaticExposure = Setting("exposure", "auto")

    /// Twice, or half, the light: changes exposure time by powers of two.
    ///
    /// - Parameter stops: 1 for twice the time, -1 for half of it.
    /// - Returns: the setting.
    public static func brighter(stops: Double) -> Setting {
        Setting("exposure", (stops < 0 ? "" : "+") + "\(stops)stops")
    }

    /// The gain.
    ///
    /// - Parameter percent: of the camera's range, 0 to 100.
    /// - Returns: the setting.
    public static func gain(percent: Double) -> Setting { Setting("gain", "\(percent)%") }

    /// The zoom.
    ///
    /// - Parameter magnification: 2 shows half the width.
    /// - Returns: the setting.
    public static func zoom(_ magnification: Double) -> Setting { Setting("zoom", "\(magnification)x") }

    /// The focus.
    ///
    /// - Parameter focus: where the picture shall be sharp.
    /// - Returns: the setting.
    public static func focus(_ focus: Focus) -> Setting { Setting("focus", focus.value) }

    /// The white balance.
    ///
    /// - Parameter kelvin: the colour temperature of the light.
    /// - Returns: the setting.
    public static func whiteBalance(kelvin: Double) -> Setting { Setting("white_balance", "\(kelvin)K") }

    /// What the camera does against the flicker of lamps.
    ///
    /// - Parameter hertz: the frequency of the mains, 50 or 60.
    /// - Returns: the setting.
    public static func powerLine(hertz: Int) -> Setting { Setting("power_line", "\(hertz)Hz") }

    /// The camera's light.
    ///
    /// - Parameter level: how bright.
    /// - Returns: the setting.
    public static func torch(_ level: TorchLevel) -> Setting {
        Setting("torch", "\(level.percent)%", torch: level.percent)
    }

    /// `exposure=8.0ms`.
    public var description: String { "\(name)=\(value)" }

    /// Where a picture is sharp.
    public struct Focus: Hashable, Sendable {
        let value: String

        /// The camera's own autofocus.
        public static let automatic = Focus(value: "auto")
        /// As near as the lens goes.
        public static let near = Focus(value: "near")
        /// As far as the lens goes.
        public static let far = Focus(value: "far")

        /// A place in the lens's range.
        ///
        /// - Parameter percent: 0 for the driver's lowest number, 100 for its highest.
        /// - Returns: the focus.
        public static func percent(_ percent: Double) -> Focus { Focus(value: "\(percent)%") }
    }
}

/// How bright a light is.
public struct TorchLevel: Hashable, Sendable, CustomStringConvertible {
    /// 0 (off) to 100.
    public let percent: Int

    /// As bright as it can.
    public static let on = TorchLevel(percent: 100)
    /// Dark.
    public static let off = TorchLevel(percent: 0)

    /// A level between off and on.
    ///
    /// - Parameter percent: 0 to 100; other numbers become the nearest of these.
    /// - Returns: the level.
    public static func percent(_ percent: Int) -> TorchLevel { TorchLevel(percent: min(max(percent, 0), 100)) }

    /// `30 %`.
    public var description: String { "\(percent) %" }
}
