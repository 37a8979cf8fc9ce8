// SPDX-License-Identifier: Apache-2.0

/// The light on the sensor's pixels, before exposure and noise; constant while nothing moves.
struct Irradiance {
    /// One value per pixel, row by row; 65535 is `peak`.
    var values: [UInt16]
    /// Lux on the sensor.
    var peak: Double
    /// The number of pixels by value >> 8, for the metering.
    var histogram: [Int]
    /// The contrast measure of the automatic focus: the mean square of horizontal differences, divided by the squared
    /// mean, in the middle half of the picture.
    var gradientEnergy: Double
    /// The mean illuminance of the middle half, in lux on the sensor.
    var centerMean: Double

    init(lux: [Float], width: Int, height: Int) {
        let peak = max(lux.max() ?? 0, 1e-9)
        let scale = 65_535 / peak
        var histogram = [Int](repeating: 0, count: 256)
        var values = [UInt16](repeating: 0, count: lux.count)
        unsafe values.withUnsafeMutableBufferPointer { values in
            unsafe lux.withUnsafeBufferPointer { lux in
                for index in 0..<lux.count {
                    unsafe values[index] = UInt16(truncatingIfNeeded: Int32(max(0, lux[index]) * scale + 0.5))
                }
            }
        }
        self.values = values
        for value in values { histogram[Int(value >> 8)] &+= 1 }
        self.peak = Double(peak)
        self.histogram = histogram

        var sum = 0
        var squares = 0
        var count = 0
        for y in height / 4..<max(height / 4, height * 3 / 4) {
            let row = y * width
            for x in width / 4..<max(width / 4, width * 3 / 4 - 1) {
                let value = Int(values[row &+ x])
                let step = Int(values[row &+ x &+ 1]) &- value
                sum &+= value
                squares &+= step &* step
                count &+= 1
            }
        }
        let mean = Double(sum) / Double(max(count, 1))
        centerMean = mean / 65_535 * Double(peak)
        gradientEnergy = mean > 0 ? Double(squares) / Double(max(count, 1)) / (mean * mean) : 0
    }

    /// In the shade of somebody who walks by. The figures for metering and focusing are those without it.
    func shaded(_ shade: PassingShadows.Shade, width: Int) -> Irradiance {
        var result = self
        let columns = (0..<width).map { UInt32(65_535 * shade.passing(at: (Double($0) + 0.5) / Double(width))) }
        for start in stride(from: 0, to: values.count, by: max(1, width)) {
            for x in 0..<width { result.values[start &+ x] = UInt16((UInt32(values[start &+ x]) &* columns[x]) &>> 16) }
        }
        return result
    }

    /// The mean signal of an exposure, as a share of full scale, as the metering measures it: clipped pixels count as full.
    ///
    /// - Parameter signalPerLux: the signal of one lux.
    func meanSignal(signalPerLux: Double) -> Double {
        let step = peak / 256 * signalPerLux
        var sum = 0.0
        var count = 0
        for (bin, pixels) in histogram.enumerated() where pixels > 0 {
            sum += min(1, (Double(bin) + 0.5) * step) * Double(pixels)
            count += pixels
        }
        return count > 0 ? sum / Double(count) : 0
    }
}
