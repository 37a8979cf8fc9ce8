// SPDX-License-Identifier: Apache-2.0

/// The width and height of a picture, in pixels.
package struct FrameSize: Hashable, Sendable, CustomStringConvertible {
    package var width: Int
    package var height: Int

    @inlinable package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Parses `1280x720`. Both numbers must be positive; no other text is allowed.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]), width > 0, height > 0,
            width <= 1 << 20, height <= 1 << 20
        else { return nil }
        self.init(width: width, height: height)
    }

    /// The number of pixels; `Int.max` on overflow, which sizes from a broken driver can cause.
    @inlinable package var area: Int {
        let (area, overflows) = width.multipliedReportingOverflow(by: height)
        return overflows ? .max : area
    }

    package var description: String { "\(width)x\(height)" }
}
