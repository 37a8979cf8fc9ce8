// SPDX-License-Identifier: Apache-2.0

internal import CVideodev2
package import Frames

extension VideoDevice {
    /// The pixel formats that the node supports for capture, in the driver's order.
    package func pixelFormats(multiPlanar: Bool) throws(V4L2Error) -> [PixelFormatDescription] {
        try enumerate(.enumerateFormats, intent: "list the formats of") { index in
            var entry = v4l2_fmtdesc()
            entry.index = index
            entry.type = captureType(multiPlanar)
            return entry
        } _: { entry in
            PixelFormatDescription(
                fourCC: FourCC(rawValue: entry.pixelformat), name: String(cField: entry.description),
                isCompressed: entry.flags & 0x1 != 0, isEmulated: entry.flags & 0x2 != 0)
        }
    }

    /// The supported sizes of a format. Empty if the driver does not list them.
    package func frameSizes(_ format: FourCC) throws(V4L2Error) -> FrameSizes {
        var range: FrameSizes?
        let sizes: [FrameSize] = try enumerate(.enumerateFrameSizes, intent: "list the \(format) sizes of") { index in
            var entry = v4l2_frmsizeenum()
            entry.index = range == nil ? index : .max  // A range is one entry; asking further is an error on some.
            entry.pixel_format = format.rawValue
            return entry
        } _: { entry in
            if entry.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
                return FrameSize(width: Int(entry.discrete.width), height: Int(entry.discrete.height))
            }
            let wise = entry.stepwise
            range = .stepwise(
                minimum: FrameSize(width: Int(wise.min_width), height: Int(wise.min_height)),
                maximum: FrameSize(width: Int(wise.max_width), height: Int(wise.max_height)),
                step: FrameSize(width: Int(wise.step_width), height: Int(wise.step_height)))
            return nil
        }
        return range ?? .discrete(sizes)
    }

    /// The supported intervals of a format and size. Empty if the driver does not list them.
    package func frameIntervals(_ format: FourCC, _ size: FrameSize) throws(V4L2Error) -> FrameIntervals {
        var range: FrameIntervals?
        let intervals: [FrameInterval] = try enumerate(
            .enumerateFrameIntervals, intent: "list the \(format) \(size) intervals of"
        ) { index in
            var entry = v4l2_frmivalenum()
            entry.index = range == nil ? index : .max
            entry.pixel_format = format.rawValue
            entry.width = UInt32(clamping: size.width)
            entry.height = UInt32(clamping: size.height)
            return entry
        } _: { entry in
            if entry.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue { return FrameInterval(entry.discrete) }
            if let minimum = FrameInterval(entry.stepwise.min), let maximum = FrameInterval(entry.stepwise.max) {
                let isContinuous = entry.type == V4L2_FRMIVAL_TYPE_CONTINUOUS.rawValue
                range = .stepwise(
                    minimum: minimum, maximum: maximum, step: isContinuous ? nil : FrameInterval(entry.stepwise.step))
            }
            return nil
        }
        return range ?? .discrete(intervals)
    }

    func captureType(_ multiPlanar: Bool) -> UInt32 {
        (multiPlanar ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE : V4L2_BUF_TYPE_VIDEO_CAPTURE).rawValue
    }
}

extension FrameInterval {
    init?(_ fraction: v4l2_fract) {
        self.init(numerator: fraction.numerator, denominator: fraction.denominator)
    }
}
