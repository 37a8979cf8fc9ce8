// SPDX-License-Identifier: Apache-2.0

extension StreamRecord.Format {
    /// Bytes per pixel of formats that are not compressed. Source: the kernel's "Image Formats" chapter
    /// (Documentation/userspace-api/media/v4l).
    private static let bytes: [String: Double] = {
        let sizes: [(Double, [String])] = [
            (1, ["GREY", "BA81", "GBRG", "GRBG", "RGGB"]), (1.5, ["NV12", "NV21", "YU12", "I420", "YV12"]),
            (
                2,
                [
                    "YUYV", "YUY2", "UYVY", "YVYU", "VYUY", "NV16", "NV61", "422P", "RGBP", "Y10", "Y12", "Y14", "Y16", "Z16",
                    "BG10", "GB10", "BA10", "RG10", "BG12", "GB12", "BA12", "RG12",
                ]
            ), (3, ["RGB3", "BGR3", "NV24"]), (4, ["RGB4", "BGR4", "XR24", "AR24", "XB24", "AB24"]),
        ]
        return Dictionary(sizes.flatMap { size, codes in codes.map { ($0, size) } }) { first, _ in first }
    }()

    /// `nil` for compressed formats, and for those that are not known here.
    var bytesPerPixel: Double? { isCompressed ? nil : Self.bytes[fourCC.filter { $0 != " " }] }

    /// How much data a second the stream is at this rate, or at the one that it has, in MB; `nil` if that is not known.
    func megabytes(at rate: Double? = nil) -> Double? {
        guard let bytesPerPixel, let rate = rate ?? framesPerSecond, (0.1...10_000).contains(rate) else { return nil }
        return Double(area) * bytesPerPixel * rate / 1e6
    }
}

/// Words for how fast a USB device is connected.
enum USBSpeed {
    /// - Parameter megabits: `speed` of the device in sysfs.
    static func words(_ megabits: Double) -> String {
        switch megabits {
        case ..<100: "USB at \(Words.number(megabits)) Mb/s"
        case ..<1000: "USB 2 (\(Words.number(megabits, decimals: 0)) Mb/s)"
        default: "USB 3 (\(Words.number(megabits / 1000, decimals: 0)) Gb/s)"
        }
    }
}
