// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A real browser without a window, driven over a pipe by its DevTools protocol: no port, no WebSocket.
///
/// Source: https://chromedevtools.github.io/devtools-protocol/; `--remote-debugging-pipe` reads requests from descriptor 3
/// and writes answers to 4, each JSON with a zero byte behind it.
final class Browser {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Many times what the slowest step takes on a busy machine.
    static let limit = Duration.seconds(60)

    private let process = Process()
    private let requests = Pipe()
    private let answers = Pipe()
    private let profile: URL
    private var buffer = Data()
    private var number = 0
    private var session: String?
    /// What the page complained of: errors, refused requests, exceptions.
    private(set) var complaints: [String] = []

    /// - Parameter trustsAnyone: takes certificates that nobody vouches for, as a user does who has compared fingerprints.
    init(width: Int = 1280, height: Int = 800, trustsAnyone: Bool = false) throws {
        let found = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
        guard let path = found else {
            throw Failure(description: "there is no chromium; run make packages-test")
        }
        profile = FileManager.default.temporaryDirectory.appending(path: "candela-browser-\(UUID().uuidString)")
        // A shell puts the pipes where the browser looks for them.
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments =
            [
                "-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null", "sh", path, "--headless=new",
                "--no-sandbox",
                "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe", "--no-first-run", "--mute-audio",
                "--hide-scrollbars", "--user-data-dir=\(profile.path)",
            ] + (trustsAnyone ? ["--ignore-certificate-errors"] : []) + ["about:blank"]
        process.standardInput = requests
        process.standardOutput = answers
        process.standardError = FileHandle.nullDevice
        try process.run()
        let target = try call("Target.createTarget", ["url": "about:blank"])
        session =
            try call("Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])["sessionId"]
            as? String
        for domain in ["Page", "Runtime", "Log"] { _ = try call("\(domain).enable") }
        try resize(width: width, height: height)
    }

    deinit {
        if process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: profile)
    }

    // MARK: What a user does

    func open(_ address: String) throws { _ = try call("Page.navigate", ["url": address]) }

