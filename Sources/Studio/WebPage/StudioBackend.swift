// SPDX-License-Identifier: Apache-2.0

package import Output

/// A request of the page that changes something.
package enum StudioAction: Hashable, Sendable {
    /// Sets controls, with values as people write them.
    case set([Setting])
    /// Resets one control, or all, to the driver's default.
    case reset(String?)
    /// Sets the region to read, as fractions of the frame; `nil` for the whole frame.
    case region(ShareRectangle?)
    case torch(percent: Int)
    case pause(Bool)
    /// Adds a code typed by hand, and its symbology; `nil` to infer it from the length and the check digit.
    case enter(String, symbology: String?)
    /// Ends the session and starts a new list.
    case done
    /// Runs the doctor on the camera. The results are sent as events.
    case examine
    /// Focuses on a position, as fractions of the picture's width and height.
    case focus(x: Double, y: Double)
    case calibration(CalibrationAction)
    case profile(ProfileAction)

    package struct Setting: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }
}

/// A part of a picture, as fractions of its width and height, 0 to 1. It is inside the picture and not empty.
package struct ShareRectangle: Hashable, Sendable {
    package let x: Double
    package let y: Double
    package let width: Double
    package let height: Double

    /// The minimum length of a side.
    package static let least = 0.02

    /// `nil` if it is too small, outside the picture, or not a number.
    package init?(x: Double, y: Double, width: Double, height: Double) {
        guard x >= 0, y >= 0, width >= Self.least, height >= Self.least, x + width <= 1.0001, y + height <= 1.0001
        else { return nil }
        (self.x, self.y) = (x, y)
        self.width = min(width, 1 - x)
        self.height = min(height, 1 - y)
    }
}

/// The camera side, as the page sees it. Calls may block as long as a camera needs, so make them on a thread that may
/// block.
package protocol StudioBackend: AnyObject, Sendable {
    /// The state: camera, phase, problem.
    var state: JSONValue { get }
    /// All controls with their values; null if there is no camera.
    var controls: JSONValue { get }
    /// The scans of the current list, newest first.
    var scans: JSONValue { get }
    /// The current measurements; null if there are none.
    var meters: JSONValue { get }
    var counts: StudioCounts { get }

    /// The progress and the result of the last calibration; null if there was none.
    var calibration: JSONValue { get }
    /// The profiles, each with the settings in which the camera differs now. Reads files and controls.
    var profiles: JSONValue { get }

    /// The picture with the settings before or after the last calibration: JPEG.
    func calibrationPicture(isAfter: Bool) -> [UInt8]?

    /// The picture of the doctor's last check, or of the check before of the same camera: JPEG.
    func doctorPicture(isBefore: Bool) -> [UInt8]?

    /// Reads a picture file: its codes, or the doctor's report on why there are none.
    func read(picture: [UInt8]) throws(PageFailure) -> JSONValue

    /// Judges a file of `candela doctor --save-evidence`: the doctor's reports.
    func read(evidence: [UInt8]) throws(PageFailure) -> JSONValue

    /// - Returns: the result.
    func perform(_ action: StudioAction) throws(PageFailure) -> JSONValue
}
