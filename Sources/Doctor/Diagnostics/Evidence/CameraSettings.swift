// SPDX-License-Identifier: Apache-2.0

/// The values of a camera's controls while it streams; `nil` for controls that it does not have or did not return.
public struct CameraSettings: Codable, Hashable, Sendable {
    /// `V4L2_CID_EXPOSURE_AUTO`: 0 auto, 1 manual, 2 shutter priority, 3 aperture priority.
    public var exposureMode: Int?
    /// `V4L2_CID_EXPOSURE_ABSOLUTE`, in units of 100 µs. With automatic exposure, many cameras return a stale value.
    public var exposureTime: Int?
    /// `V4L2_CID_EXPOSURE`, which older drivers have in place of the others; its unit is the driver's own.
    public var exposure: Int?
    public var exposureMinimum: Int?
    public var exposureTimeMinimum: Int?
    public var exposureTimeMaximum: Int?
    /// The value of `V4L2_CID_EXPOSURE_AUTO` for automatic exposure, from the items of this camera's menu.
    public var automaticExposure: Int?
    public var manualExposure: Int?
    /// The values of it that leave the time to the user, if the menu's words say others than 1 and 2.
    public var manualModes: [Int]?
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

    /// Controls of the picture that are not at their defaults; absent in older evidence.
    public var altered: [Altered]?

    /// What the controls that a remedy may set accept; absent in older evidence.
    public var limits: [Limit]?

    /// The values that a control of this camera accepts.
    public struct Limit: Codable, Hashable, Sendable {
        /// The name in commands, the same on every camera.
        public var control: String
        public var minimum: Int
        public var maximum: Int
        public var step: Int
        /// The items of a menu; `nil` for a number.
        public var choices: [Int]?

        public init(control: String, minimum: Int, maximum: Int, step: Int, choices: [Int]? = nil) {
            self.control = control
            self.minimum = minimum
            self.maximum = maximum
            self.step = step
            self.choices = choices
        }

        /// The accepted value nearest to `value`; `nil` if there is none, or a menu lacks the item.
        func fitting(_ value: Int) -> Int? {
            if let choices { return choices.contains(value) ? value : nil }
            // Some cameras report a least value above the most; evidence from elsewhere may hold anything.
            let numbers = Int(Int32.min)...Int(Int32.max)
            guard minimum <= maximum, [minimum, maximum, step].allSatisfy(numbers.contains) else { return nil }
            let clamped = min(max(value, minimum), maximum)
            guard step > 1 else { return clamped }
            let rounded = minimum + (clamped - minimum + step / 2) / step * step
            return rounded <= maximum ? rounded : rounded - step
        }
    }

    /// The value nearest to `value` that the control accepts; `nil` if this camera has no such control, or cannot be set to
    /// anything like it. Older evidence does not tell, and gives the value back.
    func fitting(_ control: String, _ value: Int) -> Int? {
        guard let limits else { return value }
        return limits.first { $0.control == control }?.fitting(value)
    }

    /// A control that somebody set.
    public struct Altered: Codable, Hashable, Sendable {
        public var control: String
        public var value: Int
        public var standard: Int

        public init(control: String, value: Int, standard: Int) {
            self.control = control
            self.value = value
            self.standard = standard
        }
    }

    public init() {}

    /// Whether the exposure time is set manually, so that its value is reliable.
    public var isExposureManual: Bool? { exposureMode.map { manualModes?.contains($0) ?? Self.isManual($0) } }
    /// Whether this value of `V4L2_CID_EXPOSURE_AUTO` leaves the exposure time to the user.
    static func isManual(_ exposureMode: Int) -> Bool { exposureMode == 1 || exposureMode == 2 }
    /// In seconds; `nil` if unknown.
    public var exposureSeconds: Double? { exposureTime.map { Double($0) * 1e-4 } }
}