    func resize(width: Int, height: Int, isPhone: Bool = false) throws {
        _ = try call(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": isPhone ? 2 : 1, "mobile": isPhone])
    }

    func prefer(scheme: String) throws {
        _ = try call(
            "Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": scheme]]])
    }

    /// Drags over an element, from and to shares of it.
    func drag(over id: String, from: (Double, Double), to: (Double, Double)) throws {
        let box = try value(
            "(() => { const b = document.getElementById('\(id)').getBoundingClientRect(); return [b.x, b.y, b.width, b.height] })()"
        )
        guard let box = box as? [Double], box.count == 4 else { throw Failure(description: "there is no #\(id)") }
        func point(_ share: (Double, Double)) -> (x: Double, y: Double) {
            (box[0] + share.0 * box[2], box[1] + share.1 * box[3])
        }
        let (start, end) = (point(from), point(to))
        try mouse("mousePressed", start.x, start.y)
        for step in 1...5 {
            let share = Double(step) / 5
            try mouse("mouseMoved", start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)
        }
        try mouse("mouseReleased", end.x, end.y)
    }

    /// Taps on an element, at shares of it.
    func tap(on id: String, at x: Double, _ y: Double) throws { try drag(over: id, from: (x, y), to: (x, y)) }

    private func mouse(_ type: String, _ x: Double, _ y: Double) throws {
        _ = try call(
            "Input.dispatchMouseEvent",
            [
                "type": type, "x": x, "y": y, "button": "left", "buttons": type == "mouseReleased" ? 0 : 1,
                "clickCount": 1,
            ])
    }

    /// Presses a key, as a keyboard does.
    func press(_ key: String, isShifted: Bool = false) throws {
        let text = key == "Enter" ? "\r" : key.count == 1 ? key : ""
        let code = ["Tab": 9, "Enter": 13, "Escape": 27, " ": 32][key] ?? 0
        for type in ["keyDown", "keyUp"] {
            var event: [String: Any] = [
                "type": type == "keyDown" && text.isEmpty ? "rawKeyDown" : type, "key": key,
                "code": key == " " ? "Space" : key, "windowsVirtualKeyCode": code,
                "modifiers": isShifted ? 8 : 0,
            ]
            if type == "keyDown", !text.isEmpty { event["text"] = text }
            _ = try call("Input.dispatchKeyEvent", event)
        }
    }

    func click(_ id: String) throws { _ = try value("document.getElementById('\(id)').click()") }

    // MARK: What a user sees

    /// The value of an expression in the page.
    @discardableResult
    func value(_ expression: String) throws -> Any? {
        let answer = try call(
            "Runtime.evaluate", ["expression": expression, "returnByValue": true, "awaitPromise": true])
        if let details = answer["exceptionDetails"] { throw Failure(description: "\(expression): \(details)") }
        return (answer["result"] as? [String: Any])?["value"]
    }

    /// Waits until an expression is true.
    func wait(until expression: String, _ what: String) throws {
        let end = ContinuousClock.now + Self.limit
        while ContinuousClock.now < end {
            // A page that is still loading has not all of it.
            if (try? value("Boolean(\(expression))")) as? Bool == true { return }
            usleep(50_000)
        }
        let page = try? value("document.body.innerText.slice(0, 600)")
        throw Failure(description: "\(what): not seen in \(Self.limit); the page says: \(page ?? "nothing")")
    }

    /// Keeps a picture of the page where people find it, `.build/screenshots`.
    func picture(_ name: String) throws {
        let answer = try call("Page.captureScreenshot", ["format": "png"])
        guard let data = (answer["data"] as? String).flatMap({ Data(base64Encoded: $0) }) else {
            throw Failure(description: "no screenshot")
        }
        let folder = StudioProcess.repository.appending(path: ".build/screenshots")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try data.write(to: folder.appending(path: name + ".png"))
    }

    /// What assistive programs are told: role and name of everything that is not ignored.
    func accessibilityTree() throws -> [(role: String, name: String)] {
        let answer = try call("Accessibility.getFullAXTree")
        return (answer["nodes"] as? [[String: Any]] ?? []).compactMap { node in
            guard node["ignored"] as? Bool != true else { return nil }
            func text(_ key: String) -> String { (node[key] as? [String: Any])?["value"] as? String ?? "" }
            return (text("role"), text("name"))
        }
    }

    // MARK: The pipe

    private func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        number += 1
        var message: [String: Any] = ["id": number, "method": method, "params": parameters]
        if let session { message["sessionId"] = session }
        try requests.fileHandleForWriting.write(
            contentsOf: try JSONSerialization.data(withJSONObject: message) + Data([0]))
        while true {
            let answer = try next()
            guard answer["id"] as? Int == number else {
                note(answer)
                continue
            }
            if let error = answer["error"] { throw Failure(description: "\(method): \(error)") }
            return answer["result"] as? [String: Any] ?? [:]
        }
    }

    private func note(_ event: [String: Any]) {
        switch event["method"] as? String {
        case "Runtime.exceptionThrown", "Log.entryAdded": complaints.append("\(event["params"] ?? "")")
        default: break
        }
    }

    private func next() throws -> [String: Any] {
        let descriptor = answers.fileHandleForReading.fileDescriptor
        while true {
            if let end = buffer.firstIndex(of: 0) {
                let message = buffer[buffer.startIndex..<end]
                buffer = Data(buffer[buffer.index(after: end)...])
                return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
            }
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe Glibc.poll(&poll, 1, 60_000) > 0 else { throw Failure(description: "the browser is silent") }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe read(descriptor, &bytes, bytes.count)
            guard count > 0 else { throw Failure(description: "the browser has ended") }
            buffer.append(contentsOf: bytes[..<count])
        }
    }
}
