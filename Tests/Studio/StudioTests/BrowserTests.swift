// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The page in a real browser, on simulated cameras.
@Suite("The studio in a browser", .serialized)
struct BrowserTests {
    private static let view = "document.getElementById('view')"

    @Test("pictures move, and a box has the text of the code in view")
    func live() throws {
        let studio = try StudioProcess("sim:bench?fps=12")
        let browser = try Browser()
        try browser.open(studio.address)
        try browser.wait(until: "\(Self.view)?.dataset.codes === 'qr CANDELA'", "a box with the text")
        try browser.wait(until: "\(Self.view).dataset.frame", "a picture")
        let first = try #require(try browser.value("\(Self.view).dataset.frame") as? String)
        try browser.wait(until: "Number(\(Self.view).dataset.frame) > \(first) + 10", "moving pictures")
        // The picture is the camera's: neither black nor of one colour.
        let spread = try browser.value(
            """
            (() => { const c = document.getElementById('picture'); const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
            let low = 255, high = 0; for (let i = 0; i < d.length; i += 4) { low = Math.min(low, d[i]); high = Math.max(high, d[i]); } return high - low })()
            """)
        #expect((spread as? Double ?? 0) > 60)
        try browser.wait(
            until: "document.querySelector('#scans .text')?.textContent === 'CANDELA'", "the scan in the list")
        try browser.wait(
            until: "document.querySelector('[data-meter=module] .value span').textContent.endsWith('px')", "meters")
        for (name, width, height, isPhone) in [("desktop", 1440, 900, false), ("phone", 390, 844, true)] {
            for scheme in ["light", "dark"] {
                try browser.resize(width: width, height: height, isPhone: isPhone)
                try browser.prefer(scheme: scheme)
                usleep(300_000)
                try browser.picture("live-\(name)-\(scheme)")
                #expect(try browser.value("document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
            }
        }
        #expect(browser.complaints == [])
    }

    @Test("a slider changes the picture, its driver's value, and others see it")
    func slider() throws {
        let studio = try StudioProcess("sim:bench?fps=12")
        let (browser, other) = (try Browser(), try Browser())
        try browser.open(studio.address)
        try other.open(studio.address)
        let mean = "Number(document.getElementById('mean').textContent)"
        try browser.wait(until: "\(mean) > 40", "a meter")
        let before = try #require(try browser.value(mean) as? Double)
        try other.wait(until: "document.getElementById('control-brightness')", "the widget")
        try browser.value(
            "(() => { const s = document.getElementById('control-brightness'); s.value = 250; s.dispatchEvent(new Event('input')) })()"
        )
        try browser.wait(until: "\(mean) > \(before) + 15", "a brighter picture")
        try other.wait(
            until: "document.getElementById('control-brightness').value === '250'", "the slider of the other page")
        // Setting the exposure time switches to manual exposure.
        try browser.value(
            "(() => { const s = document.getElementById('control-exposure_time_absolute'); s.value = 20; s.dispatchEvent(new Event('input')) })()"
        )
        try browser.wait(until: "document.getElementById('control-auto_exposure').value === '1'", "manual exposure")
        try browser.click("reset-all")
        try browser.wait(until: "document.getElementById('control-brightness').value === '128'", "the default")
        try browser.picture("controls")
    }

    @Test("only the region drawn over the picture is read")
    func region() throws {
        let studio = try StudioProcess("sim:bench?fps=12")
        let browser = try Browser()
        try browser.open(studio.address)
        try browser.wait(until: "\(Self.view)?.dataset.codes === 'qr CANDELA'", "a box with the text")
        try browser.drag(over: "view", from: (0.25, 0.05), to: (0.45, 0.3))
        try browser.wait(until: "\(Self.view).dataset.codes === ''", "no code, as the region holds none")
        let state = try studio.ask("GET", "/api/state").body
        #expect(state.contains(#""region":{"x":"#))
        try browser.picture("region")
        try browser.click("whole")
        try browser.wait(until: "\(Self.view).dataset.codes === 'qr CANDELA'", "the code, in the whole frame")
    }

