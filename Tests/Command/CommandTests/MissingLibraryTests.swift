// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Testing

/// The loader takes the first file with a library's name: an empty one in front makes the library unusable.
@Suite("missing libraries")
struct MissingLibraryTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let zbar = ["libzbar.so.0"]
    /// Debian 12 has 2, Debian 13 has 3, zxing-cpp 3 has 4.
    private static let zxing = (1...9).map { "libZXing.so.\($0)" }
    private static let zint = (11...16).map { "libzint.so.2.\($0)" }

    /// Runs the command without these libraries.
    private func run(without sonames: [String], _ arguments: String...) throws -> CommandResult {
        for name in sonames { try folder.write([], "broken/" + name) }
        return try CommandRunner.start(
            arguments, environment: ["LD_LIBRARY_PATH": folder.path + "/broken"]
        ).end()
    }

    @Test("without zbar everything that another reader reads is read, and it is named once")
    func withoutZBar() throws {
        let names = try (1...3).map { try folder.write(try TestPicture(of: "number \($0)"), "photos/\($0).pgm") }
        let result = try run(without: Self.zbar, "scan", "--raw", names[0], names[1], names[2])
        #expect(result.lines == ["number 1", "number 2", "number 3"])
        #expect(result.status == 0)
        #expect(result.errorLines.count == 2, "\(result)")
        #expect(result.errors.contains("cannot load libzbar.so.0: "))
        #expect(result.errors.contains("; install libzbar0\n"))
        #expect(result.errors.contains("some codes that are hard to read will not be read"))
    }

    @Test("without zxing-cpp the symbologies that only it reads are lost, and named")
    func withoutZXing() throws {
        let picture = try folder.write(try TestPicture(of: "4006381333931", as: .ean13), "a.pgm")
        let result = try run(without: Self.zxing, "scan", "--raw", picture)
        #expect(result.lines == ["4006381333931"])
        #expect(result.status == 0)
        #expect(result.errors.contains("cannot load libcandela-zxing.so: "))
        #expect(result.errors.contains("not read are micro-qr, pdf417, maxicode\n"), "\(result)")
        // Nothing would ever be read.
        let refused = try run(without: Self.zxing, "scan", "--symbology", "maxicode,pdf417", picture)
        #expect(refused.status == 2 && refused.output.isEmpty)
        #expect(refused.errors.contains("cannot read pdf417, maxicode: cannot load libcandela-zxing.so: "), "\(refused)")
        let live = try run(without: Self.zxing, "scan", "--once", "--symbology", "maxicode", "sim:bench")
        #expect(live.status == 2, "\(live)")
        #expect(live.errors.contains("cannot read maxicode: "))
    }

    @Test("without either, candela's own readers read")
    func withoutBoth() throws {
        let picture = try folder.write(try TestPicture(of: "4006381333931", as: .ean13), "a.pgm")
        let result = try run(without: Self.zbar + Self.zxing, "scan", "--raw", picture)
        #expect(result.lines == ["4006381333931"], "\(result)")
        #expect(result.errors.contains("reading without them: not read are ean-2, ean-5, databar, databar-expanded, qr,"), "\(result)")
    }

    @Test("the doctor names the library and the symbologies as a warning, with the loader's words")
    func doctor() throws {
        let picture = try folder.write(try TestPicture(of: "4006381333931", as: .ean13), "a.pgm")
        let report = try run(without: Self.zxing, "doctor", "--json", picture).json()
        let reader = try #require(report["checks"].array.first { $0["id"].string == "reader" })
        #expect(reader["finding"].string == "reader.library-missing", "\(reader)")
        #expect(reader["state"].string == "warn")
        #expect(reader["message"].string?.contains("pdf417") == true, "\(reader)")
        #expect(reader["evidence"].array.first?["value"].string?.contains("libZXing.so.") == true, "\(reader)")
        let asked = try run(without: Self.zxing, "doctor", "--json", "--symbology", "ean-13", picture).json()
        #expect(asked["verdict"].string == "ready", "\(asked)")
        let notes = asked["checks"].array.flatMap { $0["notes"].array }.compactMap { $0["finding"].string }
        #expect(notes.contains("reader.library-missing"), "\(asked)")
    }

    @Test("without libzint only what draws codes fails, with the packages that have it")
    func withoutZint() throws {
        let picture = try folder.write(try TestPicture(of: "READ"), "a.pgm")
        #expect(try run(without: Self.zint, "scan", "--raw", picture).lines == ["READ"])
        let result = try run(without: Self.zint, "encode", "hello")
        #expect(result.status == 2)
        #expect(result.errors.contains("cannot load libzint: \(folder.path)/broken/libzint.so.2."), "\(result)")
        #expect(result.errors.contains("install libzint2.11 (Debian 12), "), "\(result)")
    }
}
