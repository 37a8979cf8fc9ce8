// SPDX-License-Identifier: Apache-2.0

package import Frames

/// Decides how far a camera zooms in: towards a visible code that is too small to read, and back after a read.
///
/// Magnifications are relative to the widest view, which is 1.
package struct ZoomGovernor: Sendable {
    /// A place that looks like a code.
    package struct Place: Hashable, Sendable {
        /// The width of its narrowest bar or module in pixels; `nil` if it could not be measured.
        package var module: Double?
        /// The factor by which it can grow before it leaves the picture: zoom is towards the centre.
        package var room: Double

        package init(module: Double?, room: Double) {
            self.module = module
            self.room = room
        }

        /// For a place with these corners in a picture of this size.
        package init(left: Double, top: Double, right: Double, bottom: Double, module: Double?, in size: FrameSize) {
            let (x, y) = (Double(size.width) / 2, Double(size.height) / 2)
            let reach = max(abs(left - x) / x, abs(right - x) / x, abs(top - y) / y, abs(bottom - y) / y)
            self.init(module: module, room: 0.9 / max(0.05, reach))
        }
    }

    /// The target width of a module in pixels: readers need at least two, plus a reserve.
    private static let wanted = 4.0
    /// Wider modules than this are not the reason that a code is unreadable.
    private static let enough = 2.6
    /// After a read, the zoom stays for this time: the next code is likely to be as small.
    private static let rest = Duration.seconds(3)
    /// The first pause after a zoom without a read; the pause doubles after each further one.
    private static let pause = Duration.seconds(2)

    private let most: Double
    /// The current magnification.
    package private(set) var magnification = 1.0
    private var since: FrameTimestamp?
    private var nextTry: FrameTimestamp?
    private var vain = 0

    /// - Parameter most: the camera's largest magnification.
    package init(most: Double) { self.most = max(1, most) }

    /// Whether a place would be useful now: finding one is expensive.
    package func isCurious(at moment: FrameTimestamp) -> Bool {
        magnification == 1 && nextTry.map { $0 <= moment } != false && most > 1
    }

    /// Processes the result of a frame.
    ///
    /// - Parameters:
    ///   - isRead: whether a code was read in it.
    ///   - place: the likeliest place of an unread code, if it was searched for.
    /// - Returns: the magnification to set; `nil` for no change.
    package mutating func take(isRead: Bool, place: Place?, at moment: FrameTimestamp) -> Double? {
        if magnification > 1 {
            if isRead {
                vain = 0
                since = moment
                return nil
            }
            guard let begun = since, moment.since(begun) >= Self.rest else { return nil }
            if vain > 0 { nextTry = moment + Self.pause * (1 << min(vain - 1, 5)) }
            return set(1, at: moment)
        }
        guard !isRead, isCurious(at: moment), let place, let module = place.module, module > 0, module < Self.enough
        else {
            return nil
        }
        let target = min(most, place.room, max(1, Self.wanted / module))
        // A slightly larger one would change nothing.
        guard target >= 1.25 else { return nil }
        vain += 1
        return set(target, at: moment)
    }

    private mutating func set(_ value: Double, at moment: FrameTimestamp) -> Double {
        magnification = value
        since = moment
        return value
    }
}
