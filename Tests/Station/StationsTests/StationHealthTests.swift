// SPDX-License-Identifier: Apache-2.0

import Output
import Stations
import Synchronization
import Testing
import WebPage

@Suite("A station's health")
struct StationHealthTests {
    /// A clock that stands until it is set.
    private final class Hands: Sendable {
        let time = Mutex(Duration.zero)
        func advance(_ span: Duration) { time.withLock { $0 += span } }
    }

    private let hands = Hands()

    private func station(_ cameras: [String] = ["left", "right"]) -> StationHealth {
        let health = StationHealth(name: "gate", clock: { [hands] in hands.time.withLock { $0 } })
        health.begin(name: "gate", cameras: cameras)
        return health
    }

    @Test("a trouble is news once, and its end says how long it lasted")
    func trouble() {
        let health = station(["left"])
        let camera = health.camera(0)
        #expect(camera.frame() == nil)
        #expect(health.current.isHealthy)
        #expect(camera.trouble("it is unplugged"))
        #expect(!camera.trouble("it is unplugged"))
        hands.advance(.seconds(20))
        #expect(camera.trouble("another program uses it"))
        hands.advance(.seconds(15))
        #expect(
            health.current.line(at: health.now)
                == "not scanning; no scans yet; left does not scan for 35 s: another program uses it")
        #expect(camera.frame() == .seconds(35))
        #expect(camera.frame() == nil)
        #expect(health.current.isHealthy && health.current.cameras[0].losses == 1)
    }

    @Test("before its first frame a camera is neither healthy nor in trouble")
    func starting() {
        let state = station().current
        #expect(!state.isHealthy && state.troubles(at: nil).isEmpty)
    }

    @Test("the line names what is wrong, in its first sentence")
    func line() {
        let health = station()
        _ = health.camera(0).frame()
        _ = health.camera(1).trouble("cannot open it: no access. Run: sudo candela udev install")
        health.scanned()
        hands.advance(.seconds(180))
        health.changed { state in
            state.awayHooks = ["post http://stock": "no route to host"]
            state.waiting = ["post http://stock": 7]
            state.refusedConfiguration = "line 3: no"
        }
        #expect(
            health.current.line(at: health.now)
                == "1 of 2 cameras scanning; 1 scan, the last 3 min ago; right does not scan for 3 min: cannot open it: no "
                + "access; post http://stock: 7 scans wait: no route to host; the changed configuration is not in force: "
                + "line 3: no")
    }

    @Test("a thread that gives no sign of life makes the station dead, not one that waits")
    func alive() {
        let health = station()
        for _ in 0..<20 {
            hands.advance(.seconds(10))
            health.camera(0).beat()
            _ = health.camera(1).trouble("away")
        }
        #expect(health.isAlive)
        for _ in 0..<10 {
            hands.advance(.seconds(10))
            health.camera(0).beat()
        }
        #expect(!health.isAlive)
    }

    @Test("only frames and signs of life are no news")
    func news() {
        let health = station()
        _ = health.camera(0).frame()
        let before = health.current
        hands.advance(.seconds(1))
        _ = health.camera(0).frame()
        #expect(before != health.current && before.isSame(as: health.current))
        health.scanned()
        #expect(!before.isSame(as: health.current))
    }

    @Test("metrics are in the text format, with labels that no name can break")
    func metrics() {
        let health = station(["a\"b\\c\nd"])
        _ = health.camera(0).frame()
        health.scanned()
        let text = health.current.prometheus(at: health.now)
        #expect(text.contains("candela_station_healthy{station=\"gate\"} 1\n"))
        #expect(
            text.contains(
                "candela_station_camera_frames_total{station=\"gate\",camera=\"a\\\"b\\\\c\\nd\",number=\"1\"} 1\n"))
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            #expect(line.wholeMatch(of: /candela_station_[a-z_]+\{.*\} [0-9.]+/) != nil, "\(line)")
        }
        // Each metric is described once, before its samples.
        let heads = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
        #expect(Set(heads).count == heads.count)
    }

    @Test("the page tells the state and changes nothing")
    func page() async {
        let health = station(["left"])
        let page = StationPage(health, rules: nil)
        func ask(_ path: String, _ method: String = "GET") async -> Int {
            await page.answer(PageRequest(method: method, target: path, headers: .init())).status
        }
        #expect(await ask("/healthz") == 503)
        _ = health.camera(0).frame()
        #expect(await ask("/healthz") == 200)
        #expect(await ask("/metrics", "HEAD") == 200)
        #expect(await ask("/metrics", "POST") == 405)
        #expect(await ask("/") == 404)
    }

    @Test("a page for this machine refuses names of other sites")
    func rebinding() async {
        let page = StationPage(station(), rules: AccessRules(port: 9347))
        let asked = PageRequest(method: "GET", target: "/metrics", headers: .init(host: "evil.example:9347"))
        #expect(await page.answer(asked).status >= 400)
        #expect(throws: PageFailure.self) { try page.bodyLimit(asked) }
    }
}
