// SPDX-License-Identifier: Apache-2.0

/// Chooses a camera of PipeWire.
package enum PipeWireSelection {
    package enum Choice: Hashable, Sendable {
        case one(PipeWireCamera)
        /// No camera has that name.
        case none
        /// Several have it.
        case several([PipeWireCamera])
    }

    /// The camera that a query means: by serial number or name, then by description, then by a part of these. Without a query,
    /// the best.
    package static func choose(_ query: String?, from cameras: [PipeWireCamera]) -> Choice {
        guard let query else { return ranked(cameras.filter { $0.role != "Screen" }).first.map { .one($0) } ?? .none }
        let wanted = query.lowercased()
        let exact = cameras.filter { $0.name == query || String($0.serial) == query }
        let described = cameras.filter { texts($0).contains(wanted) }
        let partly = cameras.filter { camera in texts(camera).contains { $0.contains(wanted) } }
        for found in [exact, described, partly] where !found.isEmpty {
            return found.count == 1 ? .one(found[0]) : sameDevice(found)
        }
        return .none
    }

    private static func texts(_ camera: PipeWireCamera) -> [String] {
        [camera.name, camera.description, camera.devicePath].compactMap { $0?.lowercased() }
    }

    /// One camera can be there twice, through V4L2 and through libcamera: "Desk Camera (V4L2)" beside "Desk Camera". If V4L2
    /// is among them once, it is meant, because it has all controls.
    private static func sameDevice(_ found: [PipeWireCamera]) -> Choice {
        let plain = Set(found.map { stem($0.title) })
        let direct = found.filter { $0.api == "v4l2" }
        return plain.count == 1 && direct.count == 1 && found.count == 2 ? .one(direct[0]) : .several(ranked(found))
    }

    private static func stem(_ title: String) -> String {
        title.hasSuffix(" (V4L2)") ? String(title.dropLast(" (V4L2)".count)) : title
    }

    /// Best first: devices before programs, V4L2 before libcamera, and what can be read before what has failed. A picture of the
    /// screen is no camera.
    package static func ranked(_ cameras: [PipeWireCamera]) -> [PipeWireCamera] {
        func rank(_ camera: PipeWireCamera) -> Int {
            let kind = camera.api == "v4l2" ? 0 : camera.api != nil ? 1 : camera.role == "Camera" ? 2 : 3
            return (camera.state == .error ? 100 : 0) + (camera.role == "Screen" ? 50 : 0) + kind
        }
        return cameras.enumerated().sorted { left, right in
            let (a, b) = (rank(left.element), rank(right.element))
            if a != b { return a < b }
            return left.element.serial != right.element.serial
                ? left.element.serial < right.element.serial : left.offset < right.offset
        }.map(\.element)
    }
}
