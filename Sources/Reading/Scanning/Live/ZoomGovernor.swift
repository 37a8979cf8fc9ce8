// SPDX-License-Identifier: Apache-2.0

public import Frames

/// Decides how far a camera is to zoom in: towards a code that is seen and too small to be read, and back after a read.
///
/// Magnifications are of the widest view, which is 1.
public struct ZoomGovernor: Sendable {
    /// A place that looks like a code.
    public struct Place: Hashable, Sendable {
        /// Pixels of its narrowest bar or module; `nil` where it could not be measured.
        public var module: Double?
        /// How many times larger it could be before it leaves the picture: zoom is towards the middle.
        public var room: Double

        public init(module: Double?, room: Double) {
            self.module = module
            self.room = room
        }

        /// Of a place with these corners in a picture of this size.
        public init(left: Double, top: Double, right: Double, bottom: Double, module: Double?, in size: FrameSize) {
            let (x, y) = (Double(size.width) / 2, Double(size.height) / 2)
            let reach = max(abs(left - x) / x, abs(right - x) / x, abs(top - y) / y, abs(bottom - y) / y)
            self.init(module: module, room: 0.9 / max(0.05, reach))
        }
    }

    /// What a module is brought to, pixels: readers want two at least, and some to spare.
    private static let wanted = 4.0
    /// Modules wider than that are not what keeps a code from being read.
    private static let enough = 2.6
    /// It stays where a code was read for that long: the next one is likely to be as small.
    private static let rest = Duration.seconds(3)
    /// And where nothing was, the first time; each time in vain the pause before the next try is twice as long.
    private static let pause = Duration.seconds(2)

    private let most: Double
    /// What it is now.
    public private(set) var magnification = 1.0
    private var since: FrameTimestamp?
    private var nextTry: FrameTimestamp?
    private var vain = 0

    /// - Parameter most: the largest magnification of the camera.
    public init(most: Double) { self.most = max(1, most) }

    /// Whether a place would be of use now: finding one costs something.
    public func isCurious(at moment: FrameTimestamp) -> Bool {
        magnification == 1 && nextTry.map { $0 <= moment } != false && most > 1
    }

    /// Takes what a frame gave.
    ///
    /// - Parameters:
    ///   - isRead: whether a code was read in it.
    ///   - place: the likeliest place of a code that was not read, when somebody looked.
    /// - Returns: the magnification to set; `nil` to leave it.
    public mutating func take(isRead: Bool, place: Place?, at moment: FrameTimestamp) -> Double? {
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
        // A little more changes nothing.
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
