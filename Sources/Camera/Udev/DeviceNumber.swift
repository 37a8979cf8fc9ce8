// SPDX-License-Identifier: Apache-2.0

/// The major and minor number of a device, by which the kernel identifies its node whatever the path.
package struct DeviceNumber: Hashable, Sendable, Comparable, CustomStringConvertible {
    package var major: UInt32
    package var minor: UInt32

    package init(major: UInt32, minor: UInt32) {
        self.major = major
        self.minor = minor
    }

    /// From `dev_t`, as in `st_rdev` of `stat`. Source: glibc's `bits/sysmacros.h`, whose macros Swift cannot import.
    package init(rawValue: UInt64) {
        major = UInt32(truncatingIfNeeded: (rawValue >> 8) & 0xfff | (rawValue >> 32) & 0xffff_f000)
        minor = UInt32(truncatingIfNeeded: rawValue & 0xff | (rawValue >> 12) & 0xffff_ff00)
    }

    /// The number in the format of `dev_t`.
    package var rawValue: UInt64 {
        let major = UInt64(major)
        let minor = UInt64(minor)
        return (major & 0xfff) << 8 | (major & 0xffff_f000) << 32 | minor & 0xff | (minor & 0xffff_ff00) << 12
    }

    /// From sysfs's `dev`, as `description` writes it.
    package init?(_ text: some StringProtocol) {
        let numbers = text.split(separator: ":").map { UInt32($0) }
        guard numbers.count == 2, let major = numbers[0], let minor = numbers[1] else { return nil }
        self.init(major: major, minor: minor)
    }

    /// Whether it is a node of V4L2. Source: `VIDEO_MAJOR` in the kernel's media/v4l2-dev.h.
    package var isVideo: Bool { major == 81 }

    /// `81:0`, as in sysfs's `dev` attribute.
    package var description: String { "\(major):\(minor)" }

    package static func < (left: Self, right: Self) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}
