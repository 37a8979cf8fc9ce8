// SPDX-License-Identifier: Apache-2.0

package import Frames
internal import LumaProcessing

/// Frames like those of a camera: a picture on a desk or in a hand, with noise.
package struct LiveSequence {
    package enum Motion: String, CaseIterable {
        case still
        /// A slow drift and a tremble, up to a few pixels a frame.
        case handHeld = "hand-held"
        /// Through the picture from left to right in 24 frames, again and again, smeared by a thirtieth of its way from frame
        /// to frame, which is an exposure of 1 ms at 30 frames a second.
        case passing
    }

    private static let passage = 24

    package var size: FrameSize
    package var motion: Motion
    /// Of a frame of 720 rows; noise in values of 255.
    package var noise = 2.0
    private let backdrop: LumaImage
    private let subject: LumaImage?
    /// The first frame the subject is in.
    package let arrival: Int

    /// - Parameters:
    ///   - backdrop: fills the frame.
    ///   - subject: lies in its middle from frame `arrival` on; two thirds of the frame's height at most.
    package init(size: FrameSize, motion: Motion, backdrop: LumaImage, subject: LumaImage? = nil, arrival: Int = 0) {
        self.size = size
        self.motion = motion
        self.arrival = arrival
        // Room to move about in.
        let room = FrameSize(width: size.width + 64, height: size.height + 64)
        self.backdrop = Self.covering(backdrop, room)
        let fitted = subject.map {
            Self.fitted($0, FrameSize(width: size.width * 2 / 3, height: size.height * 2 / 3))
        }
        guard motion == .passing, let fitted else {
            self.subject = fitted
            return
        }
        let smear = (size.width + fitted.width) / Self.passage / 30
        self.subject = smear > 1 ? Self.smeared(fitted, smear) : fitted
    }

    package func frame(_ index: Int) -> LumaImage {
        let (dx, dy) = offset(index)
        var noise = NoiseSource(seed: UInt64(index) &+ 1, deviation: noise)
        let subject = index >= arrival ? subject : nil
        let width = subject?.width ?? 0
        let left =
            motion == .passing
            ? (size.width + width) * ((index - arrival) % Self.passage) / Self.passage - width
            : (size.width - width) / 2 + dx
        let top = (size.height - (subject?.height ?? 0)) / 2 + dy
        return LumaImage(size: size) { pixels in
            backdrop.withSpan { behind in
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        // Both move together, as when the hand holds the camera.
                        let value = Int(behind[(y - dy + 32) * backdrop.rowStride + x - dx + 32])
                        pixels[y * size.width + x] = UInt8(clamping: value + noise.next())
                    }
                }
            }
            subject?.withSpan { front in
                guard let subject else { return }
                for y in max(0, top)..<min(size.height, top + subject.height) {
                    for x in max(0, left)..<min(size.width, left + subject.width) {
                        let value = Int(front[(y - top) * subject.rowStride + x - left])
                        pixels[y * size.width + x] = UInt8(clamping: value + noise.next())
                    }
                }
            }
        }
    }

    private func offset(_ index: Int) -> (Int, Int) {
        guard motion == .handHeld else { return (0, 0) }
        // A drift to and fro, 20 pixels wide, with a tremble of two pixels.
        func wave(_ period: Int, _ phase: Int) -> Int {
            let place = (index + phase) % (2 * period)
            return (place < period ? place : 2 * period - place) * 20 / period - 10
        }
        let tremble = NoiseSource.hash(UInt64(index))
        return (wave(23, 0) + Int(tremble % 5) - 2, wave(31, 9) + Int(tremble / 8 % 5) - 2)
    }

    /// Each pixel is the mean of itself and those before it, `length` in all.
    private static func smeared(_ image: LumaImage, _ length: Int) -> LumaImage {
        LumaImage(size: image.size) { pixels in
            for y in 0..<image.height {
                for x in 0..<image.width {
                    let part = max(0, x - length + 1)...x
                    pixels[y * image.width + x] = UInt8(part.reduce(0) { $0 + Int(image[$1, y]) } / part.count)
                }
            }
        }
    }

    /// Enlarged or reduced, and repeated if it is still too small.
    private static func covering(_ image: LumaImage, _ size: FrameSize) -> LumaImage {
        var picture = image
        while picture.width * 2 <= size.width || picture.height * 2 <= size.height { picture = picture.doubled().image }
        let factor = min(picture.width / size.width, picture.height / size.height)
        if factor > 1 { picture = picture.reduced(by: factor).image }
        return LumaImage(size: size) { pixels in
            for y in 0..<size.height {
                for x in 0..<size.width { pixels[y * size.width + x] = picture[x % picture.width, y % picture.height] }
            }
        }
    }

    private static func fitted(_ image: LumaImage, _ size: FrameSize) -> LumaImage {
        let factor = max((image.width + size.width - 1) / size.width, (image.height + size.height - 1) / size.height)
        if factor > 1 { return image.reduced(by: factor).image }
        return image.width * 2 <= size.width && image.height * 2 <= size.height ? image.doubled().image : image
    }
}

/// Fast, approximately Gaussian noise; the same for the same seed.
package struct NoiseSource {
    private var state: UInt64
    private let scale: Int

    package init(seed: UInt64, deviation: Double) {
        state = Self.hash(seed)
        // The sum of four bytes has a deviation of 148.
        scale = Int(deviation / 147.8 * 65536)
    }

    static func hash(_ seed: UInt64) -> UInt64 {
        var value = seed &* 0x9e37_79b9_7f4a_7c15
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        return value ^ (value >> 27)
    }

    package mutating func next() -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let bits = state >> 32
        let sum = Int(bits & 255) + Int(bits >> 8 & 255) + Int(bits >> 16 & 255) + Int(bits >> 24 & 255)
        return ((sum - 510) * scale) >> 16
    }
}