    @Test("the torch is offered when it is dim, and makes the picture bright")
    func torch() throws {
        let studio = try StudioProcess("sim:dim")
        let browser = try Browser()
        try browser.open(studio.address)
        try browser.wait(
            until: "document.getElementById('torch') && !document.getElementById('torch').hidden", "the switch")
        let mean = "Number(document.getElementById('mean').textContent)"
        try browser.wait(until: "\(mean) > 0", "a meter")
        let before = try #require(try browser.value(mean) as? Double)
        try browser.picture("dim")
        try browser.click("torch")
        try browser.wait(until: "\(mean) > \(before) + 25", "a brighter picture")
        #expect(try browser.value("document.getElementById('torch').hidden") as? Bool == false)
        #expect(try browser.value("document.getElementById('torch').ariaPressed") as? String == "true")
        try browser.picture("torch")
    }

    @Test("a tap focuses at its position, and the code there is read")
    func focus() throws {
        let studio = try StudioProcess("sim:blurred")
        let browser = try Browser()
        try browser.open(studio.address)
        try browser.wait(until: "\(Self.view)?.dataset.frame && document.body.dataset.phase === 'live'", "a picture")
        #expect(try browser.value("\(Self.view).dataset.codes") as? String == "")
        try browser.tap(on: "view", at: 0.5, 0.5)
        try browser.wait(until: "\(Self.view).dataset.codes === 'qr CANDELA'", "the code, in focus")
        // The lens moves on to its best position, and the page reports the end.
        while try studio.ask("GET", "/api/state").body.contains(#""focusing":true"#) { usleep(50_000) }
        try browser.wait(until: "\(Self.view).dataset.codes === 'qr CANDELA'", "the code, at the best place")
        #expect(try studio.ask("POST", "/api/focus", body: #"{"x":0.5,"y":1.5}"#).status == 422)
    }

    @Test("a lamp that flickers with the mains is reported, a steady one is not")
    func flicker() throws {
        for (scene, word) in [("sim:flicker", "mains, 50 Hz"), ("sim:bench", "no bands")] {
            let studio = try StudioProcess(scene)
            let browser = try Browser()
            try browser.open(studio.address)
            try browser.wait(
                until: "document.querySelector('[data-meter=flicker] small')?.textContent === '\(word)'", word)
        }
    }

    @Test("an unplugged camera is reported as gone, and its picture returns by itself")
    func unplugged() throws {
        let studio = try StudioProcess("sim:bench?unplug=36&fps=8")
        let browser = try Browser()
        try browser.open(studio.address)
        try browser.wait(until: "document.body.dataset.phase === 'live' && \(Self.view)?.dataset.frame", "the picture")
        // The camera comes and goes every few seconds, so what belongs together is asked at once.
        let trouble = "document.getElementById('trouble').hidden"
        try browser.wait(until: "document.body.dataset.phase === 'troubled' && !\(trouble)", "the loss")
        try browser.picture("gone")
        let frame = try #require(try browser.value("\(Self.view).dataset.frame") as? String)
        try browser.wait(
            until:
                "document.body.dataset.phase === 'live' && \(trouble) && Number(\(Self.view).dataset.frame) > \(frame)",
            "new pictures")
    }

    @Test("without a camera the start page shows the doctor's finding")
    func absent() throws {
        let studio = try StudioProcess("no-such-camera")
        let browser = try Browser()
        try browser.open(studio.address)
        try browser.wait(
            until: "document.getElementById('trouble') && !document.getElementById('trouble').hidden", "what is wrong")
        try browser.wait(until: "document.getElementById('trouble-message').textContent.length > 10", "a sentence")
        #expect(try studio.ask("GET", "/healthz").status == 503)
        try browser.picture("absent")
    }

    @Test("the doctor takes the camera, reports on every check, and gives it back")
    func doctor() throws {
        let studio = try StudioProcess("sim:blurred")
        let browser = try Browser(width: 1440, height: 900)
        try browser.open(studio.address)
        try browser.wait(until: "document.body.dataset.phase === 'live'", "the picture")
        try browser.click("doctor")
        try browser.wait(until: "document.querySelector('#checks [data-check=focus]')", "the report")
        #expect(
            try browser.value("document.querySelector('#checks [data-check=focus]').className") as? String == "fail")
        #expect(try browser.value("document.querySelectorAll('#checks .fixes li').length > 0") as? Bool == true)
        let question = try browser.value("document.querySelector('#checks [data-check=focus] .question').textContent")
        #expect(question as? String == "Is the picture sharp?")
        let now = "document.querySelector('#doctor-now img')"
        try browser.wait(until: "\(now).naturalWidth > 0", "what the doctor saw")
        try browser.picture("doctor")
        try browser.wait(until: "document.body.dataset.phase === 'live'", "the picture again")
        // After a change, such as the lamp on or the lens turned, the previous picture is shown beside the current one.
        try browser.click("doctor-again")
        let before = "document.querySelector('#doctor-before')"
        try browser.wait(
            until: "!document.getElementById('doctor-pair').hidden && \(before).querySelector('img').naturalWidth > 0",
            "what it saw before")
        let caption = try browser.value("\(before).querySelector('figcaption').textContent") as? String
        #expect(caption?.hasPrefix("Previous check: ") == true)
        try browser.picture("doctor-again")
        try browser.wait(until: "document.body.dataset.phase === 'live'", "the picture again")
        #expect(browser.complaints == [])
    }

