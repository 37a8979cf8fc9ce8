// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import UserSession

@Suite("programs with another Python than the distribution's")
struct PythonMismatchTests {
    private static let module = "/usr/lib/python3/dist-packages/libcamera/_libcamera.cpython-311-aarch64-linux-gnu.so"
    private static let line = "ModuleNotFoundError: No module named 'libcamera'"

    private func find(_ files: [String], _ lines: [String] = [line]) throws -> PythonMismatch? {
        let tree = try MachineTree(Dictionary(uniqueKeysWithValues: files.map { ($0, "") }))
        return withExtendedLifetime(tree) { PythonMismatchSigns.find(in: lines, root: "", tree.files) }
    }

    @Test("are told with the version that the module is made for, and the others that are there")
    func told() throws {
        let found = try #require(try find([Self.module, "/usr/bin/python3.11", "/usr/local/bin/python3.9", "/usr/local/bin/python3.11"]))
        #expect(found.version == "3.11" && found.others == ["/usr/local/bin/python3.9"] && found.module == Self.module)
        #expect(try find([Self.module, "/opt/conda/bin/python3.12"])?.others == ["/opt/conda/bin/python3.12"])
    }

    @Test("there is no finding without another Python, without the module, or for other modules")
    func others() throws {
        #expect(try find([Self.module, "/usr/bin/python3.11", "/usr/local/bin/python3.11", "/usr/local/bin/python3-config"]) == nil)
        #expect(try find(["/usr/local/bin/python3.9"]) == nil)
        #expect(try find([Self.module, "/usr/local/bin/python3.9"], ["ModuleNotFoundError: No module named 'flask'"]) == nil)
        #expect(try find(["/usr/lib/python3/dist-packages/libcamera/_libcamera.cpython-x.so", "/usr/local/bin/python3.9"]) == nil)
    }
}
