// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Calibration and profiles, as a user meets them.
@Suite("The studio's calibration and profiles", .serialized)
struct CalibrationPageTests {
    private static func element(_ id: String) -> String { "document.getElementById('\(id)')" }

    private func live(_ studio: StudioProcess, _ browser: Browser) throws {
        try browser.open(studio.address)
        try browser.wait(until: "document.body?.dataset.phase === 'live'", "the picture")
    }

    private func control(_ name: String, _ studio: StudioProcess) throws -> Int? {
        let answer = try studio.ask("GET", "/api/controls").body
        let list = try JSONSerialization.jsonObject(with: Data(answer.utf8), options: .fragmentsAllowed)
        return (list as? [[String: Any]])?.first { $0["name"] as? String == name }?["value"] as? Int
    }

    @Test("a calibration shows its progress, can be applied, undone and saved, and leaves the camera as it was")
    func calibration() throws {
        let studio = try StudioProcess("sim:dim")
        let browser = try Browser(width: 1280, height: 900)
        try live(studio, browser)
        // The user's settings are restored, too.
        #expect(try studio.ask("POST", "/api/controls", body: #"{"settings":{"saturation":77}}"#).status == 200)
        try browser.click("calibrate")
        try browser.wait(until: "\(Self.element("calibrate-page")).open", "the page")
        for scheme in ["light", "dark"] {
            try browser.prefer(scheme: scheme)
            try browser.picture("calibrate-form-\(scheme)")
        }
        try browser.value("document.getElementById('calibrate-form').requestSubmit()")
        try browser.wait(until: "\(Self.element("calibrate-was-picture")).src", "a picture as the camera had it")
        try browser.wait(until: "\(Self.element("calibrate-bar")).value > 0.2", "the bar")
        try browser.picture("calibrate-running")
        #expect(try studio.ask("POST", "/api/doctor", body: "{}").status == 409)
        try browser.wait(until: "!\(Self.element("calibrate-result")).hidden", "the result")
        try browser.wait(
            until:
                "\(Self.element("calibrate-before")).naturalWidth > 0 && \(Self.element("calibrate-after")).naturalWidth > 0",
            "both pictures")
        let verdict = try browser.value("\(Self.element("calibrate-verdict")).textContent") as? String
        #expect(verdict?.contains("of the frames decode") == true, "\(verdict ?? "")")
        #expect(try browser.value("document.querySelectorAll('#calibrate-table tr').length") as? Double == 8)
        try browser.wait(until: "document.body.dataset.phase === 'live'", "the picture again")
        #expect(try control("auto_exposure", studio) == 3)
        #expect(try control("saturation", studio) == 77)
        for (name, width, height, isPhone) in [("desktop", 1280, 900, false), ("phone", 390, 844, true)] {
            try browser.resize(width: width, height: height, isPhone: isPhone)
            for scheme in ["light", "dark"] {
                try browser.prefer(scheme: scheme)
                usleep(200_000)
                try browser.picture("calibrate-\(name)-\(scheme)")
            }
        }
        try browser.click("calibrate-apply")
        try browser.wait(until: "!\(Self.element("calibrate-back")).hidden", "applied")
        while try control("auto_exposure", studio) != 1 { usleep(50_000) }
        try browser.wait(until: "document.body.dataset.phase === 'live'", "the picture")
        try browser.click("calibrate-back")
        try browser.wait(until: "!\(Self.element("calibrate-apply")).hidden", "put back")
        while try control("auto_exposure", studio) != 3 { usleep(50_000) }
        #expect(try control("saturation", studio) == 77)
        try browser.value("(() => { \(Self.element("calibrate-name")).value = 'dim bench'; })()")
        try browser.value("document.getElementById('calibrate-keep').requestSubmit()")
        try browser.wait(until: "\(Self.element("calibrate-use")).textContent.includes('dim bench')", "kept")
        while try control("auto_exposure", studio) != 1 { usleep(50_000) }
        #expect(try studio.ask("GET", "/api/profiles").body.contains(#""name":"dim bench""#))
        #expect(browser.complaints == [])
    }

    @Test("a calibration that is cancelled leaves the camera as it was")
    func cancelled() throws {
        let studio = try StudioProcess("sim:dim")
        let browser = try Browser()
        try live(studio, browser)
        try browser.click("calibrate")
        try browser.value("document.getElementById('calibrate-form').requestSubmit()")
        try browser.wait(until: "\(Self.element("calibrate-bar")).value > 0.1", "the bar")
        try browser.click("calibrate-cancel")
        try browser.wait(until: "!\(Self.element("calibrate-told")).hidden", "a word on it")
        try browser.wait(until: "document.body.dataset.phase === 'live'", "the picture again")
        #expect(try control("auto_exposure", studio) == 3)
        #expect(try studio.ask("POST", "/api/calibration/apply", body: "{}").status == 409)
        #expect(browser.complaints == [])
    }

    @Test("profiles are saved, compared with the present settings, applied and removed")
    func profiles() throws {
        let studio = try StudioProcess("sim:bench?fps=8")
        let browser = try Browser()
        try live(studio, browser)
        #expect(try studio.ask("POST", "/api/controls", body: #"{"settings":{"brightness":140}}"#).status == 200)
        try browser.click("profiles")
        try browser.wait(until: "!\(Self.element("profiles-empty")).hidden", "the empty list")
        try browser.value(
            "(() => { \(Self.element("profile-name")).value = 'bench'; \(Self.element("profile-note")).value = '<b>lamp</b>'; })()"
        )
        try browser.value("document.getElementById('profile-form').requestSubmit()")
        try browser.wait(until: "document.querySelector('#profile-list .mark.good')", "in force")
        #expect(try browser.value("document.querySelectorAll('#profile-list b').length") as? Double == 0)
        #expect(try studio.ask("POST", "/api/controls", body: #"{"settings":{"brightness":90}}"#).status == 200)
        try browser.value("document.getElementById('profiles').click()")
        try browser.wait(
            until: "document.querySelector('#profile-list .differences')?.textContent.includes('35 % → 55 %')",
            "what differs")
        for (name, width, height, isPhone) in [("desktop", 1280, 800, false), ("phone", 390, 844, true)] {
            try browser.resize(width: width, height: height, isPhone: isPhone)
            for scheme in ["light", "dark"] {
                try browser.prefer(scheme: scheme)
                usleep(200_000)
                try browser.picture("profiles-\(name)-\(scheme)")
            }
        }
        try browser.value("document.querySelector('#profile-list .strong').click()")
        while try control("brightness", studio) != 140 { usleep(50_000) }
        try browser.wait(until: "document.querySelector('#profile-list .mark.good')", "in force again")
        // The command sees it, too.
        #expect(try studio.command("profile", "list").contains("bench"))
        try browser.value("[...document.querySelectorAll('#profile-list button')].at(-1).click()")
        try browser.value("[...document.querySelectorAll('#profile-list button')].at(-1).click()")
        try browser.wait(until: "!\(Self.element("profiles-empty")).hidden", "the empty list")
        #expect(try studio.ask("POST", "/api/profiles", body: #"{"name":"../x"}"#).status == 422)
        #expect(browser.complaints == [])
    }
}
