// SPDX-License-Identifier: Apache-2.0

internal import CVideodev2
package import Frames

/// The capture format of a node, which determines the contents of buffers.
package struct CaptureFormat: Hashable, Sendable {
    package var fourCC: FourCC
    package var size: FrameSize
    /// The row stride of plane 0 in bytes; 0 for compressed formats.
    package var bytesPerLine: Int
    /// The size in bytes that plane 0 of a buffer needs.
    package var sizeImage: Int
    package var isMultiPlanar: Bool
    /// The number of planes of a multi-planar buffer, 1 otherwise. Luma is in the first.
    package var planeCount: Int

    package init(
        fourCC: FourCC, size: FrameSize, bytesPerLine: Int, sizeImage: Int, isMultiPlanar: Bool = false,
        planeCount: Int = 1
    ) {
        self.fourCC = fourCC
        self.size = size
        self.bytesPerLine = bytesPerLine
        self.sizeImage = sizeImage
        self.isMultiPlanar = isMultiPlanar
        self.planeCount = planeCount
    }
}

extension VideoDevice {
    /// The current format.
    package func captureFormat(multiPlanar: Bool) throws(V4L2Error) -> CaptureFormat {
        var format = candela_format()
        format.type = captureType(multiPlanar)
        var raw = unsafe v4l2_format()
        unsafe candela_format_fill(&raw, format)
        try unsafe perform(.getFormat, &raw, intent: "read the format of")
        return unsafe CaptureFormat(candela_format_of(&raw))
    }

    /// Sets format and size, and returns what the driver set: it may change both.
    ///
    /// `EBUSY` here is the first sign that another program streams: `open` of uvcvideo never reports it.
    package func setCaptureFormat(
        _ fourCC: FourCC, _ size: FrameSize, multiPlanar: Bool
    ) throws(V4L2Error) -> CaptureFormat {
        var format = candela_format()
        format.type = captureType(multiPlanar)
        format.pixelformat = fourCC.rawValue
        format.width = UInt32(clamping: size.width)
        format.height = UInt32(clamping: size.height)
        var raw = unsafe v4l2_format()
        unsafe candela_format_fill(&raw, format)
        try unsafe perform(.setFormat, &raw, intent: "set the format to \(fourCC) \(size) on")
        return unsafe CaptureFormat(candela_format_of(&raw))
    }

    /// The current frame interval; `nil` if the driver has none.
    package func frameInterval(multiPlanar: Bool) throws(V4L2Error) -> FrameInterval? {
        var raw = v4l2_streamparm()
        raw.type = captureType(multiPlanar)
        do throws(SystemError) {
            try attempt(.getParameters, &raw)
        } catch .notATerminal {
            return nil
        } catch .invalidArgument {
            return nil
        } catch {
            throw V4L2Error(.getParameters, intent: "read the frame rate of", path: path, error: error)
        }
        return unsafe FrameInterval(candela_interval_of(&raw))
    }

    /// Sets the frame interval and returns what the driver set; `nil` if it has none to set.
    package func setFrameInterval(
        _ interval: FrameInterval, multiPlanar: Bool
    ) throws(V4L2Error) -> FrameInterval? {
        var raw = v4l2_streamparm()
        unsafe candela_interval_fill(
            &raw, captureType(multiPlanar),
            v4l2_fract(numerator: interval.numerator, denominator: interval.denominator))
        do throws(SystemError) {
            try attempt(.setParameters, &raw)
        } catch .notATerminal {
            return nil
        } catch {
            throw V4L2Error(.setParameters, intent: "set the frame rate on", path: path, error: error)
        }
        return unsafe FrameInterval(candela_interval_of(&raw))
    }
}

extension CaptureFormat {
    init(_ raw: candela_format) {
        self.init(
            fourCC: FourCC(rawValue: raw.pixelformat), size: FrameSize(width: Int(raw.width), height: Int(raw.height)),
            bytesPerLine: Int(raw.bytesperline), sizeImage: Int(raw.sizeimage),
            isMultiPlanar: raw.type == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue, planeCount: Int(raw.planes))
    }
}
