// SPDX-License-Identifier: Apache-2.0

import ConfinedXML
import NetworkCameras
import OnvifCameras
import Testing

@Suite("Who answers a search")
struct DiscoveryTests {
    private func found(_ places: String, from host: String, related: String = "urn:uuid:ABCD") throws -> FoundCamera? {
        let root = try Answers.root(Answers.match(related: related, places: places))
        return DiscoveryMatch.all(in: root, to: ["abcd"]).first.map { FoundCamera($0, from: host) }
    }

    @Test("name, model and place come from the scopes, the address from the host that answered")
    func whole() throws {
        let camera = try #require(try found("http://192.0.2.11/onvif/device_service", from: "192.0.2.11"))
        #expect(camera.name == "Front door" && camera.hardware == "DS-2CD2043G2" && camera.location == "hall")
        #expect(camera.endpoint == "2419d68a-2dd2-21b2-a205-ec8d59a3f0f2" && camera.otherHosts == [])
        #expect(camera.address?.name == "onvif:192.0.2.11")
    }

    @Test(
        "addresses at other hosts, other protocols and nonsense are not taken",
        arguments: [
            ("http://192.0.2.66/onvif/device_service", nil, ["192.0.2.66"]),
            ("http://192.0.2.11@evil/x", nil, ["evil"]), ("rtsp://192.0.2.11/x", nil, []),
            ("file:///etc/passwd", nil, []),
            ("", nil, []), ("http://192.0.2.66/a http://192.0.2.11:8899/b", "onvif:192.0.2.11:8899/b", ["192.0.2.66"]),
            ("http://192.0.2.11:2020/onvif/device_service", "onvif:192.0.2.11:2020", []),
            (
                "http://192.0.2.11/onvif/device_service https://192.0.2.11/onvif/device_service",
                "onvif:https://192.0.2.11",
                []
            ),
        ] as [(String, String?, [String])])
    func places(places: String, address: String?, others: [String]) throws {
        let camera = try #require(try found(places, from: "192.0.2.11"))
        #expect(camera.address?.name == address && camera.otherHosts == others, "\(camera)")
    }

    @Test("a link-local camera keeps its interface")
    func linkLocal() throws {
        let camera = try #require(try found("http://[fe80::1]:80/onvif/device_service", from: "fe80::1%eth0"))
        #expect(camera.address?.name == "onvif:[fe80::1%eth0]:80" && camera.address?.host == "fe80::1%eth0")
    }

    @Test("the answers of one device are one camera, with the address that is easier to write")
    func merged() throws {
        var result = CameraSearch.Result()
        let both = "http://192.0.2.11/onvif/device_service http://[fe80::1]/onvif/device_service"
        result.add(try #require(try found(both, from: "fe80::1%eth0")))
        result.add(try #require(try found(both, from: "192.0.2.11")))
        #expect(result.cameras.count == 1 && result.cameras[0].address?.name == "onvif:192.0.2.11")
        #expect(result.cameras[0].otherHosts.contains("192.0.2.11") == false)
    }

    @Test("answers to others' questions, and what is no answer, are none")
    func unrelated() throws {
        #expect(try found("http://192.0.2.11/x", from: "192.0.2.11", related: "uuid:other") == nil)
        for text in ["<a/>", "<Envelope><Body><ProbeMatches><ProbeMatch/></ProbeMatches></Body></Envelope>"] {
            #expect(DiscoveryMatch.all(in: try Answers.root(text), to: ["abcd"]).isEmpty)
        }
    }

    @Test("the question is XML that names the message and what is looked for")
    func probe() throws {
        for kind in DiscoveryProbe.Kind.allCases {
            let probe = DiscoveryProbe(kind)
            let root = try XMLReader(isInProcess: true).read(probe.bytes)
            #expect(root.text("Body", "Probe", "Types") == kind.rawValue)
            #expect(root.text("Header", "MessageID") == "uuid:" + probe.message && probe.message.count == 36)
        }
        #expect(DiscoveryProbe(.camera).message != DiscoveryProbe(.camera).message)
    }
}

@Suite("Addresses that a camera gives")
struct OnvifPlaceTests {
    private func at(_ text: String) throws -> NetworkAddress { try #require(NetworkAddress(text)) }

    @Test(
        "services stay at the host that was named",
        arguments: [
            ("onvif:cam", "http://cam/onvif/media", "http://cam/onvif/media"),
            ("onvif:cam", "http://CAM:8080/m", "http://CAM:8080/m"),
            ("onvif:cam:8899", "http://10.0.0.2/onvif/media", "http://cam:8899/onvif/media"),
            ("onvif:https://cam", "http://cam/m", "https://cam/m"),
            ("onvif:cam", "gopher://x", "http://cam/onvif/device_service"),
            ("onvif:cam/odd", "nonsense", "http://cam/odd"),
            ("onvif:[fe80::1%eth0]", "http://[fe80::1]/m", "http://[fe80::1%eth0]/m"),
        ])
    func services(address: String, told: String, url: String) throws {
        #expect(OnvifPlace.url(of: told, at: try at(address)) == url)
    }

    @Test("streams keep port and path, and get the host and the user that were named")
    func media() throws {
        let address = try at("onvif:ada:p%40ss%2F@cam:8899#sub")
        let stream = try #require(OnvifPlace.media("rtsp://10.0.0.2:8554/live?channel=1&x=2", at: address))
        #expect(stream.address.name == "rtsp://ada@cam:8554/live?channel=1&x=2" && stream.otherHost == "10.0.0.2")
        #expect(stream.address.password == "p@ss/" && stream.address.isVideo && stream.address.videoPort == 8554)
        let own = try #require(OnvifPlace.media("rtsp://cam/live", at: try at("onvif:cam")))
        #expect(own.address.name == "rtsp://cam/live" && own.otherHost == nil && own.address.user == nil)
        // One that the camera gives to everybody.
        let given = try #require(OnvifPlace.media("rtsp://guest:open@cam/live", at: try at("onvif:cam")))
        #expect(given.address.user == "guest" && given.address.password == "open")
        #expect(try #require(OnvifPlace.media("rtsp://guest:open@cam/l", at: address)).address.user == "ada")
        let six = try #require(OnvifPlace.media("rtsp://[fe80::1]:554/1", at: try at("onvif:[fe80::1%eth0]")))
        #expect(six.address.host == "fe80::1%eth0" && six.address.videoPort == 554)
        for bad in ["", "file:///x", "onvif:x", "rtsp:///x"] {
            #expect(OnvifPlace.media(bad, at: address) == nil, "\(bad)")
        }
    }
}
