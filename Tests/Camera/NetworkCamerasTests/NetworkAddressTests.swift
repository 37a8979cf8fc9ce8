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
            ("onvif:ada:s3cret@door:8899#2", "onvif:ada@door:8899#2", "onvif:door:8899#2"),
            (
                "ONVIF:https://ada:s3cret@door/odd?token=x", "onvif:https://ada@door/odd?token=…",
                "onvif:https://door/odd?token=…"
            ),
        ])
    func shown(text: String, name: String, identity: String) throws {
        let address = try #require(NetworkAddress(text))
        #expect(address.name == name)
        #expect(address.identity == identity)
    }

    @Test(
        "a password that ends the host too early is noticed, and not shown",
        arguments: [
            ("rtsp://ada:Sec#ret7@door:554/1", "rtsp://ada:…@door:554/1", "Sec#ret7"),
            ("rtsp://ada:12#ret7@door:554/1", "rtsp://ada:…@door:554/1", "12#ret7"),
            ("http://ada:a/b?c@d@door/", "http://ada:…@door/", "a/b?c@d"),
        ])
    func cut(text: String, name: String, password: String) throws {
        let address = try #require(NetworkAddress(text))
        #expect(address.isCutByPassword && address.name == name && address.identity == name)
        let bytes = Array(text.utf8)
        #expect(NetworkAddress.secrets(in: text).map { String(decoding: bytes[$0], as: UTF8.self) } == [password])
    }

    @Test("an @ before the host that is escaped is noticed, and the password before it not shown")
    func escaped() throws {
        let text = "rtsp://ada:Sec%21ret7%40192.0.2.8:83/1"
        let address = try #require(NetworkAddress(text))
        #expect(address.isAtEscaped && !address.isCutByPassword && address.name == "rtsp://ada:…%40192.0.2.8:83/1" && address.identity == address.name)
        let bytes = Array(text.utf8)
        #expect(NetworkAddress.secrets(in: text).map { String(decoding: bytes[$0], as: UTF8.self) } == ["Sec%21ret7"])
        #expect(try #require(NetworkAddress("rtsp://ada%40door/1")).isAtEscaped)
        #expect(try !#require(NetworkAddress("rtsp://ada:a%40b@door/%40")).isAtEscaped)
    }

    @Test(
        "other addresses with such signs are taken as they are",
        arguments: ["http://door:80/a@b", "rtsp://door/user=ada@1", "onvif:door:80#a@b", "http://[fe80::1]/@"])
    func whole(text: String) throws { #expect(try !#require(NetworkAddress(text)).isCutByPassword) }

    @Test("the address of a device service is an ONVIF camera")
    func service() throws {
        let address = try #require(NetworkAddress(typed: "http://door:8000/onvif/device_service"))
        #expect(address.isOnvif && address.name == "onvif:http://door:8000/onvif/device_service")
    }

    @Test("the places of secrets are those that are not shown, in bytes")
    func places() {
        let text = "http://ada:gehäim@door/ü?pwd=ß&channel=1&token="
        let bytes = Array(text.utf8)
        let found = NetworkAddress.secrets(in: text).map { String(decoding: bytes[$0], as: UTF8.self) }
        #expect(Set(found) == ["gehäim", "ß", ""])
        let onvif = "onvif:ada:x@y@door#1"
        #expect(
            NetworkAddress.secrets(in: onvif).map { String(decoding: Array(onvif.utf8)[$0], as: UTF8.self) } == ["x@y"])
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

    @Test("an IPv6 host is without its brackets, with its interface in both forms of writing")
    func hosts() {
        for (text, host) in [
            ("rtsp://[fe80::1%eth0]:554/", "fe80::1%eth0"), ("rtsp://[fe80::1%25eth0]/", "fe80::1%eth0"),
            ("onvif:[2001:db8::1]", "2001:db8::1"), ("onvif:ada@[2001:db8::1]:80", "2001:db8::1"),
            ("http://door:81/", "door"),
        ] {
            #expect(NetworkAddress(text)?.host == host, "\(text)")
        }
        #expect(NetworkAddress("https://[2001:db8::1]/")?.place(port: 443) == "[2001:db8::1]:443")
        #expect(NetworkAddress("https://[2001:db8::1]:8443/")?.place(port: 443) == "[2001:db8::1]:8443")
        #expect(NetworkAddress("https://door")?.place(port: 443) == "door:443")
    }

    @Test("an ONVIF camera has a service and a profile")
    func onvif() throws {
        let plain = try #require(NetworkAddress("onvif:192.0.2.1"))
        #expect(
            plain.isOnvif && !plain.isVideo && plain.url == "http://192.0.2.1/onvif/device_service"
                && plain.profile == nil)
        let whole = try #require(NetworkAddress("onvif:https://ada@door:8443/odd#Sub%20stream"))
        #expect(whole.url == "https://door:8443/odd" && whole.profile == "Sub stream" && whole.isEncrypted)
        #expect(whole.withUser == whole.name && plain.withUser == "onvif:USER@192.0.2.1" && whole.user == "ada")
        #expect(NetworkAddress("onvif:http://door")?.withUser == "onvif:http://USER@door")
        #expect(NetworkAddress("http://door/#x")?.isOnvif == false)
    }

    @Test("a name that hides a secret is not one to use again")
    func complete() {
        #expect(NetworkAddress("rtsp://ada:x@door/1")?.isComplete == true)
        #expect(NetworkAddress("rtsp://door/1?pwd=x")?.isComplete == false)
    }

    @Test(
        "other texts are no addresses",
        arguments: [
            "onvif:", "onvif:#1", "onvif:/x", "onvif:http://", "onvif:ada@", "onvif:ada@:80", "door", "http://",
            "rtsp://", "rtmp://door/1", "/dev/video0", "xhttp://door", "",
        ])
    func others(text: String) { #expect(NetworkAddress(text) == nil) }
}
