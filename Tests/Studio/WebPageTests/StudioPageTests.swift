// SPDX-License-Identifier: Apache-2.0

import Output
import Synchronization
import Testing
import WebPage

/// A camera side that remembers what it was asked.
private final class Backend: StudioBackend {
    let asked = Mutex<[StudioAction]>([])
    let state: JSONValue = ["phase": "live"]
    let controls: JSONValue = []
    let scans: JSONValue = ["total": 0, "scans": []]
    let meters: JSONValue = .null
    let calibration: JSONValue = .null
    let profiles: JSONValue = ["profiles": [], "unread": []]
    func calibrationPicture(isAfter: Bool) -> [UInt8]? { isAfter ? nil : [0xff, 0xd8] }
    func doctorPicture(isBefore: Bool) -> [UInt8]? { isBefore ? nil : [0xff, 0xd8] }
    var counts: StudioCounts {
        var counts = StudioCounts()
        counts.isLive = true
        counts.scans = 7
        counts.decode.add(seconds: 0.003)
        counts.decode.add(seconds: 4)
        return counts
    }

    func read(picture: [UInt8]) throws(PageFailure) -> JSONValue { ["bytes": .integer(picture.count)] }
    func read(evidence: [UInt8]) throws(PageFailure) -> JSONValue { ["evidence": .integer(evidence.count)] }

    func perform(_ action: StudioAction) throws(PageFailure) -> JSONValue {
        asked.withLock { $0.append(action) }
        if action == .torch(percent: 100) { throw PageFailure(409, "cannot switch the torch: there is none") }
        return ["done": true]
    }
}

@Suite("The page's routes")
struct StudioPageTests {
    private let backend = Backend()
    private let page: StudioPage

    init() {
        page = StudioPage(
            rules: AccessRules(port: 80), events: EventHub(), pictures: PictureHub(), backend: backend)
    }

