// SPDX-License-Identifier: Apache-2.0

public import Barcodes
public import Frames

/// One way a camera streams, as far as it matters for reading.
public struct StreamMode: Hashable, Sendable, CustomStringConvertible {
    public enum Coding: String, Hashable, Sendable {
        /// Luma as the camera has it.
        case exact
        /// JPEG: fine edges lose, and each frame is decoded first.
        case compressed
        /// A library makes luma of it, which takes longest.
        case converted
    }
    public var fourCC: FourCC
    public var size: FrameSize
    /// The rate to ask for; `nil` for the fastest, up to 30.
    public var wantedRate: Double?
    /// Frames a second, the most and the least; `nil` where the driver lists none.
    public var fastest: Double?
    public var slowest: Double?
    public var coding: Coding

    public init(
        fourCC: FourCC, size: FrameSize, fastest: Double? = nil, slowest: Double? = nil, wantedRate: Double? = nil,
        coding: Coding
    ) {
        self.fourCC = fourCC
        self.size = size
        self.fastest = fastest
        self.slowest = slowest
        self.wantedRate = wantedRate
        self.coding = coding
    }

    /// The rate it will run at, as far as the driver says.
    public var rate: Double? { wantedRate ?? fastest.map { min(30, $0) } }

    /// Bytes of a pixel on the bus. JPEG of webcams has one to two bits and more where there is much to see.
    var load: Double {
        switch coding {
        case .compressed: return 0.3
        case .exact, .converted:
            let bytes = PixelFormat(fourCC).layout?.frameByteCount(size: size)
            return bytes.map { Double($0) / Double(max(1, size.area)) } ?? 1.5
        }
    }

    public var description: String {
        let rate = rate.map { " at \($0 == $0.rounded() ? "\(Int($0))" : "\(($0 * 10).rounded() / 10)") fps" } ?? ""
        return "\(fourCC) \(size)\(rate)"
    }
}

/// A camera whose stream can be ended and begun again in another mode, while its controls stay as they are.
public protocol StreamSwitching: AnyObject {
    /// What it offers, within what the user asked for.
    var modes: [StreamMode] { get }
    /// What it streams now.
    var current: StreamMode { get }

    /// Ends what streams and starts a mode; returns its frames and a reader that knows no other stream.
    ///
    /// The caller has let go of the frames of the stream before.
    func start(_ mode: StreamMode) throws(CalibrationError) -> (source: any FrameSource, reader: any BarcodeReader)
}
