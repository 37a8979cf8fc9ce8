// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import V4L2

/// What an open node can stream that we can read.
struct CaptureModes {
    var modes: [CaptureMode] = []
    /// Formats that are of no use, with the reason each.
    var refused: [(fourCC: FourCC, reason: String)] = []

    /// Asks the node for every format, size and interval. `current` stands in where the driver lists no sizes; `wanted`
    /// is looked at beside the usual sizes where it takes any.
    /// `converts` says whether libv4lconvert makes something of a format we do not know.
    init(_ device: VideoDevice, multiPlanar: Bool, current: FrameSize, wanted: FrameSize?, converts: (FourCC) -> Bool)
        throws(V4L2Error)
    {
        for format in try device.pixelFormats(multiPlanar: multiPlanar) {
            let path: LumaPath
            switch PixelFormat(format.fourCC) {
            case .readable(let layout): path = layout.luma == .plane ? .lent : .extracted
            case .compressed: path = .motionJPEG
            case _ where converts(format.fourCC): path = .converted
            case .unreadable(let reason):
                refused.append((format.fourCC, reason))
                continue
            case .unknown:
                refused.append((format.fourCC, "we do not know it, nor does libv4lconvert"))
                continue
            }
            for size in try Self.sizes(device, format.fourCC, current, wanted) {
                let intervals = try device.frameIntervals(format.fourCC, size)
                modes.append(
                    CaptureMode(
                        fourCC: format.fourCC, size: size, fastest: intervals.fastest, slowest: intervals.slowest,
                        path: path))
            }
        }
    }

    private static func sizes(
        _ device: VideoDevice, _ format: FourCC, _ current: FrameSize, _ wanted: FrameSize?
    ) throws(V4L2Error) -> [FrameSize] {
        switch try device.frameSizes(format) {
        case .discrete(let sizes): return sizes.isEmpty ? [current] : sizes
        case .stepwise(let minimum, let maximum, let step):
            let offered = FrameSizes.stepwise(minimum: minimum, maximum: maximum, step: step)
            var usual = Self.usualSizes.filter { offered.contains($0) }
            if let wanted, offered.contains(wanted), !usual.contains(wanted) { usual.append(wanted) }
            return usual.isEmpty ? [maximum] : usual
        }
    }

    /// What to ask of a camera that takes any size.
    private static let usualSizes = [(320, 240), (640, 480), (800, 600), (1280, 720), (1280, 960), (1920, 1080)]
        .map { FrameSize(width: $0.0, height: $0.1) }
}
