// SPDX-License-Identifier: Apache-2.0

/// When to report a code again while it stays before the camera.
package enum RepeatRule: Hashable, Sendable {
    case everyRead
    /// At most once in this time, measured from the last report.
    case interval(Duration)
    /// Only after it has left the picture.
    case afterLeaving
}