    @Test("from another machine, by TLS and with the token: pictures, boxes, and no trace of the token")
    func elsewhere() throws {
        let studio = try StudioProcess("sim:bench?fps=12", "--listen", "127.0.0.1", "--tls")
        let browser = try Browser(trustsAnyone: true)
        try browser.open(studio.address + "?token=" + (try #require(studio.token)))
        try browser.wait(until: "\(Self.view)?.dataset.codes === 'qr CANDELA'", "a box with the text")
        try browser.wait(until: "Number(\(Self.view).dataset.frame) > 10", "moving pictures")
        #expect(try browser.value("location.href") as? String == "https://127.0.0.1:\(studio.port)/")
        #expect(try browser.value("document.cookie") as? String == "")
        try browser.click("pause")
        try browser.wait(until: "!document.getElementById('paused').hidden", "the pause")
        try browser.picture("elsewhere")
        #expect(browser.complaints == [])
        // Without the token, the page shows why.
        let stranger = try Browser(trustsAnyone: true)
        try stranger.open("https://127.0.0.1:\(studio.port)/")
        try stranger.wait(until: "document.body.innerText.includes('token required')", "what is needed")
        try stranger.picture("elsewhere-no-token")
    }

    @Test("pictures dropped on the page are read, or the doctor says why not")
    func pictures() throws {
        let studio = try StudioProcess("sim:empty?fps=8")
        let browser = try Browser(width: 1440, height: 900)
        try browser.open(studio.address)
        try browser.wait(until: "document.body.dataset.phase === 'live'", "the picture")
        let file = FileManager.default.temporaryDirectory.appending(path: "candela-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        let encode = Process()
        encode.executableURL = URL(fileURLWithPath: StudioProcess.binary)
        encode.arguments = ["encode", "DROPPED <b>1</b>", "--output", file.path]
        try encode.run()
        encode.waitUntilExit()
        let code = try Data(contentsOf: file).base64EncodedString()
        try browser.value(
            """
            (async () => {
              const bytes = Uint8Array.from(atob('\(code)'), c => c.charCodeAt(0));
              const grey = document.createElement('canvas');
              [grey.width, grey.height] = [640, 480];
              grey.getContext('2d').fillRect(0, 0, 640, 480);
              const dark = await new Promise(done => grey.toBlob(done, 'image/png'));
              const dropped = new DataTransfer();
              dropped.items.add(new File([bytes], 'code.png', { type: 'image/png' }));
              dropped.items.add(new File([dark], 'dark.png', { type: 'image/png' }));
              window.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, cancelable: true }));
            })()
            """)
        try browser.wait(
            until: "document.querySelector('#picture-list .text')?.textContent === 'DROPPED <b>1</b>'",
            "the code's text")
        try browser.wait(until: "document.querySelector('#picture-list .why')", "the doctor's reason")
        #expect(try browser.value("document.querySelectorAll('#picture-list li').length") as? Double == 2)
        try browser.picture("pictures")
        #expect(browser.complaints == [])
    }

    @Test("evidence of another machine that is dropped on the page is judged, with its remedies")
    func evidence() throws {
        let studio = try StudioProcess("sim:empty?fps=8")
        let browser = try Browser(width: 1440, height: 900)
        try browser.open(studio.address)
        try browser.wait(until: "document.body.dataset.phase === 'live'", "the picture")
        let path = "Tests/Doctor/DiagnosticsTests/Evidence/not-permitted.json"
        let file = try Data(contentsOf: StudioProcess.repository.appending(path: path)).base64EncodedString()
        func drop(_ base64: String) throws {
            try browser.value(
                """
                (() => {
                  const bytes = Uint8Array.from(atob('\(base64)'), c => c.charCodeAt(0));
                  const dropped = new DataTransfer();
                  dropped.items.add(new File([bytes], 'evidence.json', { type: 'application/json' }));
                  window.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, cancelable: true }));
                })()
                """)
        }
        try drop(file)
        try browser.wait(
            until: "document.querySelector('#checks [data-check=access]')?.textContent.includes('usermod')",
            "the remedy for the other machine")
        try browser.wait(
            until:
                "/evidence.json: .* · .*candela .* UTC; names/.test(document.getElementById('doctor-source').textContent)",
            "where it comes from")
        try browser.picture("evidence")
        #expect(browser.complaints == [])
        try drop(Data("{}".utf8).base64EncodedString())
        try browser.wait(
            until: "document.getElementById('doctor-verdict').textContent.includes('not evidence')", "the reason")
    }

    @Test("pause stops scanning, and typed codes join the list until Done")
    func list() throws {
        let studio = try StudioProcess("sim:empty?fps=8")
        let browser = try Browser()
        try browser.open(studio.address)
        try browser.wait(until: "document.body.dataset.phase === 'live'", "the picture")
        try browser.value(
            "(() => { document.getElementById('entry-text').value = '<img src=x onerror=alert(1)>'; document.getElementById('entry-kind').value = 'qr'; document.getElementById('entry').requestSubmit() })()"
        )
        try browser.wait(
            until: "document.querySelector('#scans .text')?.textContent === '<img src=x onerror=alert(1)>'",
            "the text, as text")
        #expect(try browser.value("document.querySelectorAll('#scans img').length") as? Double == 0)
        // Like a code that was read: checked, and in the history.
        let typed = #"{"text":"4006381333931"}"#
        #expect(try studio.ask("POST", "/api/scans", body: typed).body.contains(#""reader":"keyboard""#))
        let wrong = try studio.ask("POST", "/api/scans", body: #"{"text":"4006381333930"}"#)
        #expect(wrong.status == 422 && wrong.body.contains("check digit"))
        #expect(try studio.ask("POST", "/api/scans", body: #"{"text":"hello"}"#).status == 422)
        #expect(try studio.command("history", "list", "--json").contains("4006381333931"))
        try browser.wait(until: "document.querySelectorAll('#scans li').length === 2", "the second one")
        try browser.click("pause")
        try browser.wait(until: "document.getElementById('pause').ariaPressed === 'true'", "the pause")
        try browser.click("done")
        try browser.wait(until: "document.querySelectorAll('#scans li').length === 0", "the empty list")
        #expect(browser.complaints == [])
    }
}
