// SPDX-License-Identifier: Apache-2.0

import NetworkCameras
import Testing

@Suite("Addresses of network cameras")
struct NetworkAddressTests {
    @Test(
        "nothing that is shown holds a password",
        arguments: [
            ("http://door/video", "http://door/video", "http://door/video"),
            ("HTTPS://ada:s3cr%40t@door:8443/v?x=1#top", "https://ada@door:8443/v?x=1", "https://door:8443/v?x=1"),
            ("http://ada:a@b:c@door/", "http://ada@door/", "http://door/"),
            ("http://:only@door/", "http://door/", "http://door/"),
            (
                "http://door/cgi?usr=ada&pwd=s3cret&channel=1&Token=t",
                "http://door/cgi?usr=ada&pwd=…&channel=1&Token=…",
                "http://door/cgi?usr=ada&pwd=…&channel=1&Token=…"
            ),
            ("http://[fe80::1]:81/?password=", "http://[fe80::1]:81/?password=…", "http://[fe80::1]:81/?password=…"),
            ("http://door?sessionid=1&flag", "http://door?sessionid=…&flag", "http://door?sessionid=…&flag"),
            (
                "rtsp://ada:s3cret@door:8554/1?pwd=x&y=2", "rtsp://ada@door:8554/1?pwd=…&y=2",
                "rtsp://door:8554/1?pwd=…&y=2"
            ),
            (
                "rtsps://door/user=ada_password=s3cret_channel=1.sdp", "rtsps://door/user=ada_password=…_channel=1.sdp",
                "rtsps://door/user=ada_password=…_channel=1.sdp"
            ),
        ])
    func shown(text: String, name: String, identity: String) throws {
        let address = try #require(NetworkAddress(text))
        #expect(address.name == name)
        #expect(address.identity == identity)
    }

    @Test("the places of secrets are those that are not shown, in bytes")
    func places() {
        let text = "http://ada:gehäim@door/ü?pwd=ß&channel=1&token="
        let bytes = Array(text.utf8)
        let found = NetworkAddress.secrets(in: text).map { String(decoding: bytes[$0], as: UTF8.self) }
        #expect(Set(found) == ["gehäim", "ß", ""])
        #expect(NetworkAddress.secrets(in: "mqtt://ada:x@door/pwd=1").isEmpty)
    }

    @Test("video has its own ports")
    func ports() {
        for (text, port) in [
            ("rtsp://door/1", 554), ("rtsps://door", 322), ("rtsp://[fe80::1]:81/", 81), ("rtsp://door:99999/", nil),
            ("rtsp://door:/", nil),
        ] as [(String, UInt16?)] {
            #expect(NetworkAddress(text)?.videoPort == port && NetworkAddress(text)?.isVideo == true, "\(text)")
        }
        #expect(NetworkAddress("http://door/")?.isVideo == false)
    }

    @Test(
        "other texts are no addresses",
        arguments: ["door", "http://", "rtsp://", "rtmp://door/1", "/dev/video0", "xhttp://door", ""])
    func others(text: String) { #expect(NetworkAddress(text) == nil) }
}
