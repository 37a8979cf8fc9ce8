// SPDX-License-Identifier: Apache-2.0

import Delivery
import Testing

@Suite("A broker's address")
struct BrokerAddressTests {
    @Test("in its parts")
    func parts() throws {
        let plain = try BrokerAddress("mqtt://broker/shop/scans")
        #expect(plain.host == "broker" && plain.port == 1883 && plain.topic == "shop/scans")
        #expect(!plain.isEncrypted && plain.user == nil && plain.statusTopic == "shop/scans/status")
        let full = try BrokerAddress("MQTTS://ada%40home@[::1]:8884/a%20b/")
        #expect(full.isEncrypted && full.user == "ada@home" && full.host == "::1" && full.port == 8884)
        #expect(full.topic == "a b/")
        #expect(try BrokerAddress("mqtts://h/t").port == 8883)
    }

    @Test("one spelling for one address")
    func canonical() throws {
        #expect(
            try BrokerAddress("mqtt://h/t").description == BrokerAddress("MQTT://h:1883/t").description)
        #expect(try BrokerAddress("mqtt://u@[::1]/t").description == "mqtt://u@[::1]:1883/t")
    }

    @Test(
        "what is none is refused",
        arguments: [
            "http://h/t", "mqtt:/h/t", "mqtt://h", "mqtt://h/", "mqtt:///t", "mqtt://h:0/t", "mqtt://h:65536/t",
            "mqtt://h:+1/t", "mqtt://h:/t", "mqtt://h/a/#", "mqtt://h/+/b", "mqtt://u:secret@h/t", "mqtt://@h/t",
            "mqtt://[::1/t", "mqtt://[::1]x/t", "mqtt://h/%zz", "mqtt://h/%00", "mqtt://h/%ff", "mqtt://h/a%0ab", "",
        ])
    func malformed(text: String) { #expect(throws: BrokerAddress.Malformed.self) { try BrokerAddress(text) } }
}
