// SPDX-License-Identifier: Apache-2.0

import Stations
import Testing

@Suite("A central file")
struct CentralFileTests {
    private func file(_ text: String) throws(StationFileError) -> StationFile { try StationFile(Array(text.utf8)) }

    @Test("it completes the station's own: a section that stands there counts alone")
    func completed() throws {
        let own = try file("name = \"gate-3\"\n[camera]\nuse = \"C920\"\n[hooks]\nexec = \"beep\"\n")
        let central = try file(
            "name = \"all\"\n[camera]\nuse = \"other\"\nfps = 5\n[hooks]\npost = \"http://h/\"\n[text]\ntrim = true\n")
        let whole = own.completed(by: central)
        #expect(whole.name == "gate-3" && whole.cameras == own.cameras)
        #expect(whole[.hooks].entries.map(\.key) == ["exec"] && whole[.text].entries.map(\.key) == ["trim"])
        let rest = own.completion(from: central)
        #expect(rest.cameras.allSatisfy(\.entries.isEmpty) && rest[.hooks].entries.isEmpty)
        #expect(rest[.text].entries.map(\.key) == ["trim"])
    }

    @Test("without cameras and a name of its own, a station takes those of the central file")
    func bare() throws {
        let whole = try file("[health]\nlisten = \"127.0.0.1:1\"\n").completed(
            by: try file("name = \"hall\"\n[[camera]]\nuse = \"A\"\n[[camera]]\nuse = \"B\"\n"))
        #expect(whole.name == "hall" && whole.cameras.count == 2 && whole[.health].entries.count == 1)
    }

    @Test("it does not say where the next one comes from")
    func noCentral() {
        let error = #expect(throws: StationFileError.self) {
            try StationFile.central(Array("\n[central]\nkey = \"x\"\n".utf8))
        }
        #expect(error?.line == 3)
    }
}
