// SPDX-License-Identifier: Apache-2.0

/// Whether a control can mean what its number says. Drivers use the numbers of the kernel's documentation with units of their
/// own: nanoseconds, an index, a percentage. A range that contradicts physics has no known unit.
enum ControlPlausibility {
    /// Units of 100 µs. A picture is not exposed for more than 100 s, and by default not for more than 1 s; a range of a few
    /// values is an index.
    static func isExposureTime(_ control: ControlDescription) -> Bool {
        if control.isConverted { return true }
        guard control.minimum >= 0, control.maximum > 20, control.maximum <= 1_000_000, control.minimum < 10_000 else {
            return false
        }
        return !hasOwnDefault(control) || control.defaultValue <= 10_000
    }

    /// Exposure times of a maker: NVIDIA's number, or a name that says so itself, "Exposure Time (us)". Source of the number:
    /// `TEGRA_CAMERA_CID_EXPOSURE` in include/media/tegra-v4l2-camera.h of NVIDIA's kernel.
    static func isMicroseconds(_ control: ControlDescription) -> Bool {
        let name = control.name.lowercased()
        guard
            control.id == .tegraExposure
                || name.contains("exposure") && (name.hasSuffix("(us)") || name.hasSuffix("(µs)"))
        else { return false }
        return control.minimum >= 0 && (1_000...100_000_000).contains(control.maximum)
    }

    /// Kelvin. No lamp is below 1000 K, so a range that ends there is another measure. Some begin at 0, and nobody says what
    /// their low values do.
    static func isTemperature(_ control: ControlDescription) -> Bool {
        (leastTemperature...40_000).contains(control.maximum) && control.minimum >= 0
            && (!hasOwnDefault(control) || control.defaultValue >= leastTemperature)
    }

    static let leastTemperature: Int64 = 1000

    /// Arc-seconds. A motor turns by 180° to either side at most; what goes further is a place in the picture.
    static func isAngle(_ control: ControlDescription) -> Bool {
        control.maximum > control.minimum && control.minimum >= -180 * 3600 && control.maximum <= 180 * 3600
    }

    /// A focal length in steps small enough to be one. Ranges that begin at 0 or 1 count steps or percent: 1 to 31 is not 31×.
    static func isFocalLength(_ control: ControlDescription) -> Bool {
        control.minimum >= 10 && control.maximum > control.minimum && control.maximum / control.minimum <= 100
    }

    /// A percentage says something about a range of some length, and of values that grow from their least: not about a choice
    /// of four, and not about a number whose middle is nothing. Brightness is such a number too, but everybody reads it so.
    static func isShare(_ control: ControlDescription) -> Bool {
        guard control.dimensions.isEmpty, control.maximum > control.minimum,
            !control.maximum.subtractingReportingOverflow(control.minimum).overflow,
            control.maximum - control.minimum < 1 << 32, !control.flags.contains(.readOnly)
        else { return false }
        if control.id == .exposure || control.id == .hue { return control.minimum >= 0 && control.maximum >= 20 }
        return control.maximum - control.minimum >= 4
    }

    /// Whether the default is in the range; firmware often leaves it out of it.
    private static func hasOwnDefault(_ control: ControlDescription) -> Bool {
        control.defaultValue >= control.minimum && control.defaultValue <= control.maximum
    }
}

extension ControlDescription {
    /// Whether it is an exposure time in units of 100 µs. A number without a known unit is not used as a time.
    package var isExposureTime: Bool {
        id == .exposureTimeAbsolute && (kind == .integer || kind == .integer64)
            && ControlPlausibility.isExposureTime(self)
    }
}
