// SPDX-License-Identifier: Apache-2.0

/// The number of a control, fixed by the kernel's user API. Linux 5.16 changed some names; numbers never change.
///
/// Source: `linux/v4l2-controls.h`.
package struct ControlID: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
    package var rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// As eight hexadecimal digits, `0x009a0902`.
    package var description: String {
        let digits = String(rawValue, radix: 16)
        return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension ControlID {
    // User class, 0x00980900 and up.
    package static let brightness = Self(rawValue: 0x0098_0900)
    package static let contrast = Self(rawValue: 0x0098_0901)
    package static let saturation = Self(rawValue: 0x0098_0902)
    package static let hue = Self(rawValue: 0x0098_0903)
    package static let autoWhiteBalance = Self(rawValue: 0x0098_090c)
    package static let redBalance = Self(rawValue: 0x0098_090e)
    package static let blueBalance = Self(rawValue: 0x0098_090f)
    /// In units of the driver; most cameras have `exposureTimeAbsolute` instead.
    package static let exposure = Self(rawValue: 0x0098_0911)
    package static let gamma = Self(rawValue: 0x0098_0910)
    package static let autogain = Self(rawValue: 0x0098_0912)
    package static let gain = Self(rawValue: 0x0098_0913)
    package static let horizontalFlip = Self(rawValue: 0x0098_0914)
    package static let verticalFlip = Self(rawValue: 0x0098_0915)
    /// 0 off, 1 50 Hz, 2 60 Hz, 3 automatic.
    package static let powerLineFrequency = Self(rawValue: 0x0098_0918)
    package static let hueAutomatic = Self(rawValue: 0x0098_0919)
    /// Kelvin.
    package static let whiteBalanceTemperature = Self(rawValue: 0x0098_091a)
    package static let sharpness = Self(rawValue: 0x0098_091b)
    package static let backlightCompensation = Self(rawValue: 0x0098_091c)
    package static let brightnessAutomatic = Self(rawValue: 0x0098_0920)
    /// A lamp beside the lens; found on microscopes.
    package static let illuminator1 = Self(rawValue: 0x0098_0925)
    package static let illuminator2 = Self(rawValue: 0x0098_0926)

    // Camera class, 0x009a0900 and up.
    /// 0 automatic, 1 manual, 2 shutter priority, 3 aperture priority. Most webcams accept only 1 and 3.
    package static let autoExposure = Self(rawValue: 0x009a_0901)
    /// Units of 100 µs.
    package static let exposureTimeAbsolute = Self(rawValue: 0x009a_0902)
    /// Whether automatic exposure may lower the frame rate.
    package static let exposureDynamicFramerate = Self(rawValue: 0x009a_0903)
    /// Arc-seconds.
    package static let panAbsolute = Self(rawValue: 0x009a_0908)
    /// Arc-seconds.
    package static let tiltAbsolute = Self(rawValue: 0x009a_0909)
    /// No unit is defined; larger values focus closer.
    package static let focusAbsolute = Self(rawValue: 0x009a_090a)
    package static let focusAutomaticContinuous = Self(rawValue: 0x009a_090c)
    /// Driver units; on many cameras 100 is 1×.
    package static let zoomAbsolute = Self(rawValue: 0x009a_090d)
    package static let privacy = Self(rawValue: 0x009a_0910)
    /// Driver units.
    package static let irisAbsolute = Self(rawValue: 0x009a_0911)
    /// NVIDIA's, on Jetson boards: microseconds.
    static let tegraExposure = Self(rawValue: 0x009a_200a)
    /// A menu of thousandths of EV.
    package static let exposureBias = Self(rawValue: 0x009a_0913)
    /// A menu: manual, automatic, and kinds of light.
    package static let whiteBalanceAutoPreset = Self(rawValue: 0x009a_0914)
    /// A menu of thousandths of the ISO 12232 sensitivity.
    package static let isoSensitivity = Self(rawValue: 0x009a_0917)
    /// 0 manual, 1 automatic.
    package static let isoSensitivityAutomatic = Self(rawValue: 0x009a_0918)

    // Flash class, 0x009c0900 and up.
    /// 0 off, 1 flash, 2 torch.
    package static let flashLEDMode = Self(rawValue: 0x009c_0901)
    /// Milliamperes.
    package static let flashTorchIntensity = Self(rawValue: 0x009c_0908)
    /// One bit per fault; reading clears them.
    package static let flashFault = Self(rawValue: 0x009c_090a)
}
