// SPDX-License-Identifier: Apache-2.0

internal import CVideodev2
package import V4L2

/// A fake kernel with only media devices, whose graphs a test describes. Other files do not open.
package struct MediaGraphKernel: Kernel {
    /// Answers to opening, by path.
    private let graphs: [String: Result<MediaGraph, SystemError>]
    private let paths: [String]

    package init(_ graphs: [String: Result<MediaGraph, SystemError>]) {
        self.graphs = graphs
        paths = graphs.keys.sorted()
    }

    package func open(_ path: String) throws(SystemError) -> CInt {
        guard let index = paths.firstIndex(of: path) else { throw .noEntry }
        _ = try graphs[path]!.get()
        return CInt(index)
    }

    package func close(_ descriptor: CInt) {}

    @unsafe package func ioctl(
        _ descriptor: CInt, _ request: Request, _ argument: UnsafeMutableRawBufferPointer
    ) throws(SystemError) {
        guard request == .getTopology, let graph = try? graphs[paths[Int(descriptor)]]!.get() else {
            throw .notATerminal
        }
        let tables = Tables(graph)
        var raw = unsafe argument.load(as: media_v2_topology.self)
        try unsafe Self.give(tables.entities, &raw.num_entities, raw.ptr_entities)
        try unsafe Self.give(tables.interfaces, &raw.num_interfaces, raw.ptr_interfaces)
        try unsafe Self.give(tables.pads, &raw.num_pads, raw.ptr_pads)
        try unsafe Self.give(tables.links, &raw.num_links, raw.ptr_links)
        unsafe argument.storeBytes(of: raw, as: media_v2_topology.self)
    }

    /// Like the kernel: always fills in the counts, elements if there is room, and fails with ENOSPC if there is too little.
    @unsafe private static func give<Element>(
        _ elements: [Element], _ count: inout UInt32, _ address: UInt64
    ) throws(SystemError) {
        defer { count = UInt32(elements.count) }
        guard address != 0, let target = unsafe UnsafeMutableRawPointer(bitPattern: UInt(address)) else { return }
        guard count >= elements.count else { throw .noSpace }
        for (index, element) in elements.enumerated() {
            unsafe target.storeBytes(of: element, toByteOffset: index * MemoryLayout<Element>.stride, as: Element.self)
        }
    }

    @unsafe package func map(
        _ descriptor: CInt, length: Int, offset: Int
    ) throws(SystemError) -> UnsafeMutableRawBufferPointer { throw .notATerminal }
    @unsafe package func unmap(_ memory: UnsafeMutableRawBufferPointer) {}
    package func poll(
        _ descriptor: CInt, for interest: PollInterest, wake: CInt?, timeout: Duration?
    ) throws(SystemError) -> PollResult { throw .notATerminal }

    /// The graph as the kernel's tables: each data link has its own pads.
    private struct Tables {
        var entities: [media_v2_entity] = []
        var interfaces: [media_v2_interface] = []
        var pads: [media_v2_pad] = []
        var links: [media_v2_link] = []

        init(_ graph: MediaGraph) {
            for entity in graph.entities {
                var raw = media_v2_entity()
                raw.id = entity.id
                raw.function = entity.function
                unsafe withUnsafeMutableBytes(of: &raw.name) { name in
                    for (index, byte) in entity.name.utf8.prefix(63).enumerated() { unsafe name[index] = byte }
                }
                entities.append(raw)
            }
            for (entity, node) in graph.nodes.sorted(by: { $0.key < $1.key }) {
                var raw = media_v2_interface()
                raw.id = 0x0300_0000 + entity
                raw.devnode.major = node.major
                raw.devnode.minor = node.minor
                interfaces.append(raw)
                link(raw.id, entity, kind: 1)
            }
            for (index, data) in graph.links.enumerated() {
                let first = 0x0100_0000 + UInt32(index) * 2
                for (id, entity) in [(first, data.from), (first + 1, data.to)] {
                    var pad = media_v2_pad()
                    pad.id = id
                    pad.entity_id = entity
                    pads.append(pad)
                }
                link(first, first + 1, kind: 0)
            }
            for ancillary in graph.ancillary { link(ancillary.from, ancillary.to, kind: 2) }
        }

        private mutating func link(_ from: UInt32, _ to: UInt32, kind: UInt32) {
            var raw = media_v2_link()
            raw.id = 0x0200_0000 + UInt32(links.count)
            raw.source_id = from
            raw.sink_id = to
            raw.flags = kind << 28 | 1
            links.append(raw)
        }
    }
}
