// SPDX-License-Identifier: Apache-2.0

/// Decides when a new stream can be used. The first frames of many cameras are dark, green or torn until exposure and
/// white balance settle.
///
/// A stream has settled when the mean brightness changes by less than 2 % of the range between two good frames, three
/// times in a row; or at the tenth frame, libcamera's `kNumStartupFrames`.
package struct SettlingFilter: Sendable {
    private var seen = 0
    private var calm = 0
    private var lastMean: Double?
    package private(set) var isSettled = false

    package init() {}

    /// Takes the next frame's mean brightness, 0 to 255; `nil` for a damaged frame. Returns whether the stream has settled
    /// with this frame.
    package mutating func accept(mean: Double?) -> Bool {
        guard !isSettled else { return true }
        seen += 1
        if let mean {
            if let lastMean, abs(mean - lastMean) < 0.02 * 255 { calm += 1 } else { calm = 0 }
            lastMean = mean
        } else {
            calm = 0
        }
        isSettled = calm >= 3 || seen >= 10
        return isSettled
    }
}
