// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import V4L2
internal import VideoStreams

/// The modes of an open node that this program can read.
struct CaptureModes {
    var modes: [CaptureMode] = []
    /// Unusable formats, each with the reason.
    var refused: [(fourCC: FourCC, reason: String)] = []
    /// Those that only want a library.
    var wanting: [(fourCC: FourCC, reason: String)] = []

    init(listed modes: [CaptureMode]) { self.modes = modes }

    /// Queries every format, size and interval of the node. Uses `current` if the driver lists no sizes. If the driver
    /// accepts any size, considers the usual sizes and `wanted`.
    ///
    /// - Parameters:
    ///   - asked: the format that the user names. Compressed video is considered only if it is that, or if there is nothing
    ///     else: every frame of it must be decoded, and the first picture waits for a key frame.
    ///   - converts: whether libv4lconvert can convert a format that this program does not know.
    ///   - missing: why the library for a path cannot be loaded; `nil` if it can, or if the path needs none.
    init(
        _ device: VideoDevice, multiPlanar: Bool, current: FrameSize, wanted: FrameSize?, asked: FourCC? = nil,
        converts: (FourCC) -> Bool,
        missing: (LumaPath) -> String?
    ) throws(V4L2Error) {
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
                refused.append((format.fourCC, "not supported by candela or libv4lconvert"))
                continue
            }
            if let reason = missing(path) {
                refused.append((format.fourCC, reason))
                wanting.append((format.fourCC, reason))
                continue
            }
            try add(format.fourCC, path, device, current, wanted)
        }
        for format in refused.map(\.fourCC)
        where PacketDecoder.codec(format) != nil && missing(.video) == nil && (format == asked || modes.isEmpty) {
            refused.removeAll { $0.fourCC == format }
            try add(format, .video, device, current, wanted)
        }
    }

    private mutating func add(
        _ format: FourCC, _ path: LumaPath, _ device: VideoDevice, _ current: FrameSize, _ wanted: FrameSize?
    ) throws(V4L2Error) {
        for size in try Self.sizes(device, format, current, wanted) {
            let intervals = try device.frameIntervals(format, size)
            modes.append(
                CaptureMode(
                    fourCC: format, size: size, fastest: intervals.fastest, slowest: intervals.slowest, path: path))
        }
    }

    /// Leaves out formats that the camera only announces, unless the user names one.
    mutating func leaveOut(_ broken: [String], asked: FourCC?) {
        for fourCC in broken.compactMap({ FourCC($0) }) where fourCC != asked {
            guard modes.contains(where: { $0.fourCC == fourCC }) else { continue }
            modes.removeAll { $0.fourCC == fourCC }
            refused.append((fourCC, "cameras of this model announce it, and send broken pictures"))
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

    /// The sizes to consider for a camera that supports any size.
    static let usualSizes = [(320, 240), (640, 480), (800, 600), (1280, 720), (1280, 960), (1920, 1080)]
        .map { FrameSize(width: $0.0, height: $0.1) }
}
