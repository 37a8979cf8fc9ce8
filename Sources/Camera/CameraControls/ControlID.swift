// SPDX-License-Identifier: Apache-2.0

/// The number of a control, fixed by the kernel's user API. Linux 5.16 changed some names; numbers never change.
///
/// Source: `linux/v4l2-controls.h`.
public struct ControlID: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
    public var rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// As eight hexadecimal digits, `0x009a0902`.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension ControlID {
    // User class, 0x00980900 and up.
    public static let brightness = Self(rawValue: 0x0098_0900)
    public static let contrast = Self(rawValue: 0x0098_0901)
    public static let saturation = Self(rawValue: 0x0098_0902)
    public static let hue = Self(rawValue: 0x0098_0903)
    public static let autoWhiteBalance = Self(rawValue: 0x0098_090c)
    public static let redBalance = Self(rawValue: 0x0098_090e)
    public static let blueBalance = Self(rawValue: 0x0098_090f)
    /// In units of the driver; most cameras have `exposureTimeAbsolute` instead.
    public static let exposure = Self(rawValue: 0x0098_0911)
    public static let gamma = Self(rawValue: 0x0098_0910)
    public static let autogain = Self(rawValue: 0x0098_0912)
    public static let gain = Self(rawValue: 0x0098_0913)
    public static let horizontalFlip = Self(rawValue: 0x0098_0914)
    public static let verticalFlip = Self(rawValue: 0x0098_0915)
    /// 0 off, 1 50 Hz, 2 60 Hz, 3 automatic.
    public static let powerLineFrequency = Self(rawValue: 0x0098_0918)
    public static let hueAutomatic = Self(rawValue: 0x0098_0919)
    /// Kelvin.
    public static let whiteBalanceTemperature = Self(rawValue: 0x0098_091a)
    public static let sharpness = Self(rawValue: 0x0098_091b)
    public static let backlightCompensation = Self(rawValue: 0x0098_091c)
    public static let brightnessAutomatic = Self(rawValue: 0x0098_0920)
    /// A lamp beside the lens; found on microscopes.
    public static let illuminator1 = Self(rawValue: 0x0098_0925)
    public static let illuminator2 = Self(rawValue: 0x0098_0926)

    // Camera class, 0x009a0900 and up.
    /// 0 automatic, 1 manual, 2 shutter priority, 3 aperture priority. Most webcams accept only 1 and 3.
    public static let autoExposure = Self(rawValue: 0x009a_0901)
    /// Units of 100 µs.
    public static let exposureTimeAbsolute = Self(rawValue: 0x009a_0902)
    /// Whether automatic exposure may lower the frame rate.
    public static let exposureDynamicFramerate = Self(rawValue: 0x009a_0903)
    /// Arc-seconds.
    public static let panAbsolute = Self(rawValue: 0x009a_0908)
    /// Arc-seconds.
    public static let tiltAbsolute = Self(rawValue: 0x009a_0909)
    /// No unit is defined; larger values focus closer.
    public static let focusAbsolute = Self(rawValue: 0x009a_090a)
    public static let focusAutomaticContinuous = Self(rawValue: 0x009a_090c)
    /// Driver units; on many cameras 100 is 1×.
    public static let zoomAbsolute = Self(rawValue: 0x009a_090d)
    public static let privacy = Self(rawValue: 0x009a_0910)
    /// Driver units.
    public static let irisAbsolute = Self(rawValue: 0x009a_0911)
    /// NVIDIA's, on Jetson boards: microseconds.
    static let tegraExposure = Self(rawValue: 0x009a_200a)
    /// A menu of thousandths of EV.
    public static let exposureBias = Self(rawValue: 0x009a_0913)
    /// A menu: manual, automatic, and kinds of light.
    public static let whiteBalanceAutoPreset = Self(rawValue: 0x009a_0914)
    /// A menu of thousandths of the ISO 12232 sensitivity.
    public static let isoSensitivity = Self(rawValue: 0x009a_0917)
    /// 0 manual, 1 automatic.
    public static let isoSensitivityAutomatic = Self(rawValue: 0x009a_0918)

    // Flash class, 0x009c0900 and up.
    /// 0 off, 1 flash, 2 torch.
    public static let flashLEDMode = Self(rawValue: 0x009c_0901)
    /// Milliamperes.
    public static let flashTorchIntensity = Self(rawValue: 0x009c_0908)
    /// One bit per fault; reading clears them.
    public static let flashFault = Self(rawValue: 0x009c_090a)
}
