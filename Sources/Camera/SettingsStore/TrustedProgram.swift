// SPDX-License-Identifier: Apache-2.0

import Glibc
package import StoredFiles

/// The path of this program, if root can safely let udev run it.
package enum TrustedProgram {
    /// This program's path without the ownership check, for a rule that is not installed on this machine.
    package static func unchecked() throws(StoreError) -> String {
        let program = try resolved(nil)
        try checkName(program)
        return program
    }

    private static func resolved(_ path: String?) throws(StoreError) -> String {
        guard let resolved = unsafe realpath(path ?? "/proc/self/exe", nil) else {
            throw StoreError("cannot find the program \(path ?? "candela")", errno: errno)
        }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// - Parameter path: `nil` for the running program.
    /// - Throws: if users other than root can change the file or a parent directory, or the path is not valid in a rule.
    package static func path(_ path: String? = nil) throws(StoreError) -> String {
        let program = try resolved(path)
        try checkName(program)
        var place = ""
        for part in [""] + program.split(separator: "/").map(String.init) {
            place += part.isEmpty ? "" : "/" + part
            var status = stat()
            guard unsafe stat(place.isEmpty ? "/" : place, &status) == 0 else {
                throw StoreError("cannot check \(place)", errno: errno)
            }
            guard status.st_uid == 0, status.st_mode & 0o022 == 0 else {
                throw StoreError(
                    "cannot let udev run \(program): users other than root can write \(place.isEmpty ? "/" : place). First "
                        + "install candela where only root can write, with sudo make install")
            }
        }
        return program
    }

    /// Checks that the path is valid in a rule: udev splits at spaces, and expands `$` and `%`.
    package static func checkName(_ program: String) throws(StoreError) {
        let isPlain = program.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                || "/-_.+".utf8.contains(byte)
        }
        guard program.hasPrefix("/"), isPlain, program.utf8.count <= 200 else {
            throw StoreError(
                "cannot let udev run \(program): the path must be absolute, with only letters, digits and /-_.+")
        }
    }
}
