// SPDX-License-Identifier: Apache-2.0

import Glibc
import Pictures
import Testing

@Suite("Picture finding")
struct PictureFinderTests {
    func names(_ findings: [PictureFinder.Finding], under folder: String) -> [String] {
        findings.map {
            switch $0 {
            case .picture(let path): String(path.dropFirst(folder.count + 1))
            case .failure(let error): "! \(error.kind)"
            }
        }
    }

    @Test("a folder's pictures come in natural order, folders within it too")
    func order() throws {
        let folder = try TemporaryFolder()
        let png = try bytes("one-pixel.png")
        for name in ["page10.png", "page2.png", "page1.JPG", "b/2.webp", "b/10.png", "a.gif", "page02.png"] {
            try folder.write(png, name)
        }
        try folder.write(Array("text".utf8), "notes.txt")
        try folder.write(Array("text".utf8), "Makefile")
        try folder.write(png, ".hidden.png")
        try folder.write(png, ".cache/deep.png")
        try folder.write(png, "no-ending")
        try folder.write(png, "scan.dat")
        let expected = [
            "a.gif", "b/2.webp", "b/10.png", "no-ending", "page1.JPG", "page02.png", "page2.png", "page10.png",
            "scan.dat",
        ]
        #expect(names(PictureFinder().find([folder.path]), under: folder.path) == expected)
        // A trailing slash only changes the spelling of the paths.
        #expect(PictureFinder().find([folder.path + "/"]) == PictureFinder().find([folder.path]))
    }

    @Test("circular links end, and a linked picture is found")
    func links() throws {
        let folder = try TemporaryFolder()
        try folder.write(try bytes("one-pixel.png"), "inner/one.png")
        try #require(makeLink(folder.path + "/inner/up", to: ".."))
        try #require(makeLink(folder.path + "/link.png", to: "inner/one.png"))
        try #require(makeLink(folder.path + "/dangling.png", to: "nowhere.png"))
        try #require(makePipe(folder.path + "/pipe.png"))
        #expect(names(PictureFinder().find([folder.path]), under: folder.path) == ["inner/one.png", "link.png"])
    }

    @Test("directly named files stay in the list; missing files and empty folders are errors in their place")
    func arguments() throws {
        let folder = try TemporaryFolder()
        let text = try folder.write(Array("text".utf8), "notes.txt")
        let hidden = try folder.write(try bytes("one-pixel.png"), ".hidden.png")
        let empty = try TemporaryFolder()
        let findings = PictureFinder().find([text, "/nonexistent/x.png", empty.path, hidden])
        #expect(findings.count == 4)
        #expect(findings.first == .picture(path: text))
        #expect(findings.last == .picture(path: hidden))
        guard case .failure(let missing) = findings[1], case .failure(let none) = findings[2] else {
            Issue.record("two errors in the middle")
            return
        }
        #expect(missing.kind == .notFound)
        #expect(none.kind == .folderWithoutPictures)
        #expect(
            none.description == "cannot find pictures in \(empty.path): it has no picture files; name another folder")
        #expect(PictureFinder().find([]).isEmpty)
    }

    @Test("a name that is not UTF-8 is an error, not a crash or a wrong name")
    func foreignNames() throws {
        let folder = try TemporaryFolder()
        let bytes: [UInt8] = Array(folder.path.utf8) + Array("/f".utf8) + [0xfc] + Array(".png".utf8) + [0]
        let path = bytes.map { CChar(bitPattern: $0) }
        let descriptor = unsafe open(path, O_CREAT | O_WRONLY, 0o600)
        try #require(descriptor >= 0)
        close(descriptor)
        let findings = PictureFinder().find([folder.path])
        guard case .failure(let error) = findings.first, findings.count == 1 else {
            Issue.record("one error")
            return
        }
        #expect(error.description.contains("not UTF-8"))
    }

    @Test("hundreds of nested folders end with an error, and what was found before stays")
    func nesting() throws {
        let folder = try TemporaryFolder()
        let png = try bytes("one-pixel.png")
        try folder.write(png, "a.png")
        try folder.write(png, (0..<80).map { _ in "d" }.joined(separator: "/") + "/deep.png")
        #expect(names(PictureFinder().find([folder.path]), under: folder.path).count == 2)
    }
}
