// SPDX-License-Identifier: Apache-2.0

import ConfinedXML
import NetworkCameras
import OnvifCameras
import Testing

@Suite("What ONVIF cameras answer")
struct OnvifAnswerTests {
    private func body(_ text: String) throws -> XMLElement { try #require(try Answers.body(text)) }

    @Test("addresses of streams, with entities, white space and unknown prefixes")
    func uris() throws {
        #expect(
            OnvifAnswer.uri(try body(Answers.dahuaStream))
                == "rtsp://192.0.2.123:554/cam/realmonitor?channel=1&subtype=1&unicast=true&proto=Onvif")
        #expect(OnvifAnswer.uri(try body(Answers.nameless)) == "rtsp://192.0.2.53:8090/profile1=r")
        let second = Answers.gsoap("<tr2:GetStreamUriResponse><tr2:Uri>rtsp://h/2</tr2:Uri></tr2:GetStreamUriResponse>")
        #expect(OnvifAnswer.uri(try body(second)) == "rtsp://h/2")
        let long = Answers.gsoap("<r><tr2:Uri>rtsp://h/\(String(repeating: "x", count: 3000))</tr2:Uri></r>")
        #expect(OnvifAnswer.uri(try body(long)) == nil)
    }

    @Test("profiles with video, in the camera's order, from both media services")
    func profiles() throws {
        let profiles = OnvifAnswer.profiles(try body(Answers.reolinkProfiles))
        #expect(
            profiles == [
                OnvifProfile(
                    token: "000", name: "MainStream", encoding: "H264", width: 2560, height: 1440, framesPerSecond: 25),
                OnvifProfile(token: "001", name: "SubStream & more", encoding: "JPEG", width: 640, height: 480),
            ])
        #expect(profiles.map(\.format) == ["H264 2560x1440, 25 fps", "JPEG 640x480"])
        #expect(
            OnvifAnswer.profiles(try body(Answers.media2Profiles)) == [
                OnvifProfile(
                    token: "main", name: "mainStream", encoding: "H265", width: 3840, height: 2160, framesPerSecond: 20)
            ])
        for (wanted, token) in [
            (nil, "000"), ("001", "001"), ("mainstream", "000"), ("2", "001"), ("3", nil), ("0", nil), ("x", nil),
        ] as [(String?, String?)] {
            #expect(OnvifProfile.choose(wanted, from: profiles)?.token == token, "\(wanted ?? "")")
        }
    }

    @Test("services, of the new question and the old one")
    func services() throws {
        #expect(
            OnvifAnswer.services(try body(Answers.media2Services)) == [
                .device: "http://192.0.2.7/onvif/device_service", .media2: "http://192.0.2.7/onvif/media2_service",
            ])
        #expect(
            OnvifAnswer.services(try body(Answers.dahuaCapabilities)) == [
                .media: "http://192.0.2.123/onvif/media_service"
            ])
    }

    @Test("the camera's clock, and clocks that cannot be")
    func time() throws {
        #expect(OnvifAnswer.time(try body(Answers.time(2026, 9, 22, 12, 34, 56))) == 1_790_080_496)
        #expect(OnvifAnswer.time(try body(Answers.time(1970, 1, 1, 0, 0, 0))) == 0)
        for bad in [(2026, 13, 1), (2026, 0, 1), (-1, 1, 1), (2026, 1, 99)] {
            #expect(OnvifAnswer.time(try body(Answers.time(bad.0, bad.1, bad.2, 0, 0, 0))) == nil)
        }
    }

    @Test("the words with which makers refuse a login")
    func faults() throws {
        for (code, words) in [
            ("ter:NotAuthorized", "Sender not Authorized"), ("wsse:FailedAuthentication", "x"),
            ("wsse:FailedCheck", "x"),
            ("ter:OperationProhibited", "The action requested requires authorization and the sender is not authorized"),
        ] {
            let fault = try #require(OnvifAnswer.fault(try body(Answers.fault(code, words))))
            #expect(fault.isUnauthorized && fault.codes.first == "Sender" && fault.reason == words, "\(fault)")
        }
        let other = try #require(OnvifAnswer.fault(try body(Answers.fault("ter:ActionNotSupported", "no"))))
        #expect(!other.isUnauthorized && other.isUnsupported)
        let old =
            "<Envelope><Body><Fault><faultcode>s:Client</faultcode><faultstring>why</faultstring></Fault></Body></Envelope>"
        #expect(OnvifAnswer.fault(try body(old))?.reason == "why")
        #expect(OnvifAnswer.fault(try body(Answers.dahuaStream)) == nil)
    }
}
