// SPDX-License-Identifier: Apache-2.0

import Testing
import TestSupport
import V4L2

@Suite("media graph")
struct MediaGraphTests {
    private static let flash: UInt32 = 0x0002_0002
    private static let sensor: UInt32 = 0x0002_0001

    /// A phone: two cameras with a sensor each, a flash linked to the first, another to the second, one to none.
    private static let phone = MediaGraph(
        entities: [
            .init(id: 1, name: "front sensor", function: sensor), .init(id: 2, name: "rear sensor", function: sensor),
            .init(id: 3, name: "bridge", function: 0x0000_5003),
            .init(id: 4, name: "front video", function: 0x0001_0001),
            .init(id: 5, name: "rear video", function: 0x0001_0001), .init(id: 6, name: "white:flash", function: flash),
            .init(id: 7, name: "amber:flash", function: flash), .init(id: 8, name: "loose:flash", function: flash),
        ],
        nodes: [
            4: .init(major: 81, minor: 0), 5: .init(major: 81, minor: 1), 6: .init(major: 81, minor: 2),
            7: .init(major: 81, minor: 300),
        ],
        links: [.init(from: 1, to: 4), .init(from: 2, to: 3), .init(from: 3, to: 5)],
        ancillary: [.init(from: 1, to: 7), .init(from: 2, to: 6)])

    @Test("a camera's flash is the one linked to its sensor, through what lies between")
    func linked() throws {
        let rear = try #require(Self.phone.flashes(ofVideoNode: .init(major: 81, minor: 1)))
        #expect(rear.map(\.entity.name) == ["white:flash", "loose:flash"])
        #expect(rear.map(\.isLinked) == [true, false])
        #expect(rear.map(\.node) == [.init(major: 81, minor: 2), nil])
        let front = try #require(Self.phone.flashes(ofVideoNode: .init(major: 81, minor: 0)))
        #expect(front.map(\.entity.name) == ["amber:flash", "loose:flash"])
    }

    @Test("a node that is not in the graph has none of its flashes")
    func elsewhere() {
        #expect(Self.phone.flashes(ofVideoNode: .init(major: 81, minor: 9)) == nil)
    }

    @Test("links in a circle end")
    func circle() {
        var graph = Self.phone
        graph.links.append(.init(from: 5, to: 2))
        #expect(graph.flashes(ofVideoNode: .init(major: 81, minor: 1))?.count == 2)
    }

    @Test("what the kernel's tables say is read as it is")
    func reading() throws {
        let kernel = MediaGraphKernel(["/dev/media0": .success(Self.phone)])
        let read = try MediaGraph(path: "/dev/media0", kernel: kernel)
        #expect(read == Self.phone)
    }

    @Test("an empty graph is read")
    func empty() throws {
        let nothing = MediaGraph(entities: [], nodes: [:], links: [], ancillary: [])
        let kernel = MediaGraphKernel(["/dev/media0": .success(nothing)])
        #expect(try MediaGraph(path: "/dev/media0", kernel: kernel) == nothing)
    }

    @Test("a graph larger than any camera's is refused")
    func bound() {
        let entities = (0..<5000).map { MediaGraph.Entity(id: UInt32($0), name: "", function: 0) }
        let graph = MediaGraph(entities: entities, nodes: [:], links: [], ancillary: [])
        let error = #expect(throws: V4L2Error.self) {
            try MediaGraph(path: "/dev/media0", kernel: MediaGraphKernel(["/dev/media0": .success(graph)]))
        }
        #expect(error?.error == .noSpace)
    }

    @Test("one that may not be opened says so")
    func denied() {
        let kernel = MediaGraphKernel(["/dev/media0": .failure(.accessDenied)])
        let error = #expect(throws: V4L2Error.self) { try MediaGraph(path: "/dev/media0", kernel: kernel) }
        #expect(
            error?.description.hasPrefix("cannot open /dev/media0: permission denied (open: EACCES)") == true)
    }
}
