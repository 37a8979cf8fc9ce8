// SPDX-License-Identifier: Apache-2.0

/// When a code that was reported is reported again while it is held before the camera.
public enum RepeatRule: Hashable, Sendable {
    case everyRead
    /// At most once in this time, counted from when it was last reported.
    case interval(Duration)
    /// Once more only after it has been out of the picture.
    case afterLeaving
}
