// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestConditions
import TestServers
import Testing

/// ONVIF cameras: the questions are answered here, and the video comes from a server that others wrote. How logins are checked is
/// the matter of OnvifCamerasTests.
@Suite("ONVIF cameras")
struct OnvifTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// - Parameters:
    ///   - video: the port of the video.
    ///   - clockOffset: of the camera's clock, in seconds.
    ///   - wantsLogin: whether questions without a login are refused.
    private func service(video port: Int, clockOffset: Int = 0, wantsLogin: Bool = false) throws -> HTTPServer {
        try HTTPServer { request in
            let text = String(decoding: request.body, as: UTF8.self)
            guard let name = text.firstMatch(of: /<s:Body><(\w+)/)?.1 else { return .init(400) }
            func answer(_ body: String, _ status: Int = 200) -> HTTPServer.Answer {
                .init(
                    status, headers: ["Content-Type: application/soap+xml"],
                    body: "<e:Envelope xmlns:e=\"http://www.w3.org/2003/05/soap-envelope\"><e:Body>\(body)</e:Body></e:Envelope>")
            }
            if wantsLogin, name != "GetSystemDateAndTime", !text.contains("<Username>ada</Username>") {
                return answer(
                    "<e:Fault><e:Code><e:Value>e:Sender</e:Value><e:Subcode><e:Value>ter:NotAuthorized</e:Value></e:Subcode>"
                        + "</e:Code><e:Reason><e:Text>Sender not Authorized</e:Text></e:Reason></e:Fault>", 400)
            }
            func profile(_ token: String) -> String {
                "<Profiles token=\"\(token)\"><Name>\u{202e}\(token) stream</Name><VideoEncoderConfiguration><Encoding>H264"
                    + "</Encoding><Resolution><Width>640</Width><Height>480</Height></Resolution></VideoEncoderConfiguration></Profiles>"
            }
            switch name {
            case "GetSystemDateAndTime":
                let parts = Calendar(identifier: .gregorian).dateComponents(
                    in: .gmt, from: Date().addingTimeInterval(Double(clockOffset)))
                return answer(
                    "<GetSystemDateAndTimeResponse><SystemDateAndTime><UTCDateTime><Time><Hour>\(parts.hour!)</Hour>"
                        + "<Minute>\(parts.minute!)</Minute><Second>\(parts.second!)</Second></Time><Date><Year>\(parts.year!)</Year>"
                        + "<Month>\(parts.month!)</Month><Day>\(parts.day!)</Day></Date></UTCDateTime></SystemDateAndTime>"
                        + "</GetSystemDateAndTimeResponse>")
            case "GetServices":
                return answer(
                    "<GetServicesResponse><Service><Namespace>http://www.onvif.org/ver10/media/wsdl</Namespace>"
                        + "<XAddr>http://10.255.255.1/onvif/media</XAddr></Service></GetServicesResponse>")
            case "GetProfiles": return answer("<GetProfilesResponse>\(profile("main"))\(profile("sub"))</GetProfilesResponse>")
            case "GetStreamUri":
                let path = text.contains(">main<") ? "video" : "else"
                return answer(
                    "<GetStreamUriResponse><MediaUri><Uri>rtsp://10.255.255.1:\(port)/\(path)</Uri></MediaUri></GetStreamUriResponse>")
            default: return answer("<e:Fault/>", 500)
            }
        }
    }

    private static let password = ["CANDELA_CAMERA_PASSWORD": "s3cret"]

    private func run(_ words: [String]) throws -> CommandResult {
        try CommandRunner.start(words, environment: Self.password).end()
    }

    @Test("a camera behind another address, with a login and a wrong clock, is found and read; no output has the password")
    func read() throws {
        let camera = try RTSPCamera(["--login", "digest"], in: folder)
        let service = try service(video: camera.port, clockOffset: -7200, wantsLogin: true)
        let address = "onvif:ada@127.0.0.1:\(service.port)"
        let scan = try run(
            ["scan", address, "--once", "--timeout", "60s", "--no-history", "--let-sleep", "--verbose"])
        #expect(scan.status == 0 && scan.output == "qr \(RTSPCamera.text)\n", "\(scan)")
        #expect(scan.errors.contains("rtsp://ada@127.0.0.1:\(camera.port)/video") && !"\(scan)".contains("s3cret"), "\(scan)")
        let measure = try run(["measure", address, "--frames", "5", "--json"])
        #expect(measure.status == 0 && measure.output.contains(address), "\(measure)")
        let doctor = try run(["doctor", address])
        #expect(doctor.status == 0 && doctor.output.contains("ready: qr \"\(RTSPCamera.text)\""), "\(doctor)")
        #expect(doctor.output.contains("network.clock-differs") && doctor.output.contains("2 h behind"), "\(doctor)")
        let info = try run(["info", address])
        #expect(info.status == 0, "\(info)")
        #expect(info.output.contains("candela scan rtsp://ada@127.0.0.1:\(camera.port)/video\n"), "\(info)")
        #expect(info.output.contains("10.255.255.1") && info.output.contains("2 h behind"), "\(info)")
        // What the camera writes does not reach the terminal as it is.
        #expect(info.output.contains("\\u{202e}main stream") && !info.output.contains("\u{202e}"), "\(info)")
        let json = try JSON(try run(["info", address, "--json"]).output)
        #expect(json["profiles"][0]["video"].string == "rtsp://ada@127.0.0.1:\(camera.port)/video")
        for request in service.requests { #expect(!String(decoding: request.body, as: UTF8.self).contains("s3cret")) }
    }

    @Test("the doctor names the first broken link")
    func doctor() throws {
        let camera = try RTSPCamera(["--login", "digest"], in: folder)
        let service = try service(video: camera.port, wantsLogin: true)
        let other = try HTTPServer { _ in .init(404) }
        let (place, nobody) = ("127.0.0.1:\(service.port)", try HTTPServer.freePort())
        for (address, finding) in [
            ("onvif:\(place)", "network.unauthorized"), ("onvif:bob:s3cret@\(place)", "network.unauthorized"),
            ("onvif:ada@\(place)#sub", "network.no-such-stream"), ("onvif:ada@\(place)#third", "network.no-such-stream"),
            ("onvif:ada:wrong@\(place)", "network.unauthorized"), ("onvif:127.0.0.1:\(other.port)", "network.no-such-stream"),
            ("onvif:127.0.0.1:\(nobody)", "network.no-answer"), ("onvif:no-such-camera.invalid", "network.no-host"),
        ] {
            let run = try run(["doctor", address])
            #expect(run.status == 1 && run.output.contains("blocked: \(finding)\n"), "\(run)")
            #expect(!"\(run)".contains("s3cret"))
        }
    }

    @Test("the search lists who answers; without anybody it says so", .needsRealKernel, .timeLimit(.minutes(5)))
    func search() throws {
        let run = try CommandRunner.run("list", "--network", "--no-open", "--json")
        // Cameras of the machine that runs the test may answer.
        #expect(run.output.contains("\"network\":["), "\(run)")
        #expect(run.status == 0 || run.status == 1, "\(run)")
        let refused = try CommandRunner.run("list", "--network", "--watch")
        #expect(refused.status == 2 && refused.errors.contains("the network is searched once"), "\(refused)")
        let empty = try CommandRunner.run("scan", "onvif:", "--once", "--no-history")
        #expect(empty.status == 2 && empty.errors.contains("it names no host"), "\(empty)")
    }

    @Test("without expat the message says what to install")
    func missing() throws {
        try folder.write([], "broken/libexpat.so.1")
        let service = try service(video: 1)
        let run = try CommandRunner.start(
            ["info", "onvif:127.0.0.1:\(service.port)"], environment: ["LD_LIBRARY_PATH": folder.path + "/broken"]
        ).end()
        #expect(run.status == 2 && run.errors.contains("apt install libexpat1"), "\(run)")
    }
}
