// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

/// A stream mode of a camera: format, size and rate, as far as they matter for reading.
package struct StreamMode: Hashable, Sendable, CustomStringConvertible {
    package enum Coding: String, Hashable, Sendable {
        /// Luma as the camera makes it.
        case exact
        /// JPEG: fine edges suffer, and each frame must be decompressed first.
        case compressed
        /// A library converts it to luma, which takes longest.
        case converted
    }
    package var fourCC: FourCC
    package var size: FrameSize
    /// The rate to request, frames per second; `nil` for the fastest, up to 30.
    package var wantedRate: Double?
    /// The highest and lowest frame rate; `nil` if the driver lists none.
    package var fastest: Double?
    package var slowest: Double?
    package var coding: Coding

    package init(
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

    /// The expected frame rate; `nil` if the driver lists none.
    package var rate: Double? { wantedRate ?? fastest.map { min(30, $0) } }

    /// Bytes per pixel on the bus. JPEG from webcams has one to two bits, more with much detail.
    var load: Double {
        switch coding {
        case .compressed: return 0.3
        case .exact, .converted:
            let bytes = PixelFormat(fourCC).layout?.frameByteCount(size: size)
            return bytes.map { Double($0) / Double(max(1, size.area)) } ?? 1.5
        }
    }

    package var description: String {
        let rate = rate.map { " at \($0 == $0.rounded() ? "\(Int($0))" : "\(($0 * 10).rounded() / 10)") fps" } ?? ""
        return "\(fourCC) \(size)\(rate)"
    }
}

/// A camera whose stream can be restarted in another mode while its controls keep their values.
package protocol StreamSwitching: AnyObject {
    /// The modes it offers, limited to what the user asked for.
    var modes: [StreamMode] { get }
    /// The mode it streams now.
    var current: StreamMode { get }

    /// Stops the stream and starts another mode; returns its frames and a fresh reader.
    ///
    /// The caller must have released the frames of the previous stream.
    func start(_ mode: StreamMode) throws(CalibrationError) -> (source: any FrameSource, reader: any BarcodeReader)
}
