// SPDX-License-Identifier: Apache-2.0

import Frames

/// Turns the light on the sensor into a frame: exposure row by row, noise, gain, tone. The inner loop uses only integers
/// and tables, because it also runs in emulators with slow floating point.
struct FrameDeveloper {
    private var noiseKey: (response: PixelResponse, gain: Double, hasNoise: Bool)?
    /// The standard deviation, indexed by signal >> 4; both on a scale of 65535.
    private var deviations = [UInt16](repeating: 0, count: 4096)
    private var toneKey: ToneCurve?
    private var tones: [UInt8] = []

    struct Exposure {
        /// Seconds.
        var time: Double
        var gain: Double
        /// The start of the first row's exposure, in seconds of simulated time.
        var start: Double
        /// Seconds between the starts of two rows.
        var rowTime: Double
        /// The light relative to the picture's, at rows at equal distances from the first to the last; 1 if empty.
        var light: [Double] = []
        /// The share of the light that flickers.
        var flickering = 1.0

        func light(row: Int, of height: Int) -> Double {
            guard light.count > 1, height > 1 else { return light.first ?? 1 }
            let place = Double(row) / Double(height - 1) * Double(light.count - 1)
            let index = min(light.count - 2, Int(place))
            return light[index] + (light[index + 1] - light[index]) * (place - Double(index))
        }
    }

    mutating func develop(
        _ light: Irradiance, size: FrameSize, exposure: Exposure, response: PixelResponse, tone: ToneCurve,
        flicker: Flicker?, noiseSeed: UInt64?
    ) -> LumaImage {
        prepare(response, gain: exposure.gain, hasNoise: noiseSeed != nil, tone)
        // Full-scale signals (65536) for a value of 65536.
        let factor = response.signal(illuminance: light.peak, exposure: exposure.time, gain: exposure.gain)
        var random = SplitMix64(seed: noiseSeed ?? 0)
        let noise = NoiseTable.shared
        return LumaImage(size: size) { pixels in
            unsafe pixels.withUnsafeMutableBufferPointer { pixels in
                unsafe light.values.withUnsafeBufferPointer { values in
                    // Both have size.area elements; each table is longer than a row.
                    for y in 0..<size.height {
                        let start = exposure.start + Double(y) * exposure.rowTime
                        let wave = flicker?.mean(from: start, exposure: exposure.time) ?? 1
                        let swing =
                            (1 + exposure.flickering * (wave - 1)) * exposure.light(row: y, of: size.height)
                        let offset = y * size.width
                        let firstStart = random.below(noise.first.count - size.width)
                        let secondStart = random.below(noise.second.count - size.width)
                        let source = unsafe values.baseAddress! + offset
                        let target = unsafe pixels.baseAddress! + offset
                        unsafe row(
                            from: source, to: target, count: size.width, factor: factor * swing, noise.first,
                            firstStart,
                            noise.second, secondStart)
                    }
                }
            }
        }
    }

    private func row(
        from values: UnsafePointer<UInt16>, to pixels: UnsafeMutablePointer<UInt8>, count: Int, factor: Double,
        _ first: [Int16], _ firstStart: Int, _ second: [Int16], _ secondStart: Int
    ) {
        // value · multiplier >> shift, with a multiplier of 16 bits, so that the product fits in 32.
        var shift: UInt32 = 16
        var multiplier = max(0, factor) * 65_536
        while multiplier >= 65_535.5, shift > 0 {
            multiplier /= 2
            shift -= 1
        }
        while multiplier < 32_767, shift < 31, multiplier > 0 {
            multiplier *= 2
            shift += 1
        }
        let scale = UInt32(min(65_535, multiplier.rounded()))
        unsafe deviations.withUnsafeBufferPointer { deviations in
            unsafe tones.withUnsafeBufferPointer { tones in
                unsafe first.withUnsafeBufferPointer { first in
                    unsafe second.withUnsafeBufferPointer { second in
                        let first = unsafe first.baseAddress! + firstStart
                        let second = unsafe second.baseAddress! + secondStart
                        let deviations = deviations.baseAddress!
                        let tones = tones.baseAddress!
                        for x in 0..<count {
                            let product = unsafe (UInt32(values[x]) &* scale) &>> shift
                            let signal = Int32(truncatingIfNeeded: min(product, 65_535))
                            let deviation = unsafe Int32(deviations[Int(signal &>> 4)])
                            let normal = unsafe Int32(first[x]) &+ Int32(second[x])
                            let noisy = signal &+ (deviation &* normal) &>> NoiseTable.scaleBits
                            let clipped = max(0, min(65_535, noisy))
                            unsafe pixels[x] = tones[Int(clipped &>> 2)]
                        }
                    }
                }
            }
        }
    }

    private mutating func prepare(_ response: PixelResponse, gain: Double, hasNoise: Bool, _ tone: ToneCurve) {
        if toneKey != tone {
            toneKey = tone
            tones = tone.table()
        }
        if noiseKey?.response != response || noiseKey?.gain != gain || noiseKey?.hasNoise != hasNoise {
            noiseKey = (response, gain, hasNoise)
            for index in deviations.indices {
                let signal = (Double(index) + 0.5) / Double(deviations.count)
                let deviation = hasNoise ? response.noise(signal: signal, gain: gain) * 65_535 : 0
                deviations[index] = UInt16(min(65_535, deviation.rounded()))
            }
        }
    }
}

/// The sharpness control of a webcam: above 128 it adds the difference between a pixel and its four neighbours, below
/// it subtracts that. Edges get overshoot, and noise increases with them.
func sharpened(_ image: LumaImage, control: Int64) -> LumaImage {
    let amount = Int32(control) - 128
    guard amount != 0, image.width > 2, image.height > 2 else { return image }
    let (width, height) = (image.width, image.height)
    return LumaImage(size: image.size) { pixels in
        image.withSpan { source in
            for y in 0..<height {
                let row = y &* image.rowStride
                let above = max(0, y - 1) &* image.rowStride
                let below = min(height - 1, y + 1) &* image.rowStride
                for x in 0..<width {
                    let middle = Int32(source[row &+ x])
                    let sides = Int32(source[row &+ max(0, x - 1)]) &+ Int32(source[row &+ min(width - 1, x + 1)])
                    let around = sides &+ Int32(source[above &+ x]) &+ Int32(source[below &+ x])
                    // 512: four neighbours × 128 steps of the control.
                    let value = middle &+ (amount &* (4 &* middle &- around)) / 512
                    pixels[y &* width &+ x] = UInt8(truncatingIfNeeded: max(0, min(255, value)))
                }
            }
        }
    }
}
