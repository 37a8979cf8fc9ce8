// SPDX-License-Identifier: Apache-2.0

internal import CVideodev2

extension MediaGraph {
    /// Reads the graph of a media device, `/dev/media0`. Opening one powers nothing.
    package init(path: String, kernel: any Kernel = SystemKernel()) throws(V4L2Error) {
        let device: CInt
        do throws(SystemError) {
            device = try kernel.open(path)
        } catch {
            throw V4L2Error(.open, intent: "open", path: path, error: error)
        }
        defer { kernel.close(device) }
        do throws(SystemError) {
            try self.init(descriptor: device, kernel: kernel)
        } catch {
            throw V4L2Error(.getTopology, intent: "read the media graph of", path: path, error: error)
        }
    }

    /// The maximum number of each kind: a phone's camera has some dozens.
    private static let limit: UInt32 = 4096

    private init(descriptor: CInt, kernel: any Kernel) throws(SystemError) {
        // First query the counts, then provide memory for them. If the graph grows in between: ENOSPC, and retry.
        for _ in 0..<8 {
            var counts = media_v2_topology()
            try Self.ask(descriptor, kernel, &counts)
            guard max(counts.num_entities, counts.num_interfaces, counts.num_pads, counts.num_links) <= Self.limit
            else {
                throw .noSpace
            }
            var room = Room(counts)
            do throws(SystemError) {
                try room.fill(descriptor, kernel)
            } catch .noSpace {
                continue
            }
            self.init(room)
            return
        }
        throw .tryAgain
    }

    private static func ask(
        _ descriptor: CInt, _ kernel: any Kernel, _ topology: inout media_v2_topology
    ) throws(SystemError) {
        try unsafe withUnsafeMutableBytes(of: &topology) { (bytes) throws(SystemError) in
            try unsafe kernel.ioctl(descriptor, .getTopology, bytes)
        }
    }

    /// The memory that the kernel writes to.
    private struct Room {
        var entities: [media_v2_entity]
        var interfaces: [media_v2_interface]
        var pads: [media_v2_pad]
        var links: [media_v2_link]
        private var topology: media_v2_topology

        init(_ counts: media_v2_topology) {
            entities = Array(repeating: media_v2_entity(), count: Int(counts.num_entities))
            interfaces = Array(repeating: media_v2_interface(), count: Int(counts.num_interfaces))
            pads = Array(repeating: media_v2_pad(), count: Int(counts.num_pads))
            links = Array(repeating: media_v2_link(), count: Int(counts.num_links))
            topology = media_v2_topology()
            topology.num_entities = counts.num_entities
            topology.num_interfaces = counts.num_interfaces
            topology.num_pads = counts.num_pads
            topology.num_links = counts.num_links
        }

        mutating func fill(_ descriptor: CInt, _ kernel: any Kernel) throws(SystemError) {
            var topology = topology
            func address(_ pointer: UnsafeMutableRawPointer?) -> UInt64 { UInt64(UInt(bitPattern: pointer)) }
            // `withUnsafeMutableBytes` of arrays does not support typed throws.
            let failure: SystemError? = unsafe entities.withUnsafeMutableBytes { entities in
                unsafe interfaces.withUnsafeMutableBytes { interfaces in
                    unsafe pads.withUnsafeMutableBytes { pads in
                        unsafe links.withUnsafeMutableBytes { links in
                            topology.ptr_entities = unsafe address(entities.baseAddress)
                            topology.ptr_interfaces = unsafe address(interfaces.baseAddress)
                            topology.ptr_pads = unsafe address(pads.baseAddress)
                            topology.ptr_links = unsafe address(links.baseAddress)
                            do throws(SystemError) {
                                try MediaGraph.ask(descriptor, kernel, &topology)
                                return nil
                            } catch {
                                return error
                            }
                        }
                    }
                }
            }
            if let failure { throw failure }
            // Remove what has disappeared since the counts were queried.
            entities.removeLast(entities.count - min(entities.count, Int(topology.num_entities)))
            interfaces.removeLast(interfaces.count - min(interfaces.count, Int(topology.num_interfaces)))
            pads.removeLast(pads.count - min(pads.count, Int(topology.num_pads)))
            links.removeLast(links.count - min(links.count, Int(topology.num_links)))
        }
    }

    private init(_ room: Room) {
        var owners: [UInt32: UInt32] = [:]
        for pad in room.pads { owners[pad.id] = pad.entity_id }
        var files: [UInt32: Node] = [:]
        for interface in room.interfaces {
            let node = unsafe withUnsafePointer(to: interface) { unsafe candela_interface_node($0) }
            files[interface.id] = Node(major: node.major, minor: node.minor)
        }
        self.init(entities: [], nodes: [:], links: [], ancillary: [])
        entities = room.entities.map { Entity(id: $0.id, name: String(cField: $0.name), function: $0.function) }
        for link in room.links {
            // Source: MEDIA_LNK_FL_LINK_TYPE and its values in linux/media.h.
            switch link.flags >> 28 {
            case 0:
                if let from = owners[link.source_id], let to = owners[link.sink_id] {
                    links.append(Link(from: from, to: to))
                }
            case 1: nodes[link.sink_id] = files[link.source_id]
            case 2: ancillary.append(Link(from: link.source_id, to: link.sink_id))
            default: break
            }
        }
    }
}
