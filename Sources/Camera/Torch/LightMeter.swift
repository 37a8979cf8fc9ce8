// SPDX-License-Identifier: Apache-2.0

package import Frames
import Glibc

/// The brightness of a frame, in a unit for which people can set limits.
package struct SceneLight: Hashable, Sendable {
    package enum Unit: String, Hashable, Sendable {
        /// The mean of the picture, 0 to 255. Automatic exposure affects it.
        case meanLuma
        /// APEX brightness, Bv: one more means twice the light.
        case apexBrightness

        /// A value as linear light, for `TorchGovernor`.
        package func light(_ value: Double) -> Double {
            switch self {
            // The inverse of the usual camera gamma, accurate enough to tell twice from half. Source: IEC 61966-2-1.
            case .meanLuma: pow(min(max(value, 0), 255) / 255, 2.2)
            case .apexBrightness: exp2(value)
            }
        }

        /// The value with its unit, for people.
        package func text(_ value: Double) -> String {
            switch self {
            case .meanLuma: "mean \(Int(value.rounded())) of 255"
            case .apexBrightness: "Bv \((value * 10).rounded() / 10)"
            }
        }

        /// The default limits for dim and bright.
        ///
        /// Mean: two stops below the target of libcamera's automatic exposure (0.16 linear), and well above it. Bv: the
        /// value at which camera apps offer their torch, and ten times that light, as in ZXing (45 and 450 lux).
        package var standardLimits: (dim: Double, bright: Double) {
            switch self {
            case .meanLuma: (60, 150)
            case .apexBrightness: (-1, 2.3)
            }
        }
    }

    package var value: Double
    package var unit: Unit

    package init(_ value: Double, _ unit: Unit) {
        self.value = value
        self.unit = unit
    }

    package var light: Double { unit.light(value) }
    package var text: String { unit.text(value) }
}

/// Measures the brightness of a frame; `nil` if it cannot.
package protocol LightMeter {
    var unit: SceneLight.Unit { get }
    mutating func read(_ frame: Frame) -> SceneLight?
}

/// The mean of every fourth pixel of every fourth row: takes microseconds, within one grey level of the full mean.
package struct MeanLumaMeter: LightMeter {
    package let unit = SceneLight.Unit.meanLuma

    package init() {}

    package func read(_ frame: Frame) -> SceneLight? { Self.mean(frame.luma).map { SceneLight($0, .meanLuma) } }

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
