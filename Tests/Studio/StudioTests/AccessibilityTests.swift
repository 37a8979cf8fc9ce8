// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The pages for people who have no mouse, or cannot see them.
@Suite("The studio by keyboard and screen reader", .serialized)
struct AccessibilityTests {
    private static let operable: Set = [
        "button", "textbox", "searchbox", "spinbutton", "slider", "switch", "checkbox", "combobox", "link", "listbox",
        "menuitem", "progressbar", "img", "image", "dialog", "application", "toolbar", "canvas",
    ]

    private func unnamed(_ browser: Browser) throws -> [String] {
        try browser.accessibilityTree().filter {
            Self.operable.contains($0.role.lowercased()) && $0.name.allSatisfy(\.isWhitespace)
        }.map(\.role)
    }

    @Test("every control has a name, on every page")
    func names() throws {
        let studio = try StudioProcess("sim:bench?fps=8")
        let browser = try Browser()
        try browser.open(studio.address)
        try browser.wait(until: "document.querySelector('#scans li')", "a scan")
        try browser.wait(until: "document.querySelector('.control')", "controls")
        let tree = try browser.accessibilityTree()
        #expect(tree.contains { $0.role == "heading" && $0.name.lowercased() == "meters" })
        #expect(tree.contains { $0.role == "slider" })
        #expect(try unnamed(browser) == [])
        for (button, page) in [("calibrate", "calibrate-page"), ("profiles", "profiles-page")] {
            try browser.click(button)
            try browser.wait(until: "document.getElementById('\(page)').open", "the page \(page)")
            #expect(try unnamed(browser) == [], "\(page)")
            #expect(try browser.accessibilityTree().contains { $0.role == "dialog" && !$0.name.isEmpty })
            try browser.press("Escape")
            try browser.wait(until: "!document.getElementById('\(page)').open", "the end of \(page)")
        }
    }

    @Test("Tab visits everything in view once, with an outline, and a page can be opened and closed with keys")
    func keyboard() throws {
        let studio = try StudioProcess("sim:bench?fps=8")
        let browser = try Browser()
        try browser.open(studio.address)
        try browser.wait(until: "document.querySelector('.control')", "controls")
        var seen: [String] = []
        for _ in 0..<120 {
            try browser.press("Tab")
            let now =
                try browser.value(
                    """
                    (() => { const e = document.activeElement; if (e === document.body) return ''; const s = getComputedStyle(e);
                    return (e.id || e.textContent || e.tagName) + (s.outlineStyle === 'none' ? ' has no outline' : '') })()
                    """) as? String ?? ""
            if now.isEmpty || seen.first == now { break }
            seen.append(now)
        }
        #expect(seen.allSatisfy { !$0.hasSuffix("has no outline") }, "\(seen)")
        for id in ["doctor", "calibrate", "profiles", "view", "pause", "entry-text", "control-brightness"] {
            #expect(seen.contains(id), "\(id) cannot be reached: \(seen)")
        }
        try browser.value("document.getElementById('calibrate').focus()")
        try browser.press("Enter")
        try browser.wait(until: "document.getElementById('calibrate-page').open", "the page")
        #expect(
            try browser.value("document.getElementById('calibrate-page').contains(document.activeElement)") as? Bool
                == true)
        try browser.press("Escape")
        try browser.wait(until: "!document.getElementById('calibrate-page').open", "the end of it")
        #expect(try browser.value("document.activeElement.id") as? String == "calibrate")
    }
}
