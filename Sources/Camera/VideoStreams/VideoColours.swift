// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses

/// The colours of a picture as a whole, which its luma leaves out: the means of red, green and blue, and the mean difference of the
/// greatest and the least of each pixel, 0 to 255.
package struct VideoColours: Hashable, Sendable {
    /// In 256ths, as a worker sends them.
    private var parts: [UInt16]

    package var red: Double { Double(parts[0]) / 256 }
    package var green: Double { Double(parts[1]) / 256 }
    package var blue: Double { Double(parts[2]) / 256 }
    package var saturation: Double { Double(parts[3]) / 256 }

    package init(red: Float, green: Float, blue: Float, saturation: Float) {
        parts = [red, green, blue, saturation].map { $0.isFinite ? UInt16(min(max(0, $0), 255) * 256) : 0 }
    }

    init?(from reader: inout WireReader) {
        parts = []
        for _ in 0..<4 {
            guard let part = reader.number(UInt16.self) else { return nil }
            parts.append(part)
        }
    }

    func put(to writer: inout WireWriter) {
        for part in parts { writer.put(part) }
    }
}
