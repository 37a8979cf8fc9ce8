// SPDX-License-Identifier: Apache-2.0

package import Frames

/// The scene of the simulated camera: objects, light, lens, sensor and stream, which determine its pictures.
///
/// The camera looks down on a table. The table's plane crosses the camera's axis at `distance`; labels with codes lie
/// on it. Positions on the table are millimetres from that point, x to the right, y down.
package struct SimulatedScene: Hashable, Sendable {
    // MARK: Objects

    package var codes: [SceneCode] = []
    /// From the lens to the table along the axis, millimetres.
    package var distance = 200.0
    /// The table's rotation about the vertical axis of the picture, degrees; positive moves the right side away.
    package var tilt = 0.0
    /// The table's rotation about the horizontal axis of the picture, degrees; positive moves the lower side away.
    package var pitch = 0.0
    /// The table's rotation in its own plane, degrees, clockwise as seen.
    package var rotation = 0.0
    /// The print contrast: how much less the ink reflects than the paper, 0 to 1. Like symbol contrast in ISO/IEC 15416,
    /// but relative to the paper.
    package var contrast = 0.95
    /// The reflectance of the paper, 0 to 1.
    package var paperReflectance = 0.85
    /// The mean reflectance of the table top, 0 to 1.
    package var tableReflectance = 0.35
    /// The relative deviation of the table's texture from that, 0 to 1.
    package var tableGrain = 0.25
    /// The speed at which the labels move back and forth, millimetres per second.
    package var speed = 0.0
    /// The distance that the labels move to either side, millimetres.
    package var travel = 40.0

    // MARK: Light

    /// The illuminance on the table, lux: 500 an office, 100 a corridor, 10 a candle at 30 cm, 0.2 the full moon.
    package var illuminance = 500.0
    /// The illuminance over time, in place of `illuminance`; `nil` for a constant one.
    package var course: LightCourse?
    /// A lamp that is switched on and off. If there is one, only its light flickers.
    package var lamp: SwitchedLamp?
    package var clouds: Clouds?
    package var shadows: PassingShadows?
    /// The lamp's flicker; `nil` for daylight or a steady lamp.
    package var flicker: Flicker?
    /// A lamp's reflection on the label, relative to the light of white paper: 3 clips. It is where the table mirrors the
    /// lamp into the camera, at the foot of the perpendicular, so tilting the label moves it away.
    package var glare = 0.0
    /// The radius (standard deviation) of the reflection, millimetres on the table.
    package var glareRadius = 12.0
    /// The luminous intensity of the camera's torch, candela. It is beside the lens, so its light on the table falls with
    /// the square of the distance.
    package var torchIntensity = 12.0
    /// The torch's own reflection on the label, in the unit of `glare`. 0 for matt paper.
    package var gloss = 0.0

    // MARK: Lens and sensor

    package var lens = Lens()
    package var sensor = Sensor()
    package var focus = Focus.automatic
    /// The initial digital zoom, 1 to 4.
    package var zoom = 1.0
    /// Whether corners are darker, by the cos⁴ law. Webcams correct this.
    package var hasVignetting = false
    package var hasNoise = true
    /// Determines the noise and the table's texture; nothing else is random.
    package var seed: UInt64 = 1

    package enum Focus: Hashable, Sendable {
        /// The camera focuses automatically at first.
        case automatic
        /// Automatic focus is off at first, with the lens focused at this distance in millimetres.
        case manual(Double)
        /// The camera has no focus drive and no focus controls; the lens is focused at this distance in millimetres.
        case fixed(Double)
    }

    // MARK: Stream

    /// The default frame size.
    package var frameSize = FrameSize(width: 640, height: 480)
    /// The default frame interval.
    package var interval = FrameInterval(numerator: 1, denominator: 30)!
    package var pace = Pace.real
    package var formats = Formats.plain
    package var faults: [SceneFault] = []
    /// The published camera whose controls and modes it has; `nil` for its own.
    package var likeness: CameraLikeness?

    package enum Formats: String, Hashable, Sendable, CaseIterable {
        /// Grey frames of any size.
        case plain
        /// YUYV and JPEG, as in `SimulatedMode.webcam`; `frameSize` is ignored.
        case webcam
        /// JPEG: one second of frames, compressed in advance and repeated, without controls and faults. It measures the
        /// cost of a reader without the cost of drawing.
        case loop
    }

    package enum Pace: String, Hashable, Sendable, CaseIterable {
        /// Frames come as fast as they are drawn; the clock is simulated.
        case free
        /// Frames come at the camera's rate on the monotonic clock.
        case real
    }

    /// An empty table in an office.
    package init() {}
}

/// A fault of the camera; frames are counted from 0.
package enum SceneFault: Hashable, Sendable {
    /// No frames from this one on, for `count` frames; `nil` means forever.
    case stall(frame: Int, count: Int?)
    /// Frames are flagged as damaged, and grey below the middle.
    case corrupt(frame: Int, count: Int?)
    /// The camera is unplugged.
    case unplug(frame: Int)
    /// Another program is using the camera.
    case busy
    /// Control requests are not answered from this frame on, as with hung firmware.
    case controlStall(frame: Int)
}
