// SPDX-License-Identifier: Apache-2.0

/// The major and minor number by which the kernel knows a device node, whatever its path is.
public struct DeviceNumber: Hashable, Sendable, Comparable, CustomStringConvertible {
    public var major: UInt32
    public var minor: UInt32

    public init(major: UInt32, minor: UInt32) {
        self.major = major
        self.minor = minor
    }

    /// From `dev_t` as `stat` fills `st_rdev`. Source: glibc's `bits/sysmacros.h`, whose macros Swift cannot see.
    public init(rawValue: UInt64) {
        major = UInt32(truncatingIfNeeded: (rawValue >> 8) & 0xfff | (rawValue >> 32) & 0xffff_f000)
        minor = UInt32(truncatingIfNeeded: rawValue & 0xff | (rawValue >> 12) & 0xffff_ff00)
    }

    /// As `dev_t` holds it.
    public var rawValue: UInt64 {
        let major = UInt64(major)
        let minor = UInt64(minor)
        return (major & 0xfff) << 8 | (major & 0xffff_f000) << 32 | minor & 0xff | (minor & 0xffff_ff00) << 12
    }

    /// `81:0`, as sysfs's `dev` attribute has it.
    public var description: String { "\(major):\(minor)" }

    public static func < (left: Self, right: Self) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}
