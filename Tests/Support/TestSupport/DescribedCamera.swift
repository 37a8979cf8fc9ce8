// SPDX-License-Identifier: Apache-2.0

internal import CVideodev2
package import Frames
package import V4L2

/// A fake kernel with one camera whose capabilities a test describes. It does not stream.
package struct DescribedCamera: DescribingKernel {
    package enum Sizes: Sendable {
        /// Frame sizes, each with the rates it offers, in frames per second.
        case discrete([(size: FrameSize, rates: [UInt32])])
        case stepwise(minimum: FrameSize, maximum: FrameSize, step: FrameSize, rates: [UInt32])
    }

    package static let capture: UInt32 = 0x0000_0001
    package static let metadataCapture: UInt32 = 0x0080_0000
    package static let streaming: UInt32 = 0x0400_0000

    private let capabilities: UInt32
    private let formats: [(fourCC: FourCC, sizes: Sizes)]
    private let current: FrameSize

    /// `current` is the size set when the node is opened.
    package init(
        _ formats: [(FourCC, Sizes)], capabilities: UInt32 = capture | streaming,
        current: FrameSize = FrameSize(width: 64, height: 48)
    ) {
        self.formats = formats.map { (fourCC: $0.0, sizes: $0.1) }
        self.capabilities = capabilities
        self.current = current
    }

    /// Describes one size and rate in each of these formats.
    package init(_ codes: String..., width: Int = 64, height: Int = 48, capabilities: UInt32 = capture | streaming) {
        let sizes = Sizes.discrete([(FrameSize(width: width, height: height), [30])])
        self.init(codes.map { (FourCC($0)!, sizes) }, capabilities: capabilities)
    }

    package func open(_ path: String) throws(SystemError) -> CInt { 1 }
    package func close(_ descriptor: CInt) {}

    @unsafe package func ioctl(
        _ descriptor: CInt, _ request: Request, _ argument: UnsafeMutableRawBufferPointer
    ) throws(SystemError) {
        switch request {
        case .queryCapability:
            var raw = v4l2_capability()
            raw.capabilities = capabilities | 0x8000_0000
            raw.device_caps = capabilities
            unsafe argument.storeBytes(of: raw, as: v4l2_capability.self)
        case .enumerateFormats:
            var raw = unsafe argument.load(as: v4l2_fmtdesc.self)
            guard formats.indices.contains(Int(raw.index)) else { throw .invalidArgument }
            raw.pixelformat = formats[Int(raw.index)].fourCC.rawValue
            unsafe argument.storeBytes(of: raw, as: v4l2_fmtdesc.self)
        case .enumerateFrameSizes: try unsafe answerSize(argument)
        case .enumerateFrameIntervals: try unsafe answerInterval(argument)
        case .getFormat:
            var raw = unsafe argument.load(as: v4l2_format.self)
            unsafe raw.fmt.pix.width = UInt32(current.width)
            unsafe raw.fmt.pix.height = UInt32(current.height)
            unsafe argument.storeBytes(of: raw, as: v4l2_format.self)
        default: throw .notATerminal
        }
    }

    private func sizes(_ pixelFormat: UInt32) throws(SystemError) -> Sizes {
        guard let format = formats.first(where: { $0.fourCC.rawValue == pixelFormat }) else { throw .invalidArgument }
        return format.sizes
    }

    @unsafe private func answerSize(_ argument: UnsafeMutableRawBufferPointer) throws(SystemError) {
        var raw = unsafe argument.load(as: v4l2_frmsizeenum.self)
        switch try sizes(raw.pixel_format) {
        case .discrete(let sizes):
            guard sizes.indices.contains(Int(raw.index)) else { throw .invalidArgument }
            let size = sizes[Int(raw.index)].size
            raw.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
            raw.discrete = v4l2_frmsize_discrete(width: UInt32(size.width), height: UInt32(size.height))
        case .stepwise(let minimum, let maximum, let step, _):
            guard raw.index == 0 else { throw .invalidArgument }
            raw.type = V4L2_FRMSIZE_TYPE_STEPWISE.rawValue
            raw.stepwise = v4l2_frmsize_stepwise(
                min_width: UInt32(minimum.width), max_width: UInt32(maximum.width), step_width: UInt32(step.width),
                min_height: UInt32(minimum.height), max_height: UInt32(maximum.height), step_height: UInt32(step.height)
            )
        }
        unsafe argument.storeBytes(of: raw, as: v4l2_frmsizeenum.self)
    }

    @unsafe private func answerInterval(_ argument: UnsafeMutableRawBufferPointer) throws(SystemError) {
        var raw = unsafe argument.load(as: v4l2_frmivalenum.self)
        let size = FrameSize(width: Int(raw.width), height: Int(raw.height))
        let rates: [UInt32]
        switch try sizes(raw.pixel_format) {
        case .discrete(let sizes): rates = sizes.first { $0.size == size }?.rates ?? []
        case .stepwise(_, _, _, let all): rates = all
        }
        guard rates.indices.contains(Int(raw.index)) else { throw .invalidArgument }
        raw.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
        raw.discrete = v4l2_fract(numerator: 1, denominator: rates[Int(raw.index)])
        unsafe argument.storeBytes(of: raw, as: v4l2_frmivalenum.self)
    }
}
