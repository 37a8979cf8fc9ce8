// SPDX-License-Identifier: Apache-2.0

package import Frames

/// Decodes JPEG frames to luma. Use one decoder on one thread at a time.
package protocol JPEGDecoder: AnyObject {
    /// Decodes the JPEG at the start of `data`. Bytes after its end are ignored: drivers return whole buffers.
    ///
    /// A damaged or truncated frame gives what could be decoded, and is marked as damaged (`MotionJPEGFrame.damage`).
    ///
    /// - Parameter expected: the negotiated size. A frame of another size is an error: a caller that expects 1280×720 and
    ///   gets 640×480 would use wrong regions and calibration.
    func decode(_ data: Span<UInt8>, expected: FrameSize?) throws(MotionJPEGError) -> MotionJPEGFrame
}

extension JPEGDecoder {
    package func decode(_ data: Span<UInt8>) throws(MotionJPEGError) -> MotionJPEGFrame {
        try decode(data, expected: nil)
    }

    /// Decodes the JPEG at `offset` in a driver's buffer.
    package func decode(
        _ storage: PixelStorage, offset: Int = 0, byteCount: Int, expected: FrameSize? = nil
    ) throws(MotionJPEGError) -> MotionJPEGFrame {
        try storage.withSpan { (bytes: Span<UInt8>) throws(MotionJPEGError) -> MotionJPEGFrame in
            guard offset >= 0, byteCount > 0, offset < bytes.count else { throw MotionJPEGError(.notJPEG) }
            return try decode(
                bytes.extracting(offset..<offset + min(byteCount, bytes.count - offset)), expected: expected)
        }
    }
}
