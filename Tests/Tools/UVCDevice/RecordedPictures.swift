// SPDX-License-Identifier: Apache-2.0

package import Frames
import Glibc

/// Pictures out of a file, which the camera shows in turn in place of a scene, for measurements: it notes when it sent which.
package struct RecordedPictures: Hashable, Sendable {
    /// Their only size.
    package static let size = FrameSize(width: 640, height: 480)

    private let pictures: [[UInt8]]

    /// - Parameter path: a file of brightness, a byte a pixel, one picture after the other.
    package init?(path: String) {
        guard let file = unsafe fopen(path, "re") else { return nil }
        defer { unsafe fclose(file) }
        var pictures: [[UInt8]] = []
        var pixels = [UInt8](repeating: 0, count: Self.size.area)
        while unsafe fread(&pixels, 1, pixels.count, file) == pixels.count {
            pictures.append(pixels)
        }
        guard !pictures.isEmpty else { return nil }
        self.pictures = pictures
    }

    package var count: Int { pictures.count }

    package func picture(_ number: Int) -> LumaImage { LumaImage(size: Self.size, pixels: pictures[number]) }
}
