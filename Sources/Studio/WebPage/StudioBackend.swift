// SPDX-License-Identifier: Apache-2.0

public import Output

/// Something the page asks to be done.
public enum StudioAction: Hashable, Sendable {
    /// Controls by name, with values as people write them.
    case set([Setting])
    /// One control, or all of them, to what the driver calls its default.
    case reset(String?)
    /// The part to read, in shares of the frame; `nil` for the whole.
    case region(ShareRectangle?)
    case torch(percent: Int)
    case pause(Bool)
    /// A code typed by hand, and what it is; `nil` to go by its length and check digit.
    case enter(String, symbology: String?)
    /// The session ends, and the list is begun anew.
    case done
    /// The doctor looks at the camera; what it says is told as events.
    case examine
    /// The lens is moved to where the picture is sharpest at a place, in shares of its width and height.
    case focus(x: Double, y: Double)
    case calibration(CalibrationAction)
    case profile(ProfileAction)

    public struct Setting: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }
}

/// A part of a picture, each number 0 to 1 of its width or height; it lies within, and is not empty.
public struct ShareRectangle: Hashable, Sendable {
    public let x: Double
    public let y: Double
    public let width: Double
    public let height: Double

    /// The least a side may be.
    public static let least = 0.02

    /// `nil` for what is too small, reaches outside, or is no number.
    public init?(x: Double, y: Double, width: Double, height: Double) {
        guard x >= 0, y >= 0, width >= Self.least, height >= Self.least, x + width <= 1.0001, y + height <= 1.0001
        else { return nil }
        (self.x, self.y) = (x, y)
        self.width = min(width, 1 - x)
        self.height = min(height, 1 - y)
    }
}

/// The camera side, as the page knows it. Calls may block for as long as a camera takes; they are made on a thread that
/// may.
public protocol StudioBackend: AnyObject, Sendable {
    /// What is the case: camera, phase, what is wrong.
    var state: JSONValue { get }
    /// Every control with its value; null where there is no camera.
    var controls: JSONValue { get }
    /// What was scanned since the list was begun, newest first.
    var scans: JSONValue { get }
    /// The figures of the last moment; null where there are none.
    var meters: JSONValue { get }
    var counts: StudioCounts { get }

    /// How far the last calibration is, and what it found; null where there was none.
    var calibration: JSONValue { get }
    /// Profiles, with what of them the camera does not have now. Reads files and controls.
    var profiles: JSONValue { get }

    /// A picture as the camera had it before the last calibration, or with what that found: JPEG.
    func calibrationPicture(isAfter: Bool) -> [UInt8]?

    /// What the doctor saw when it looked last, or the time before at the same camera: JPEG.
    func doctorPicture(isBefore: Bool) -> [UInt8]?

    /// Reads a picture file: its codes, or the doctor's reason why there are none.
    func read(picture: [UInt8]) throws(PageFailure) -> JSONValue

    /// - Returns: what became of it.
    func perform(_ action: StudioAction) throws(PageFailure) -> JSONValue
}
