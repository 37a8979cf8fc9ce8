// SPDX-License-Identifier: Apache-2.0

import Testing
import WebPage

@Suite("Where the studio listens")
struct ListenAddressTests {
    @Test(
        "an address, with or without a port",
        arguments: [
            ("127.0.0.1", "127.0.0.1", nil, true, false), ("192.168.1.5:0", "192.168.1.5", 0, false, false),
            ("0.0.0.0:65535", "0.0.0.0", 65535, false, true), ("[::1]", "::1", nil, true, false),
            ("[::]:80", "::", 80, false, true), ("[2001:DB8:0:0::5]:8347", "2001:db8::5", 8347, false, false),
            ("127.9.9.9", "127.9.9.9", nil, true, false),
        ] as [(String, String, Int?, Bool, Bool)])
    func addresses(_ text: String, _ host: String, _ port: Int?, _ isLoopback: Bool, _ isEvery: Bool) throws {
        let address = try #require(ListenAddress(text))
        #expect(address.host == host)
        #expect(address.port == port)
        #expect(address.isLoopback == isLoopback)
        #expect(address.isEvery == isEvery)
        #expect(address.isIPv6 == text.hasPrefix("["))
    }

    @Test(
        "what is none is refused",
        arguments: [
            "", ":", ":80", "localhost", "1.2.3", "1.2.3.4.5", "1.2.3.4:", "1.2.3.4:65536", "1.2.3.4:-1", "1.2.3.4:+1",
            "1.2.3.4:80:80", "::1", "::1:80", "[::1", "[::1]80", "[::1]:", "[1.2.3.4]", "[fe80::1%eth0]", "[]",
            "1.2.3.4 ",
            "01.2.3.256", "\u{661}.2.3.4",
        ])
    func refused(text: String) { #expect(ListenAddress(text) == nil) }

    @Test(
        "names that browsers may ask for",
        arguments: [
            ("Kiosk.Example", "kiosk.example"), ("kiosk:8080", "kiosk:8080"), ("10.0.0.5", "10.0.0.5"),
            ("10.0.0.5:443", "10.0.0.5:443"), ("[::1]:8", "[::1]:8"), ("a_b-c", "a_b-c"), ("", nil), ("a/b", nil),
            ("a b", nil), ("*.example", nil), ("http://x", nil), ("x:0", nil), ("x:", nil), ("x:99999", nil),
            ("-x", nil),
            ("1.2.3.456", nil), ("x\r\nEvil: y", nil), (String(repeating: "a", count: 254), nil),
        ] as [(String, String?)])
    func hosts(_ text: String, _ host: String?) { #expect(AllowedHost.parse(text) == host) }
}