    private func ask(_ method: String, _ target: String, _ body: String = "", type: String? = "application/json") async
        -> (status: Int, body: String, headers: [String: String])
    {
        let answer = await page.answer(
            PageRequest(
                method: method, target: target,
                headers: .init(
                    host: "localhost", origin: method == "GET" ? nil : "http://localhost", contentType: type),
                body: Array(body.utf8)))
        guard case .bytes(let bytes) = answer.body else { return (answer.status, "", [:]) }
        let headers = Dictionary(answer.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        return (answer.status, String(decoding: bytes, as: UTF8.self), headers)
    }

    @Test("the page and its files come with their types and a strict policy")
    func assets() async {
        let root = await ask("GET", "/")
        #expect(root.status == 200)
        #expect(root.headers["Content-Type"] == "text/html; charset=utf-8")
        #expect(root.headers["Content-Security-Policy"]?.contains("'unsafe-inline'") == false)
        #expect(PageAssets.all.count == 15)
        for (name, asset) in PageAssets.all {
            let answer = await ask("GET", "/\(name)")
            #expect(answer.status == 200)
            #expect(answer.headers["Content-Type"] == asset.mediaType)
            #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
        }
    }

    @Test("the page needs nothing from elsewhere, and puts no text in as markup")
    func selfContained() {
        for (name, asset) in PageAssets.all {
            let text = String(decoding: asset.bytes, as: UTF8.self)
            let isOwn = !text.replacing("http://www.w3.org/2000/svg", with: "")
                .replacing("http://127.0.0.1:8347", with: "").contains(/https?:\/\//)
            #expect(isOwn, "\(name) names another place")
            for word in [
                "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "style=\"",
            ] {
                #expect(!text.contains(word), "\(name) uses \(word)")
            }
        }
    }

    private static let wish: StudioAction = {
        var wish = CalibrationWish()
        (wish.expected, wish.motion, wish.module, wish.mayUseTorch) = ("A", 300, 0.5, true)
        return .calibration(.begin(wish))
    }()

    @Test("pictures of a calibration are there once they are taken")
    func calibrationPictures() async {
        let before = await ask("GET", "/api/calibration/before")
        #expect((before.status, before.headers["Content-Type"]) == (200, "image/jpeg"))
        #expect(await ask("GET", "/api/calibration/after").status == 404)
        #expect(await ask("POST", "/api/calibration/before", "{}").status == 405)
    }

    @Test(
        "a request is an action only when all of it is right",
        arguments: [
            ("/api/pause", #"{"paused":true}"#, StudioAction.pause(true)),
            ("/api/torch", #"{"percent":40}"#, .torch(percent: 40)),
            ("/api/region", #"{"region":null}"#, .region(nil)),
            (
                "/api/region", #"{"region":{"x":0.25,"y":0,"width":0.5,"height":1}}"#,
                .region(ShareRectangle(x: 0.25, y: 0, width: 0.5, height: 1))
            ),
            (
                "/api/controls", #"{"settings":{"zoom":"2x","gain":7,"privacy":false}}"#,
                .set([
                    .init(name: "zoom", value: "2x"), .init(name: "gain", value: "7"),
                    .init(name: "privacy", value: "0"),
                ])
            ),
            ("/api/controls/reset", #"{"name":"zoom"}"#, .reset("zoom")), ("/api/controls/reset", "{}", .reset(nil)),
            ("/api/scans", #"{"text":"4006381333931"}"#, .enter("4006381333931", symbology: nil)),
            ("/api/scans/done", "{}", .done),
            ("/api/calibration", #"{"expect":"A","motion_mm_s":300,"module_mm":0.5,"torch":true}"#, Self.wish),
            ("/api/calibration", "{}", .calibration(.begin(CalibrationWish()))),
            ("/api/calibration/cancel", "{}", .calibration(.cancel)),
            ("/api/calibration/apply", "{}", .calibration(.apply)),
            ("/api/calibration/keep", #"{"name":"bench"}"#, .calibration(.keep("bench"))),
            ("/api/calibration/put-back", "{}", .calibration(.putBack)),
            (
                "/api/profiles", #"{"name":"a","note":"n"}"#,
                .profile(.save(name: "a", note: "n", isForced: false))
            ),
            ("/api/profiles/apply", #"{"name":"a","force":true}"#, .profile(.apply(name: "a", isForced: true))),
            ("/api/profiles/remove", #"{"name":"a"}"#, .profile(.remove(name: "a"))),
            ("/api/focus", #"{"x":0.25,"y":1}"#, .focus(x: 0.25, y: 1)),
            ("/api/doctor", "{}", .examine),
            ("/api/scans", #"{"text":"\u00e9\ud83d\ude00\n"}"#, .enter("é😀\n", symbology: nil)),
            ("/api/scans", #"{"text":"A","symbology":"code-128"}"#, .enter("A", symbology: "code-128")),
        ])
    func actions(_ path: String, _ body: String, _ action: StudioAction) async {
        #expect(await ask("POST", path, body).status == 200)
        #expect(backend.asked.withLock { $0 } == [action])
    }

    @Test(
        "what is not right is refused, and nothing is done",
        arguments: [
            ("/api/scans", #"{"text":"A","symbology":1}"#, 422), ("/api/focus", #"{"x":2,"y":0}"#, 422),
            ("/api/calibration", #"{"motion_mm_s":-1}"#, 422), ("/api/calibration", #"{"module_mm":0}"#, 422),
            ("/api/calibration", #"{"expect":""}"#, 422), ("/api/calibration", #"{"torch":1}"#, 422),
            ("/api/calibration/keep", "{}", 422), ("/api/profiles", #"{"name":""}"#, 422),
            ("/api/profiles/apply", #"{"name":7}"#, 422),
            ("/api/pause", "", 400), ("/api/pause", "{", 400), ("/api/pause", "{}{}", 400),
            ("/api/pause", #"{"paused":1}"#, 422),
            ("/api/pause", #"{"paused":tru}"#, 400), ("/api/torch", #"{"percent":101}"#, 422),
            ("/api/torch", #"{"percent":"1"}"#, 422),
            ("/api/torch", #"{"percent":1e999}"#, 400), ("/api/torch", #"{"percent":01}"#, 400),
            ("/api/torch", #"{"percent":-}"#, 400),
            ("/api/region", #"{"region":{"x":0.9,"y":0,"width":0.5,"height":1}}"#, 422),
            ("/api/region", #"{"region":{"x":0,"y":0,"width":0.001,"height":1}}"#, 422),
            ("/api/controls", #"{"settings":{}}"#, 422), ("/api/controls", #"{"settings":{"a":[1]}}"#, 422),
            ("/api/scans", #"{"text":""}"#, 422), ("/api/scans", #"{"text":"\ud800"}"#, 400),
            ("/api/scans", "\"\u{1}\"", 400),
            ("/api/pause", "[[[[[[[[[[1]]]]]]]]]]", 400), ("/api/nothing", "{}", 404),
        ])
    func refused(_ path: String, _ body: String, _ status: Int) async {
        #expect(await ask("POST", path, body).status == status)
        #expect(backend.asked.withLock { $0.isEmpty })
    }

    @Test("nothing is changed by GET, and no form of another site is read")
    func methods() async {
        for path in ["/api/pause", "/api/torch", "/api/region", "/api/controls/reset", "/api/scans/done"] {
            #expect(await ask("GET", path).status == 405)
        }
        #expect(await ask("DELETE", "/").status == 405)
        #expect(await ask("POST", "/api/pause", #"{"paused":true}"#, type: "text/plain").status == 415)
        #expect(await ask("POST", "/api/pause", #"{"paused":true}"#, type: nil).status == 415)
        #expect(backend.asked.withLock { $0.isEmpty })
    }

    @Test("a picture is bytes, and may be larger than what else is sent")
    func picture() async throws {
        let path = "/api/pictures"
        #expect(await ask("POST", path, "abc", type: "application/octet-stream").body == #"{"bytes":3}"#)
        #expect(await ask("POST", path, "abc", type: "image/png").status == 415)
        #expect(await ask("GET", path).status == 405)
        let headers = PageRequest.Headers(host: "localhost", origin: "http://localhost")
        #expect(try page.bodyLimit(PageRequest(method: "POST", target: path, headers: headers)) == 32 << 20)
        #expect(try page.bodyLimit(PageRequest(method: "POST", target: "/api/pause", headers: headers)) == 64 << 10)
        #expect(try page.bodyLimit(PageRequest(method: "GET", target: path, headers: headers)) == 0)
        #expect(throws: PageFailure.self) {
            try page.bodyLimit(PageRequest(method: "POST", target: path, headers: .init(host: "evil.example")))
        }
    }

    @Test("an error from the camera becomes the response")
    func cameraRefuses() async {
        let answer = await ask("POST", "/api/torch", #"{"percent":100}"#)
        #expect(answer.status == 409)
        #expect(answer.body == #"{"error":"cannot switch the torch: there is none"}"#)
    }

    @Test("the metrics are Prometheus' text, with a histogram that adds up")
    func metrics() async {
        let text = await ask("GET", "/metrics").body
        #expect(text.contains("\ncandela_scans_total 7\n"))
        #expect(text.contains("candela_decode_seconds_bucket{le=\"0.0025\"} 0\n"))
        #expect(text.contains("candela_decode_seconds_bucket{le=\"0.005\"} 1\n"))
        #expect(text.contains("candela_decode_seconds_bucket{le=\"+Inf\"} 2\n"))
        #expect(text.contains("candela_decode_seconds_count 2\n"))
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            #expect(line.wholeMatch(of: /candela_[a-z_]+(\{le="[0-9.+Inf]+"\})? [0-9.e-]+/) != nil, "\(line)")
        }
    }

    @Test("a client gets the newest picture, waits for a newer one, and is let go when none comes")
    func pictures() async {
        let hub = page.pictures
        #expect(!hub.isWatched)
        hub.publish(LivePicture(number: 4, jpeg: [1]))
        hub.publish(LivePicture(number: 5, jpeg: [2]))
        #expect(await hub.next(after: -1)?.number == 5)
        #expect(hub.isWatched)
        let waiting = Task { await hub.next(after: 5) }
        while !hub.isWatched { await Task.yield() }
        hub.publish(LivePicture(number: 6, jpeg: [3]))
        #expect(await waiting.value?.jpeg == [3])
        let vain = Task { await hub.next(after: 6) }
        for _ in 0..<2000 { await Task.yield() }
        for _ in 0..<8 { hub.beat() }
        let late = Task { await hub.next(after: 6) }
        hub.closeAll()
        #expect(await vain.value == nil)
        #expect(await late.value == nil)
    }

    private func guarded(_ headers: PageRequest.Headers, _ target: String) async throws -> PageAnswer {
        let token = try #require(AccessToken("abcdefghij-klmnop_34"))
        let page = StudioPage(
            rules: AccessRules(hosts: ["kiosk"], port: 443, scheme: "https", token: token), events: EventHub(),
            pictures: PictureHub(), backend: backend)
        return await page.answer(PageRequest(method: "GET", target: target, headers: headers))
    }

    @Test("the token goes from the address into a cookie that scripts and other sites do not get")
    func cookie() async throws {
        let answer = try await guarded(.init(host: "kiosk", fetchSite: "none"), "/?token=abcdefghij-klmnop_34")
        #expect(answer.status == 303)
        let headers = Dictionary(uniqueKeysWithValues: answer.headers.map { ($0.name, $0.value) })
        #expect(headers["Location"] == "/")
        #expect(
            headers["Set-Cookie"]
                == "__Host-candela-443=abcdefghij-klmnop_34; Path=/; HttpOnly; SameSite=Strict; Secure")
        #expect(headers["Referrer-Policy"] == "no-referrer")
        #expect(headers["Cache-Control"] == "no-store")
    }

    @Test("after a link from another site a page refreshes, as a redirect would lose the cookie")
    func link() async throws {
        let answer = try await guarded(.init(host: "kiosk", fetchSite: "cross-site"), "/?token=abcdefghij-klmnop_34")
        #expect(answer.status == 200)
        #expect(answer.headers.contains { $0.name == "Refresh" && $0.value == "0; url=/" })
        #expect(answer.headers.contains { $0.name == "Set-Cookie" })
    }

    @Test("without the token a person is told where it is, and a program that it is needed")
    func locked() async throws {
        let page = try await guarded(.init(host: "kiosk"), "/")
        #expect(page.status == 401)
        #expect(page.headers.contains { $0.name == "Content-Type" && $0.value.hasPrefix("text/html") })
        let state = try await guarded(.init(host: "kiosk"), "/api/state")
        #expect(state.headers.contains { $0.name == "WWW-Authenticate" && $0.value == "Bearer" })
        #expect(state.headers.contains { $0.name == "Content-Type" && $0.value == "application/json" })
    }
}
