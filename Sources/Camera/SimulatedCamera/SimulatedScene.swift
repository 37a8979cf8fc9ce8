// SPDX-License-Identifier: Apache-2.0

public import Frames

/// What the simulated camera looks at, in which light, through which lens: everything its pictures follow from.
///
/// The camera looks down on a table along its axis. The table's plane crosses the axis at `distance`; labels with
/// codes lie on it. Positions on the table are millimetres from the crossing, x to the right, y down.
public struct SimulatedScene: Hashable, Sendable {
    // MARK: Objects

    public var codes: [SceneCode] = []
    /// From the lens to the table along the axis, millimetres.
    public var distance = 200.0
    /// The table's turn about the vertical axis of the picture, degrees; positive takes the right side away.
    public var tilt = 0.0
    /// The table's turn about the horizontal axis of the picture, degrees; positive takes the lower side away.
    public var pitch = 0.0
    /// The table's turn in its own plane, degrees, clockwise as seen.
    public var rotation = 0.0
    /// The print contrast: how much less the ink reflects than the paper, 0 to 1, as ISO/IEC 15416 defines symbol
    /// contrast but relative to the paper.
    public var contrast = 0.95
    /// The reflectance of the paper, 0 to 1.
    public var paperReflectance = 0.85
    /// The mean reflectance of the table top, 0 to 1.
    public var tableReflectance = 0.35
    /// How far the table's grain strays from that, relative, 0 to 1.
    public var tableGrain = 0.25
    /// The speed at which the labels slide to and fro along their lines, millimetres a second.
    public var speed = 0.0
    /// How far the labels slide to either side, millimetres.
    public var travel = 40.0

    // MARK: Light

    /// The illuminance on the table, lux: 500 an office, 100 a corridor, 10 a candle at 30 cm, 0.2 the full moon.
    public var illuminance = 500.0
    /// The lamp's swing with the mains; `nil` for daylight or a steady lamp.
    public var flicker: Flicker?
    /// A lamp's reflection in the label, relative to the light of a white sheet: 3 clips. It lies where the camera sees
    /// the lamp mirrored, the foot of the perpendicular on the table, so tilting the label moves it away.
    public var glare = 0.0
    /// The radius (standard deviation) of the reflection, millimetres on the table.
    public var glareRadius = 12.0
    /// The luminous intensity of the camera's torch, candela. It shines from beside the lens, so its light on the table
    /// falls with the square of the distance.
    public var torchIntensity = 12.0
    /// The torch's own reflection in the label, as `glare` is of the lamp's. 0 for matt paper.
    public var gloss = 0.0

    // MARK: Lens and sensor

    public var lens = Lens()
    public var sensor = Sensor()
    public var focus = Focus.automatic
    /// The digital zoom to begin with, 1 to 4.
    public var zoom = 1.0
    /// Whether corners are darker, by the cos⁴ law. Webcams correct it.
    public var hasVignetting = false
    public var hasNoise = true
    /// Chooses the noise and the table's grain; nothing else is random.
    public var seed: UInt64 = 1

    public enum Focus: Hashable, Sendable {
        /// The camera focuses by itself, to begin with.
        case automatic
        /// Automatic focus is off to begin with and the lens stands at this distance, in millimetres.
        case manual(Double)
        /// The camera has no focus drive and no controls for it; the lens stands at this distance, in millimetres.
        case fixed(Double)
    }

    // MARK: Stream

    /// The frame size to use where nobody asks for another.
    public var frameSize = FrameSize(width: 640, height: 480)
    /// The frame interval to use where nobody asks for another.
    public var interval = FrameInterval(numerator: 1, denominator: 30)!
    public var pace = Pace.real
    public var formats = Formats.plain
    public var faults: [SceneFault] = []

    public enum Formats: String, Hashable, Sendable, CaseIterable {
        /// Grey frames of any size.
        case plain
        /// YUYV and JPEG, as `SimulatedMode.webcam` lists them; `frameSize` then has no meaning.
        case webcam
        /// JPEG: a second of frames that are compressed ahead and come over and over, without controls and faults. So what
        /// a reader costs can be measured without what drawing costs.
        case loop
    }

    public enum Pace: String, Hashable, Sendable, CaseIterable {
        /// Frames come as fast as they are drawn, and the clock is the simulated one.
        case free
        /// Frames come at the camera's rate, by the monotonic clock.
        case real
    }

    /// An empty table in an office.
    public init() {}
}

/// Something that goes wrong, counted in frames from 0.
public enum SceneFault: Hashable, Sendable {
    /// No frame comes from this one on, for so many; `nil` for ever.
    case stall(frame: Int, count: Int?)
    /// Frames are flagged as damaged and grey below the middle.
    case corrupt(frame: Int, count: Int?)
    /// The camera is pulled out.
    case unplug(frame: Int)
    /// Another program is using the camera.
    case busy
    /// Control requests go unanswered from this frame on, as with firmware that hangs.
    case controlStall(frame: Int)
}
