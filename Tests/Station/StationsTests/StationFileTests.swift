// SPDX-License-Identifier: Apache-2.0

import Stations
import Testing

@Suite("A station's file")
struct StationFileTests {
    private func file(_ text: String) throws(StationFileError) -> StationFile { try StationFile(Array(text.utf8)) }

    @Test("keys become the options of scan, in the order of the file")
    func options() throws {
        let file = try file(
            """
            name = "gate-3"
            [[camera]]
            use = "C920"
            symbology = ["ean", "qr"]
            addons = true
            isbn = false
            torch_dim = "-1bv"
            fps = 12.5
            [[camera]]
            [text]
            strip_prefix = ["A-", "--b"]
            """)
        #expect(file.name == "gate-3" && file.cameras.count == 2)
        #expect(
            file.cameras[0].options.flatMap(\.words) == [
                "--symbology=ean,qr", "--addons", "--torch-dim=-1bv", "--fps=12.5",
            ])
        #expect(try file.cameras[0].text("use") == "C920" && file.cameras[1].entries.isEmpty)
        #expect(file[.text].options.flatMap(\.words) == ["--strip-prefix=A-", "--strip-prefix=--b"])
        #expect(file[.health].entries.isEmpty)
    }

    @Test("an empty file is a station with the best camera")
    func empty() throws {
        let file = try file("")
        #expect(file.name == nil && file.cameras.map(\.entries.isEmpty) == [true])
    }

    @Test(
        "a mistake is named with its line",
        arguments: [
            ("name = \"a b\"", 1), ("\n[camera]\nsymbologie = \"ean\"", 3), ("[kamera]", 1),
            ("[camera]\naddons = 1", 2),
            ("camera = 3", 1), ("[hooks]\nexec = [1, true]", 2), ("[camera]\nuse = [", 2),
            ("[text]\n\ntrim = \"yes\"", 3),
            ("[camera]\nsize = [1, 2]", 2), ("hooks = [1]", 1), ("[[camera]]\n[[camera]]\nfps = true", 3),
        ])
    func mistakes(text: String, line: Int) {
        let error = #expect(throws: StationFileError.self) { try file(text) }
        #expect(error?.line == line, "\(error?.description ?? "")")
    }
}
