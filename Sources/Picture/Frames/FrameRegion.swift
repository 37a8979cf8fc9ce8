// SPDX-License-Identifier: Apache-2.0

/// A part of the frame to read, given before the frame's size is known: each number is in pixels or percent.
package struct FrameRegion: Hashable, Sendable, CustomStringConvertible {
    /// A length along one axis of the frame.
    package enum Measure: Hashable, Sendable, CustomStringConvertible {
        case pixels(Int)
        /// A share of the frame's width or height, 0 to 100.
        case percent(Double)

        package var description: String {
            switch self {
            case .pixels(let count): "\(count)"
            case .percent(let share): share == share.rounded() ? "\(Int(share))%" : "\(share)%"
            }
        }

        func pixels(of total: Int) -> Int {
            switch self {
            case .pixels(let count): count
            case .percent(let share): Int((share / 100 * Double(total)).rounded())
            }
        }
    }

    package var x: Measure
    package var y: Measure
    package var width: Measure
    package var height: Measure

    package init(x: Measure, y: Measure, width: Measure, height: Measure) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Parses `x,y,w,h`, each a number of pixels or `N%`.
    package init?(_ text: some StringProtocol) {
        let measures = text.split(separator: ",", omittingEmptySubsequences: false).map { Self.measure($0) }
        guard measures.count == 4, let x = measures[0], let y = measures[1], let width = measures[2],
            let height = measures[3]
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }

    private static func measure(_ text: some StringProtocol) -> Measure? {
        let trimmed = text.drop { $0 == " " }
        if trimmed.last == "%" {
            guard let share = Double(trimmed.dropLast()), (0...100).contains(share) else { return nil }
            return .percent(share)
        }
        guard let count = Int(trimmed), (0...1 << 20).contains(count) else { return nil }
        return .pixels(count)
    }

    /// The region in a frame of this size; `nil` if it is empty there or extends outside the frame.
    package func rectangle(in size: FrameSize) -> PixelRectangle? {
        var rectangle = PixelRectangle(
            x: x.pixels(of: size.width), y: y.pixels(of: size.height), width: width.pixels(of: size.width),
            height: height.pixels(of: size.height))
        // Percentages that add up to 100 may round to one pixel more.
        if case .percent = width { rectangle.width = min(rectangle.width, size.width - rectangle.x) }
        if case .percent = height { rectangle.height = min(rectangle.height, size.height - rectangle.y) }
        return rectangle.fits(in: size) ? rectangle : nil
    }

    package var description: String { "\(x),\(y),\(width),\(height)" }
}
