// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import Frames
internal import SimulatedCamera

/// A small generator with a seed: the same noise each run.
package struct SplitMix {
    private var numbers: SplitMix64
    private var spare: Double?

    package init(_ seed: UInt64) { numbers = SplitMix64(seed: seed) }

    package mutating func next() -> UInt64 { numbers.next() }

    package mutating func uniform() -> Double { Double(next() >> 11) / Double(1 << 53) }

    package mutating func gaussian() -> Double {
        if let spare {
            self.spare = nil
            return spare
        }
        let r = (-2 * log(max(1e-300, uniform()))).squareRoot()
        let angle = 2 * Double.pi * uniform()
        spare = r * sin(angle)
        return r * cos(angle)
    }
}

private func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }

package func floats(_ image: LumaImage) -> [Float] {
    var result = [Float](repeating: 0, count: image.size.area)
    image.withSpan { source in
        for y in 0..<image.height {
            for x in 0..<image.width { result[y * image.width + x] = Float(source[y * image.rowStride + x]) }
        }
    }
    return result
}

private func picture(_ values: [Float], _ size: FrameSize) -> LumaImage {
    LumaImage(size: size) { pixels in
        for index in 0..<size.area { pixels[index] = byte(Double(values[index])) }
    }
}

package func mapped(_ image: LumaImage, _ value: (Double) -> Double) -> LumaImage {
    placed(image) { luma, _, _ in value(luma) }
}

package func placed(_ image: LumaImage, _ value: (Double, Int, Int) -> Double) -> LumaImage {
    LumaImage(size: image.size) { pixels in
        image.withSpan { source in
            for y in 0..<image.height {
                for x in 0..<image.width {
                    pixels[y * image.width + x] = byte(value(Double(source[y * image.rowStride + x]), x, y))
                }
            }
        }
    }
}

package func mean(_ image: LumaImage) -> Double {
    let values = floats(image)
    return Double(values.reduce(0, +)) / Double(max(1, values.count))
}

/// Three passes of a box each way: a Gaussian to a percent, at a cost that does not grow with its width.
package func blurred(_ image: LumaImage, sigma: Double) -> LumaImage {
    var values = floats(image)
    if sigma < 3 {
        let radius = Int((3.5 * sigma).rounded(.up))
        let raw = (-radius...radius).map { Float(exp(-Double($0 * $0) / (2 * sigma * sigma))) }
        let sum = raw.reduce(0, +)
        values = convolved(values, image.size, raw.map { $0 / sum })
    } else {
        for _ in 0..<3 {
            let box = (4 * sigma * sigma + 1).squareRoot()
            let radius = Int(((box - 1) / 2).rounded(.down))
            let rest = Float((box - 1) / 2) - Float(radius)
            var kernel = [Float](repeating: 1, count: 2 * radius + 3)
            kernel[0] = rest
            kernel[kernel.count - 1] = rest
            let sum = kernel.reduce(0, +)
            values = convolved(values, image.size, kernel.map { $0 / sum })
        }
    }
    return picture(values, image.size)
}

private func convolved(_ values: [Float], _ size: FrameSize, _ kernel: [Float]) -> [Float] {
    var along = [Float](repeating: 0, count: values.count)
    var result = along
    let (width, height, radius) = (size.width, size.height, kernel.count / 2)
    unsafe values.withUnsafeBufferPointer { values in
        unsafe along.withUnsafeMutableBufferPointer { along in
            for y in 0..<height {
                for index in kernel.indices {
                    let weight = kernel[index]
                    let shift = index - radius
                    for x in 0..<width {
                        unsafe along[y &* width &+ x] +=
                            weight * values[y &* width &+ min(max(x &+ shift, 0), width &- 1)]
                    }
                }
            }
            unsafe result.withUnsafeMutableBufferPointer { result in
                for y in 0..<height {
                    for index in kernel.indices {
                        let weight = kernel[index]
                        let from = min(max(y + index - radius, 0), height - 1) * width
                        for x in 0..<width { unsafe result[y &* width &+ x] += weight * along[from &+ x] }
                    }
                }
            }
        }
    }
    return result
}

/// The darkest or lightest value within a distance along each axis, in pixels; between whole distances by proportion.
package func spread(_ image: LumaImage, by distance: Double, darkness: Bool) -> LumaImage {
    let reach = Int(distance)
    let share = Float(distance - Double(reach))
    let pick: (Float, Float) -> Float = darkness ? { min($0, $1) } : { max($0, $1) }
    func along(_ values: [Float], count: Int, stride: Int, lines: Int, lineStride: Int) -> [Float] {
        var result = values
        for line in 0..<lines {
            for index in 0..<count {
                let at = line * lineStride + index * stride
                var (near, far) = (values[at], values[at])
                for offset in 1...reach + 1 {
                    let before = values[at - min(offset, index) * stride]
                    let after = values[at + min(offset, count - 1 - index) * stride]
                    far = pick(far, pick(before, after))
                    if offset == reach { near = far }
                }
                result[at] = near + (far - near) * share
            }
        }
        return result
    }
    let (width, height) = (image.width, image.height)
    let rows = along(floats(image), count: width, stride: 1, lines: height, lineStride: width)
    return picture(along(rows, count: height, stride: width, lines: width, lineStride: 1), image.size)
}

/// Each pixel the mean along a line of `length` pixels.
package func dragged(_ image: LumaImage, length: Double, degrees: Double) -> LumaImage {
    let values = floats(image)
    var result = [Float](repeating: 0, count: values.count)
    let steps = max(2, Int((2 * length).rounded(.up)))
    let (dx, dy) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    let (width, height) = (image.width, image.height)
    for step in 0..<steps {
        let at = (Double(step) + 0.5) / Double(steps) * length - length / 2
        let (sx, sy) = (Int((at * dx).rounded()), Int((at * dy).rounded()))
        for y in 0..<height {
            let from = min(max(y + sy, 0), height - 1) * width
            for x in 0..<width { result[y * width + x] += values[from + min(max(x + sx, 0), width - 1)] }
        }
    }
    return picture(result.map { $0 / Float(steps) }, image.size)
}

/// `nil` when a side would be under eight pixels.
package func shrunk(_ image: LumaImage, by factor: Double) -> LumaImage? {
    let size = FrameSize(width: Int(Double(image.width) / factor), height: Int(Double(image.height) / factor))
    guard size.width >= 8, size.height >= 8 else { return nil }
    let values = floats(image)
    func weights(_ index: Int, _ count: Int, _ old: Int) -> [(Int, Float)] {
        let (low, high) = (Double(index) * Double(old) / Double(count), Double(index + 1) * Double(old) / Double(count))
        return (Int(low)..<min(old, Int(high.rounded(.up)))).map {
            ($0, Float((min(high, Double($0 + 1)) - max(low, Double($0))) / (high - low)))
        }
    }
    let columns = (0..<size.width).map { weights($0, size.width, image.width) }
    var result = [Float](repeating: 0, count: size.area)
    for y in 0..<size.height {
        for (row, weight) in weights(y, size.height, image.height) {
            for x in 0..<size.width {
                for (column, share) in columns[x] {
                    result[y * size.width + x] += weight * share * values[row * image.width + column]
                }
            }
        }
    }
    return picture(result, size)
}
