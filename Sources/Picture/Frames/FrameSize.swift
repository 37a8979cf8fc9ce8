// SPDX-License-Identifier: Apache-2.0

/// The width and height of a picture, in pixels.
public struct FrameSize: Hashable, Sendable, CustomStringConvertible {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Parses `1280x720`. Both numbers must be positive; no other text is allowed.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]), width > 0, height > 0,
            width <= 1 << 20, height <= 1 << 20
        else { return nil }
        self.init(width: width, height: height)
    }

    /// The number of pixels; `Int.max` on overflow, which sizes from a broken driver can cause.
    public var area: Int {
        let (area, overflows) = width.multipliedReportingOverflow(by: height)
        return overflows ? .max : area
    }

    public var description: String { "\(width)x\(height)" }
}
