// SPDX-License-Identifier: Apache-2.0

/// The values of a camera's controls while it streams; `nil` for controls that it does not have or did not return.
public struct CameraSettings: Codable, Hashable, Sendable {
    /// `V4L2_CID_EXPOSURE_AUTO`: 0 auto, 1 manual, 2 shutter priority, 3 aperture priority.
    public var exposureMode: Int?
    /// `V4L2_CID_EXPOSURE_ABSOLUTE`, in units of 100 µs. With automatic exposure, many cameras return a stale value.
    public var exposureTime: Int?
    public var exposureTimeMaximum: Int?
    /// `V4L2_CID_EXPOSURE_AUTO_PRIORITY`: whether automatic exposure may lower the frame rate.
    public var mayLowerFrameRate: Bool?
    public var gain: Int?
    public var gainMinimum: Int?
    public var gainMaximum: Int?
    /// `V4L2_CID_POWER_LINE_FREQUENCY`: 0 off, 1 50 Hz, 2 60 Hz, 3 automatic.
    public var powerLineFrequency: Int?
    public var isFocusAutomatic: Bool?
    /// `V4L2_CID_FOCUS_ABSOLUTE`, read repeatedly while frames arrived.
    public var focusReadings: [Int] = []
    public var focusMinimum: Int?
    public var focusMaximum: Int?
    public var zoom: Int?
    public var zoomMinimum: Int?
    public var zoomMaximum: Int?
    /// `V4L2_CID_PRIVACY`: a shutter is closed.
    public var isPrivate: Bool?
    public var backlightCompensation: Int?
    public var backlightCompensationMaximum: Int?

    public init() {}

    /// Whether the exposure time is set manually, so that its value is reliable.
    public var isExposureManual: Bool? { exposureMode.map { $0 == 1 || $0 == 2 } }
    /// In seconds; `nil` if unknown.
    public var exposureSeconds: Double? { exposureTime.map { Double($0) * 1e-4 } }
}
