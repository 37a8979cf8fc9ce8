// SPDX-License-Identifier: Apache-2.0

package import Frames

/// A camera's JPEG in a form that any program reads: unchanged, but with Huffman tables added if the camera omits them.
package func wholeJPEG(_ frame: PixelStorage) -> [UInt8]? {
    frame.withSpan { (data: Span<UInt8>) -> [UInt8]? in
        guard let header = JPEGHeader(data), let scan = header.scanOffset else { return nil }
        return unsafe data.withUnsafeBufferPointer { bytes in
            guard !header.hasHuffmanTables, !header.isProgressive else { return unsafe Array(bytes) }
            return unsafe Array(bytes[..<scan]) + standardHuffmanTables + Array(bytes[scan...])
        }
    }
}
