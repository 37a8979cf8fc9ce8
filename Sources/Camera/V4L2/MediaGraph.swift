// SPDX-License-Identifier: Apache-2.0

/// The parts of a camera and their links, as a media device reports them: sensors, lenses, flashes.
///
/// Source: `media-ioc-g-topology.rst` of the kernel's media user-space API.
package struct MediaGraph: Hashable, Sendable {
    /// One part: a sensor, a flash, a video node.
    package struct Entity: Hashable, Sendable {
        package var id: UInt32
        /// Text from the driver, raw.
        package var name: String
        /// `MEDIA_ENT_F_*`.
        package var function: UInt32

        package init(id: UInt32, name: String, function: UInt32) {
            self.id = id
            self.name = name
            self.function = function
        }

        /// Source: `linux/media.h`.
        package var isFlash: Bool { function == 0x0002_0002 }
    }

    /// The device file of an entity.
    package struct Node: Hashable, Sendable {
        package var major: UInt32
        package var minor: UInt32

        package init(major: UInt32, minor: UInt32) {
            self.major = major
            self.minor = minor
        }
    }

    /// A flash in the graph of a camera.
    package struct Flash: Hashable, Sendable {
        package var entity: Entity
        /// The node of its sub-device; `nil` if the driver creates none.
        package var node: Node?
        /// Whether an ancillary link connects it to a sensor of this camera. Drivers create such links since Linux 5.19;
        /// without one the flash is only known to belong to the same media device.
        package var isLinked: Bool
    }

    package var entities: [Entity]
    /// Device nodes by entity.
    package var nodes: [UInt32: Node]
    /// From an entity to the one that receives its pictures.
    package var links: [Link]
    /// From a sensor to a part that serves it: a lens, a flash.
    package var ancillary: [Link]

    package struct Link: Hashable, Sendable {
        package var from: UInt32
        package var to: UInt32

        package init(from: UInt32, to: UInt32) {
            self.from = from
            self.to = to
        }
    }

    package init(entities: [Entity], nodes: [UInt32: Node], links: [Link], ancillary: [Link]) {
        self.entities = entities
        self.nodes = nodes
        self.links = links
        self.ancillary = ancillary
    }

    /// The flashes of the camera with this video node, those linked to its sensor first; `nil` if the node does not belong
    /// to this media device.
    package func flashes(ofVideoNode node: Node) -> [Flash]? {
        guard let start = nodes.first(where: { $0.value == node })?.key else { return nil }
        let reached = upstream(of: start)
        let linked = Set(ancillary.filter { reached.contains($0.from) }.map(\.to))
        let elsewhere = Set(ancillary.map(\.to)).subtracting(linked)
        return entities.filter { $0.isFlash && !elsewhere.contains($0.id) }
            .map { Flash(entity: $0, node: nodes[$0.id], isLinked: linked.contains($0.id)) }
            .sorted { $0.isLinked && !$1.isLinked }
    }

    /// Every entity whose pictures can reach `start`, including itself.
    private func upstream(of start: UInt32) -> Set<UInt32> {
        var reached: Set<UInt32> = [start]
        var waiting = [start]
        while let next = waiting.popLast() {
            for link in links where link.to == next && reached.insert(link.from).inserted { waiting.append(link.from) }
        }
        return reached
    }
}
