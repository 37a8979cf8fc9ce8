// SPDX-License-Identifier: Apache-2.0

internal import Output

/// The messages by which Home Assistant finds a station and its entities.
///
/// See: <https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery>.
package enum HomeAssistant {
    /// Retained messages.
    ///
    /// - Parameters:
    ///   - topic: of the station at the broker.
    ///   - name: of the station, a word that may be part of a topic.
    package static func messages(topic: String, name: String) -> [(topic: String, payload: String)] {
        let id = "candela_" + name.map { $0 == "." ? "_" : String($0) }.joined()
        let device: JSONValue = [
            "identifiers": [.string(id)], "name": .string(name), "manufacturer": "Candela", "model": "scanning station",
        ]
        func entity(
            _ kind: String, _ key: String, _ title: String, _ members: [JSONValue.Member]
        ) -> (topic: String, payload: String) {
            let common: [JSONValue.Member] = [
                .init("name", .string(title)), .init("unique_id", .string("\(id)_\(key)")),
                .init("availability_topic", .string(topic + "/status")), .init("payload_available", "online"),
                .init("payload_not_available", "offline"), .init("device", device),
            ]
            return ("homeassistant/\(kind)/\(id)/\(key)/config", JSONValue.object(common + members).text)
        }
        let health = JSONValue.string(topic + "/health")
        return [
            entity(
                "binary_sensor", "trouble", "Trouble",
                [
                    .init("device_class", "problem"), .init("state_topic", health),
                    .init("value_template", "{{ 'OFF' if value_json.healthy else 'ON' }}"),
                    .init("json_attributes_topic", health),
                ]),
            entity(
                "sensor", "scans", "Scans",
                [
                    .init("state_class", "total_increasing"), .init("state_topic", health),
                    .init("value_template", "{{ value_json.scans }}"),
                ]),
            entity(
                "sensor", "waiting", "Scans to deliver",
                [
                    .init("state_class", "measurement"), .init("state_topic", health),
                    .init("value_template", "{{ value_json.waiting }}"),
                ]),
        ]
    }
}
