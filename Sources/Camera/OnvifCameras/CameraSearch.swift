// SPDX-License-Identifier: Apache-2.0

package import ConfinedXML
internal import Glibc
internal import Threads

/// Searches the networks of this machine for ONVIF cameras.
///
/// One question goes to each network by multicast, which routers do not pass on. Nothing else is sent, and no password.
package struct CameraSearch: Sendable {
    package struct Result: Sendable {
        package var cameras: [FoundCamera] = []
        /// The interfaces on which it was asked: `eth0`.
        package var interfaces: [String] = []
        /// Answers that were no answers to the question, or not readable.
        package var unreadable = 0

        package init(interfaces: [String] = []) { self.interfaces = interfaces }
    }

    /// How long answers are waited for. ONVIF lets cameras wait up to half a second before they answer.
    package static let patience = Duration.seconds(2)
    /// More answers than this are not read.
    private static let mostAnswers = 512
    /// From one address.
    private static let mostOfOne = 8

    private let reader: XMLReader
    private let port: UInt16

    package init() { self.init(reader: XMLReader()) }

    /// - Parameter port: for tests.
    package init(reader: XMLReader, port: UInt16 = 3702) {
        self.reader = reader
        self.port = port
    }

    /// - Parameter shallStop: asked ten times a second.
    /// - Throws: what keeps the search from being made; a sentence.
    package func run(shallStop: () -> Bool = { false }) throws(SearchError) -> Result {
        let sockets = MulticastSocket.all()
        guard !sockets.isEmpty else {
            throw SearchError("cannot search for cameras: this machine has no network; connect it to one")
        }
        // Each network has its own: a device that hears a message twice answers once, perhaps where it is of no use.
        let probes = sockets.map { _ in DiscoveryProbe.Kind.allCases.map { DiscoveryProbe($0) } }
        let start = ContinuousClock.now
        // UDP loses packets: each is sent again, as WS-Discovery asks for.
        var times = [Duration.zero, .milliseconds(150), .milliseconds(600)][...]
        var answers = Answers()
        while true {
            if shallStop() { return Result() }
            let now = start.duration(to: .now)
            guard now < Self.patience else { break }
            if let next = times.first, now >= next {
                times = times.dropFirst()
                for (socket, probes) in zip(sockets, probes) {
                    for probe in probes { socket.send(probe.bytes, port: port) }
                }
            }
            let wait = min(Self.patience - now, .milliseconds(100), (times.first ?? Self.patience) - now)
            for socket in MulticastSocket.readable(sockets, within: max(wait, .milliseconds(1))) {
                while let (host, bytes) = socket.receive() { answers.add(host, bytes) }
            }
        }
        var result = Result(interfaces: sockets.filter(\.hasSent).map(\.interface).unique)
        guard !result.interfaces.isEmpty else {
            throw SearchError(
                "cannot search for cameras: no network of this machine takes multicast packets (\(sockets[0].failure ?? "")); "
                    + "name the camera: onvif:HOST")
        }
        let messages = Set(probes.joined().map(\.message))
        for (host, bytes) in answers.all {
            guard let root = try read(bytes) else {
                result.unreadable += 1
                continue
            }
            let matches = DiscoveryMatch.all(in: root, to: messages)
            if matches.isEmpty { result.unreadable += 1 }
            for match in matches { result.add(FoundCamera(match, from: host)) }
        }
        return result
    }

    private func read(_ bytes: [UInt8]) throws(SearchError) -> XMLElement? {
        do throws(XMLTrouble) {
            return try reader.read(bytes)
        } catch {
            switch error {
            case .malformed, .worker: return nil
            case .missing:
                throw SearchError(
                    "cannot search for cameras: \(error); install it (Debian: apt install libexpat1)")
            }
        }
    }

    /// Answers as they come, bounded.
    private struct Answers {
        private(set) var all: [(host: String, bytes: [UInt8])] = []
        private var counts: [String: Int] = [:]

        mutating func add(_ host: String, _ bytes: [UInt8]) {
            guard all.count < CameraSearch.mostAnswers, counts[host, default: 0] < CameraSearch.mostOfOne,
                !all.contains(where: { $0.host == host && $0.bytes == bytes })
            else { return }
            counts[host, default: 0] += 1
            all.append((host, bytes))
        }
    }
}

/// Why a search was not made; a sentence.
package struct SearchError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

extension CameraSearch.Result {
    package mutating func add(_ camera: FoundCamera) {
        if let index = cameras.firstIndex(where: { $0.endpoint == camera.endpoint }) {
            cameras[index].add(camera)
        } else {
            cameras.append(camera)
        }
    }
}

extension [String] {
    fileprivate var unique: [String] {
        reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
