// SPDX-License-Identifier: Apache-2.0

public import Frames
import Glibc

/// How light a frame is, in a unit that people set limits in.
public struct SceneLight: Hashable, Sendable {
    public enum Unit: String, Hashable, Sendable {
        /// The mean of the picture, 0 to 255. What automatic exposure hides, it hides here too.
        case meanLuma
        /// APEX brightness, Bv: one more is twice the light.
        case apexBrightness

        /// The light of a value, linear, for `TorchGovernor`.
        public func light(_ value: Double) -> Double {
            switch self {
            // The inverse of the curve cameras apply, near enough to tell twice from half. Source: IEC 61966-2-1.
            case .meanLuma: pow(min(max(value, 0), 255) / 255, 2.2)
            case .apexBrightness: exp2(value)
            }
        }

        /// For people, with its unit.
        public func text(_ value: Double) -> String {
            switch self {
            case .meanLuma: "mean \(Int(value.rounded())) of 255"
            case .apexBrightness: "Bv \((value * 10).rounded() / 10)"
            }
        }

        /// Where it is dim, and where it is bright.
        ///
        /// Mean: two stops of light below what libcamera's automatic exposure aims at (0.16 linear), and well above. Bv: seen where
        /// camera programs offer their torch, and ten times the light of it, as ZXing's lamp uses (45 and 450 lux).
        public var standardLimits: (dim: Double, bright: Double) {
            switch self {
            case .meanLuma: (60, 150)
            case .apexBrightness: (-1, 2.3)
            }
        }
    }

    public var value: Double
    public var unit: Unit

    public init(_ value: Double, _ unit: Unit) {
        self.value = value
        self.unit = unit
    }

    public var light: Double { unit.light(value) }
    public var text: String { unit.text(value) }
}

/// Says how light a frame is; `nil` where it cannot.
public protocol LightMeter {
    var unit: SceneLight.Unit { get }
    mutating func read(_ frame: Frame) -> SceneLight?
}

/// The mean of every fourth pixel of every fourth row: microseconds, and within a grey level of the whole mean.
public struct MeanLumaMeter: LightMeter {
    public let unit = SceneLight.Unit.meanLuma

    public init() {}

    public func read(_ frame: Frame) -> SceneLight? { Self.mean(frame.luma).map { SceneLight($0, .meanLuma) } }

    static func mean(_ image: LumaImage) -> Double? {
        guard image.width > 0, image.height > 0 else { return nil }
        var sum = 0
        var count = 0
        image.withSpan { span in
            for y in Swift.stride(from: 0, to: image.height, by: 4) {
                let row = y * image.rowStride
                for x in Swift.stride(from: 0, to: image.width, by: 4) { sum += Int(span[row + x]) }
                count += (image.width + 3) / 4
            }
        }
        return Double(sum) / Double(count)
    }
}
