// SPDX-License-Identifier: Apache-2.0

import Glibc
public import StoredFiles

/// This program's own file, when root may have it run by itself.
public enum TrustedProgram {
    /// This program's path, for a rule that is not put in force here.
    public static func unchecked() throws(StoreError) -> String {
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

    /// - Parameter path: `nil` for the program that runs.
    /// - Throws: when somebody else than root may change it or a folder on the way to it, or a rule could not name it.
    public static func path(_ path: String? = nil) throws(StoreError) -> String {
        let program = try resolved(path)
        try checkName(program)
        var place = ""
        for part in [""] + program.split(separator: "/").map(String.init) {
            place += part.isEmpty ? "" : "/" + part
            var status = stat()
            guard unsafe stat(place.isEmpty ? "/" : place, &status) == 0 else {
                throw StoreError("cannot look at \(place)", errno: errno)
            }
            guard status.st_uid == 0, status.st_mode & 0o022 == 0 else {
                throw StoreError(
                    "cannot let udev run \(program): others than root may write \(place.isEmpty ? "/" : place). Install "
                        + "candela where only root writes first, with sudo make install")
            }
        }
        return program
    }

    /// What may stand in a rule: udev splits at spaces, and replaces `$` and `%`.
    public static func checkName(_ program: String) throws(StoreError) {
        let isPlain = program.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                || "/-_.+".utf8.contains(byte)
        }
        guard program.hasPrefix("/"), isPlain, program.utf8.count <= 200 else {
            throw StoreError("cannot let udev run \(program): a rule takes a plain absolute path")
        }
    }
}
