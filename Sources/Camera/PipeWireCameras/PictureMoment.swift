// SPDX-License-Identifier: Apache-2.0

package import Frames

/// Decides what the time of a picture means.
package enum PictureMoment {
    /// When a picture was taken. The time that a device's node tells is the driver's, of the end of the frame; what a program tells
    /// has no defined meaning, and a time that is not a recent one of this machine's clock is not believed.
    package static func of(told: Int64, arrival: Int64, isDevice: Bool) -> (FrameTimestamp, TimestampOrigin) {
        let isPlausible = told > 0 && told <= arrival + 5_000_000 && arrival - told < 10_000_000_000
        return isDevice && isPlausible
            ? (FrameTimestamp(nanoseconds: told), .frameEnd) : (FrameTimestamp(nanoseconds: arrival), .arrival)
    }
}
