// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestConditions
import Testing

@Suite(
    "the library's interface",
    .disabled(if: Emulation.isOn, "it is the same for all machines"))
struct InterfaceTests {
    @Test("docs/api lists it, every symbol is documented, and nothing of the last version tag is missing")
    func listing() {
        let checked = Shell.run(".ci/api check")
        #expect(checked.status == 0, "\(checked.errors)")
        #expect(checked.output.contains(" public declarations, all documented"), "\(checked.output)")
    }

    @Test("what a tag had and the sources have not is an error, unless the version says so")
    func breakage() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "candela-tag-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // A repository whose tag had one more declaration.
        let script = """
            set -e
            mkdir -p '\(folder)/.ci' '\(folder)/docs/api' && cd '\(folder)'
            cp '\(Shell.repository.path)/.ci/api' .ci/ && cp '\(Shell.repository.path)'/docs/api/*.txt docs/api/
            mkdir -p Sources/Basics/ConfinedProcesses
            version() { echo "current = \\"$1\\"" >Sources/Basics/ConfinedProcesses/CandelaVersion.swift; }
            version 0.1.0 && echo 'func gone()' >>docs/api/Candela.txt
            git init -q && git add -A && git -c user.name=a -c user.email=a@localhost commit -qm a && git tag 0.1.0
            version $VERSION && cp '\(Shell.repository.path)/docs/api/Candela.txt' docs/api/
            python3 - <<'END'
            import importlib.machinery, importlib.util
            loader = importlib.machinery.SourceFileLoader("api", ".ci/api")
            api = importlib.util.module_from_spec(importlib.util.spec_from_loader("api", loader))
            loader.exec_module(api)
            print(api.breakage("Candela", open("docs/api/Candela.txt").read().splitlines()))
            END
            """
        let same = Shell.run("VERSION=0.1.1; " + script)
        #expect(same.output == "(['func gone()'], '0.1.0')\n", "\(same)")
        try? FileManager.default.removeItem(atPath: folder)
        let newer = Shell.run("VERSION=0.2.0; " + script)
        #expect(newer.output == "([], '0.1.0')\n", "\(newer)")
    }

    @Test("the documentation is built without a warning")
    func documentation() {
        let built = Shell.run(".ci/api docs")
        #expect(built.status == 0, "\(built.errors)")
    }

    @Test("the Python module scans, reads, sets, measures and diagnoses through the command")
    func python() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "candela-python-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = """
            import candela
            scans = candela.scans("sim:")
            assert next(scans)["text"] == "CANDELA"
            scans.close()
            assert [scan["text"] for scan in candela.read("\(folder)/code.png")] == ["PYTHON"]
            changes = candela.set("sim:", exposure="8ms")
            assert any(change["after"] == 80 for change in changes), changes
            assert candela.get("sim:", "exposure") != {}, candela.get("sim:", "exposure")
            assert candela.measure("sim:bench?pace=free", 1)["event"] == "summary"
            assert candela.diagnose("sim:dark?pace=free")["headline"] == "light.dark", candela.diagnose("sim:dark?pace=free")
            assert isinstance(candela.cameras(), list)
            for wrong in (lambda: candela.read("/nonexistent.png"), lambda: candela.set("sim:", nonsense="1"),
                          lambda: list(candela.scans("no such camera"))):
                try:
                    wrong()
                    raise SystemExit("no failure")
                except candela.Failure as failure:
                    assert str(failure), wrong
            print("done")
            """
        try program.write(toFile: folder + "/program.py", atomically: true, encoding: .utf8)
        let run = Shell.run(
            """
            export CANDELA='\(Shell.candela)' HOME='\(folder)' XDG_DATA_HOME='\(folder)' XDG_STATE_HOME='\(folder)' \
            PYTHONPATH=examples/python PYTHONDONTWRITEBYTECODE=1
            "$CANDELA" encode PYTHON -s qr -o '\(folder)/code.png' && python3 '\(folder)/program.py'
            """)
        #expect(run.status == 0 && run.output.hasSuffix("done\n"), "\(run)")
    }
}
