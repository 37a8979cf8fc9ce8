// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A page in a real browser without a window. Each page has cookies and a cache of its own.
final class Browser {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Many times what the slowest step takes on a busy machine.
    static let limit = Duration.seconds(240)

    private let chromium: Chromium
    private let context: String
    private let session: String
    /// What the page complained of: errors, refused requests, exceptions.
    var complaints: [String] { chromium.complaints }

    /// - Parameter trustsAnyone: takes certificates that nobody vouches for, as a user does who has compared fingerprints.
    init(width: Int = 1280, height: Int = 800, trustsAnyone: Bool = false) throws {
        chromium = try Chromium.lease()
        context = try chromium.call("Target.createBrowserContext")["browserContextId"] as? String ?? ""
        let target = try chromium.call(
            "Target.createTarget", ["url": "about:blank", "browserContextId": context])
        session =
            try chromium.call(
                "Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])["sessionId"]
            as? String ?? ""
        for domain in ["Page", "Runtime", "Log", "Security"] { _ = try call("\(domain).enable") }
        if trustsAnyone { _ = try call("Security.setIgnoreCertificateErrors", ["ignore": true]) }
        try resize(width: width, height: height)
    }

    deinit {
        _ = try? chromium.call("Target.disposeBrowserContext", ["browserContextId": context])
        chromium.giveBack()
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

    private func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        try chromium.call(method, parameters, session: session)
    }
}
