// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import ConfinedProcesses
package import Frames

/// A request to a worker: one packet.
package enum WorkerRequest: Hashable {
    /// Read the picture in the shared memory, whose rows have no padding.
    ///
    /// - Parameters:
    ///   - capacity: the current size of the shared memory in bytes.
    ///   - leavingOut: the indices of ladder steps that have killed a worker on this picture.
    ///   - isAlone: whether to run one step at a time, to learn which one it was.
    case read(
        size: FrameSize, capacity: Int, symbologies: Set<Symbology>, leavingOut: Set<Int>, isAlone: Bool = false)
    /// Forget the pictures so far.
    case reset

    package var bytes: [UInt8] {
        var writer = WireWriter()
        switch self {
        case .read(let size, let capacity, let symbologies, let leavingOut, let isAlone):
            writer.put(UInt8(1))
            writer.put(UInt32(size.width))
            writer.put(UInt32(size.height))
            writer.put(UInt64(capacity))
            writer.put(symbologies.wireMask)
            writer.put(UInt8(isAlone ? 1 : 0))
            writer.put(leavingOut.sorted().prefix(Int(UInt8.max)).map { UInt8(truncatingIfNeeded: $0) })
        case .reset: writer.put(UInt8(2))
        }
        return writer.bytes
    }

    package init?(_ bytes: ArraySlice<UInt8>) {
        var reader = WireReader(bytes)
        switch reader.number(UInt8.self) {
        case 1:
            guard let width = reader.number(UInt32.self), let height = reader.number(UInt32.self),
                let capacity = reader.number(UInt64.self), let mask = reader.number(UInt32.self),
                let isAlone = reader.number(UInt8.self), let steps = reader.run()
            else { return nil }
            self = .read(
                size: FrameSize(width: Int(width), height: Int(height)), capacity: Int(truncatingIfNeeded: capacity),
                symbologies: Set(wireMask: mask), leavingOut: Set(steps.map { Int($0) }), isAlone: isAlone != 0)
        case 2: self = .reset
        default: return nil
        }
        guard reader.isAtEnd else { return nil }
    }
}

extension Set<Symbology> {
    var wireMask: UInt32 {
        Symbology.allCases.enumerated().reduce(0) { contains($1.element) ? $0 | 1 << UInt32($1.offset) : $0 }
    }

    init(wireMask: UInt32) {
        self.init(Symbology.allCases.enumerated().filter { wireMask & 1 << UInt32($0.offset) != 0 }.map(\.element))
    }
}
