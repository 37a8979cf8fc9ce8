// SPDX-License-Identifier: Apache-2.0

/// The values of a camera's controls while it streams; `nil` for controls that it does not have or did not return.
package struct CameraSettings: Codable, Hashable, Sendable {
    /// `V4L2_CID_EXPOSURE_AUTO`: 0 auto, 1 manual, 2 shutter priority, 3 aperture priority.
    package var exposureMode: Int?
    /// `V4L2_CID_EXPOSURE_ABSOLUTE`, in units of 100 µs. With automatic exposure, many cameras return a stale value.
    package var exposureTime: Int?
    /// `V4L2_CID_EXPOSURE`, which older drivers have in place of the others; its unit is the driver's own.
    package var exposure: Int?
    package var exposureMinimum: Int?
    package var exposureTimeMinimum: Int?
    package var exposureTimeMaximum: Int?
    /// The value of `V4L2_CID_EXPOSURE_AUTO` for automatic exposure, from the items of this camera's menu.
    package var automaticExposure: Int?
    package var manualExposure: Int?
    /// The values of it that leave the time to the user, if the menu's words say others than 1 and 2.
    package var manualModes: [Int]?
    /// `V4L2_CID_EXPOSURE_AUTO_PRIORITY`: whether automatic exposure may lower the frame rate.
    package var mayLowerFrameRate: Bool?
    package var gain: Int?
    package var gainMinimum: Int?
    package var gainMaximum: Int?
    /// `V4L2_CID_POWER_LINE_FREQUENCY`: 0 off, 1 50 Hz, 2 60 Hz, 3 automatic.
    package var powerLineFrequency: Int?
    package var isFocusAutomatic: Bool?
    /// `V4L2_CID_FOCUS_ABSOLUTE`, read repeatedly while frames arrived.
    package var focusReadings: [Int] = []
    package var focusMinimum: Int?
    package var focusMaximum: Int?
    package var zoom: Int?
    package var zoomMinimum: Int?
    package var zoomMaximum: Int?
    /// `V4L2_CID_PRIVACY`: a shutter is closed.
    package var isPrivate: Bool?
    package var backlightCompensation: Int?
    package var backlightCompensationMaximum: Int?

    /// Controls of the picture that are not at their defaults; absent in older evidence.
    package var altered: [Altered]?

    /// The control that makes the camera wait for a signal before each picture, if it is on; absent in older evidence, and otherwise.
    package var trigger: Altered?

    /// What the controls that a remedy may set accept; absent in older evidence.
    package var limits: [Limit]?

    /// The values that a control of this camera accepts.
    package struct Limit: Codable, Hashable, Sendable {
        /// The name in commands, the same on every camera.
        package var control: String
        package var minimum: Int
        package var maximum: Int
        package var step: Int
        /// The items of a menu; `nil` for a number.
        package var choices: [Int]?

        package init(control: String, minimum: Int, maximum: Int, step: Int, choices: [Int]? = nil) {
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
    package struct Altered: Codable, Hashable, Sendable {
        package var control: String
        package var value: Int
        package var standard: Int

        package init(control: String, value: Int, standard: Int) {
            self.control = control
            self.value = value
            self.standard = standard
        }
    }

    package init() {}

    /// Whether the exposure time is set manually, so that its value is reliable.
    package var isExposureManual: Bool? { exposureMode.map { manualModes?.contains($0) ?? Self.isManual($0) } }
    /// Whether this value of `V4L2_CID_EXPOSURE_AUTO` leaves the exposure time to the user.
    static func isManual(_ exposureMode: Int) -> Bool { exposureMode == 1 || exposureMode == 2 }
    /// In seconds; `nil` if unknown.
    package var exposureSeconds: Double? { exposureTime.map { Double($0) * 1e-4 } }
}
