// SPDX-License-Identifier: Apache-2.0

import ConfinedXML
import Foundation
import Glibc
import NetworkCameras
import OnvifCameras
import Synchronization
import Testing

/// A device that hears the multicast questions of this machine on the loopback interface, and answers with what it is told.
private final class Responder: Sendable {
    let port: UInt16
    private let descriptor: CInt
    private let heard = Mutex<[String]>([])
    var questions: [String] { heard.withLock { $0 } }

    /// - Parameter answers: returns the answers to a question, from its message's name.
    init(_ answers: @escaping @Sendable (String) -> [[UInt8]]) throws {
        let descriptor = socket(AF_INET, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        var group = ip_mreq()
        unsafe inet_pton(AF_INET, "239.255.255.250", &group.imr_multiaddr)
        unsafe inet_pton(AF_INET, "127.0.0.1", &group.imr_interface)
        let isReady = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                let isBound = unsafe Glibc.bind(descriptor, pointer, length) == 0
                let hasName = unsafe getsockname(descriptor, pointer, &length) == 0
                return isBound && hasName
            }
        }
        guard isReady,
            unsafe setsockopt(
                descriptor, CInt(IPPROTO_IP), IP_ADD_MEMBERSHIP, &group, socklen_t(MemoryLayout<ip_mreq>.size)) == 0
        else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        port = UInt16(bigEndian: address.sin_port)
        self.descriptor = descriptor
        Thread.detachNewThread { [weak self] in
            var bytes = [UInt8](repeating: 0, count: 65536)
            while true {
                var from = sockaddr_in()
                var length = socklen_t(MemoryLayout<sockaddr_in>.size)
                let count = unsafe withUnsafeMutablePointer(to: &from) { pointer in
                    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        unsafe recvfrom(descriptor, &bytes, bytes.count, 0, $0, &length)
                    }
                }
                guard count > 0, let self else { return }
                let text = String(decoding: bytes.prefix(count), as: UTF8.self)
                heard.withLock { $0.append(text) }
                guard let start = text.firstRange(of: "MessageID>uuid:") else { continue }
                let message = String(text[start.upperBound...].prefix { $0 != "<" })
                for answer in answers(message) {
                    unsafe withUnsafeMutablePointer(to: &from) { pointer in
                        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                            _ = unsafe sendto(descriptor, answer, answer.count, 0, $0, length)
                        }
                    }
                }
            }
        }
    }

    deinit {
        shutdown(descriptor, CInt(SHUT_RDWR))
        close(descriptor)
    }
}

@Suite("A search of the network", .serialized)
struct CameraSearchTests {
    private func search(_ responder: Responder) throws -> CameraSearch.Result {
        try CameraSearch(reader: XMLReader(isInProcess: true), port: responder.port).run()
    }

    @Test("a camera that answers each question is found once, at the address from which it answered")
    func found() throws {
        let responder = try Responder { message in
            [
                Array(
                    Answers.match(related: "urn:uuid:" + message, places: "http://127.0.0.1:8080/onvif/device_service")
                        .utf8)
            ]
        }
        let result = try search(responder)
        #expect(result.cameras.map(\.address?.name) == ["onvif:127.0.0.1:8080"], "\(result)")
        #expect(
            result.cameras.first?.name == "Front door" && result.interfaces.contains("lo") && result.unreadable == 0)
        #expect(responder.questions.contains { $0.contains("dn:NetworkVideoTransmitter") })
        #expect(responder.questions.contains { $0.contains("tds:Device") })
    }

    @Test("a flood of answers, lies and nonsense is bounded, and the camera among them is still found")
    func flood() throws {
        let responder = try Responder { message in
            let real = Answers.match(related: "uuid:" + message, places: "http://127.0.0.1/onvif/device_service")
            let lies = [
                Answers.match(related: "uuid:another", places: "http://127.0.0.1/x", endpoint: "urn:uuid:1"),
                Answers.match(related: "uuid:" + message, places: "http://192.0.2.1/x", endpoint: "urn:uuid:2"),
                "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>", "nonsense",
            ]
            return ([real] + lies).map { Array($0.utf8) } + (0..<300).map { Array("<a>\($0)</a>".utf8) }
        }
        let result = try search(responder)
        #expect(result.cameras.count == 2, "\(result.cameras)")
        #expect(result.cameras.contains { $0.address?.name == "onvif:127.0.0.1" })
        #expect(result.cameras.contains { $0.address == nil && $0.otherHosts == ["192.0.2.1"] })
        #expect(result.unreadable > 0 && result.unreadable <= 8)
    }

    @Test("a search that is interrupted ends, and one that nobody answers finds nothing")
    func nobody() throws {
        let silent = try Responder { _ in [] }
        let search = CameraSearch(reader: XMLReader(isInProcess: true), port: silent.port)
        #expect(try search.run { true }.interfaces.isEmpty && silent.questions.isEmpty)
        let result = try search.run()
        #expect(result.cameras.isEmpty && result.unreadable == 0 && silent.questions.count == 6)
    }
}
