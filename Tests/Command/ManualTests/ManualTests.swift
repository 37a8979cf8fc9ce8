// SPDX-License-Identifier: Apache-2.0

import candela_manual
import Foundation
import Testing

@Suite("The manual")
struct ManualTests {
    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let folder = repository.appending(path: "man")
    static let binary =
        ProcessInfo.processInfo.environment["CANDELA_BINARY"]
        ?? repository.appending(path: ".build/release/candela").path
    /// If set, the test writes the pages and fails, so that no run passes by writing its own expectation.
    static let isRecording = ProcessInfo.processInfo.environment["CANDELA_RECORD"]?.isEmpty == false

    @Test("man/ holds what the commands' help and the sections say; else run `make man`")
    func golden() throws {
        let pages = try Manual.pages(of: Self.binary)
        if Self.isRecording {
            try Manual.write(pages, to: Self.folder)
            Issue.record("the manual was recorded; run again without CANDELA_RECORD")
            return
        }
        for page in pages {
            let text = try? String(contentsOf: Self.folder.appending(path: page.name), encoding: .utf8)
            #expect(text == page.text, "man/\(page.name) is out of date; run `make man`")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(files.sorted() == pages.map(\.name).sorted())
    }

    @Test("every command has a page, and the tool's page refers to it")
    func coverage() throws {
        let pages = try Manual.pages(of: Self.binary)
        let tool = try #require(pages.first)
        #expect(tool.name == "candela.1")
        #expect(pages.count > 6)
        for page in pages.dropFirst() {
            let name = page.name.dropLast(2)
            #expect(tool.text.contains(".It Xr \(name) 1\n"))
            #expect(page.text.contains(".Sh EXIT STATUS\n") && page.text.contains(".Sh EXAMPLES\n"))
        }
    }
}
