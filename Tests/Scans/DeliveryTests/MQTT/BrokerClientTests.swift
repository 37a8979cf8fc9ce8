// SPDX-License-Identifier: Apache-2.0

import Delivery
import Foundation
import Testing
import TestServers

@Suite("A client of a real broker", .enabled(if: Broker.program != nil, "mosquitto is not installed"))
struct BrokerClientTests {
    private let limit = Duration.seconds(60)

    private func address(_ broker: Broker) throws -> BrokerAddress { try BrokerAddress(broker.address) }

    @Test("acknowledged messages arrive in order; the broker retains the client's status")
    func publishes() throws {
        let broker = try Broker()
        try broker.start()
        try broker.subscribe()
        let status = try address(broker).statusTopic
        do {
            let client = try BrokerClient(address(broker), password: nil)
            for number in 1...5 {
                #expect(client.publish(Array("m\(number)".utf8), number: Int64(number), limit: limit) == .taken)
            }
            #expect(try broker.retained(status) { $0 == "online" } == "online")
        }
        #expect(try broker.retained(status) { $0 == "offline" } == "offline")
        #expect(try broker.messages { $0 == "m5" } == ["m1", "m2", "m3", "m4", "m5"])
    }

    @Test("an unreachable broker is reported; when it is back, the same message arrives")
    func away() throws {
        let broker = try Broker()
        let client = try BrokerClient(address(broker), password: nil)
        guard case .away(let reason) = client.publish([0x61], number: 1, limit: .seconds(5)) else {
            Issue.record("there is no broker, and it took a message")
            return
        }
        // libmosquitto 2.1 does not say more.
        #expect(["Connection refused", "no connection could be made"].contains(reason))
        try broker.start()
        try broker.subscribe()
        var answer = client.publish([0x61], number: 1, limit: limit)
        for _ in 0..<100 where answer != .taken { answer = client.publish([0x61], number: 1, limit: limit) }
        #expect(answer == .taken)
        #expect(try broker.messages { $0 == "a" } == ["a"])
    }

    @Test("a wrong password is reported as such, and the right one is accepted")
    func password() throws {
        let broker = try Broker(["allow_anonymous false", "password_file FOLDER/passwords"]) { folder in
            try TestProgram([
                "mosquitto_passwd", "-b", "-c", folder.appending(path: "passwords").path, "ada", "right",
            ]).wait()
        }
        try broker.start()
        var address = try address(broker)
        address.user = "ada"
        let wrong = try BrokerClient(address, password: "wrong")
        guard case .away(let reason) = wrong.publish([1], number: 1, limit: limit) else {
            Issue.record("it was let in")
            return
        }
        #expect(reason.lowercased().contains("not authori"))
        #expect(try BrokerClient(address, password: "right").publish([1], number: 1, limit: limit) == .taken)
    }

    @Test("an encrypted connection needs a trusted certificate")
    func encrypted() throws {
        let broker = try Broker([
            "allow_anonymous true", "certfile FOLDER/cert.pem", "keyfile FOLDER/key.pem",
        ]) { try Certificate.make(in: $0) }
        try broker.start()
        let address = try BrokerAddress("mqtts://localhost:\(broker.port)/candela/scans")
        let stranger = try BrokerClient(address, password: nil)
        guard case .away(let reason) = stranger.publish([1], number: 1, limit: limit) else {
            Issue.record("a certificate that nobody vouches for was believed")
            return
        }
        #expect(reason.contains("certificate"))
        let friend = try BrokerClient(address, password: nil, authorities: broker.file("cert.pem"))
        #expect(friend.publish([1], number: 1, limit: limit) == .taken)
    }

    @Test("waiting ends when it is cancelled")
    func cancelled() throws {
        let client = try BrokerClient(BrokerAddress("mqtt://127.0.0.1:\(try HTTPServer.freePort())/t"), password: nil)
        client.cancel()
        #expect(client.publish([1], number: 1, limit: limit) == .cancelled)
    }
}
