// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Stations
internal import Terminal

extension StationFile.Section {
    /// The password in the file that `password_file` names, which only its owner can read.
    func password() throws(StationFileError) -> String? {
        let file = try text("password_file")
        do throws(CommandFailure) {
            return try file.map { (path) throws(CommandFailure) in try SecretFile.read(path) }
        } catch {
            throw StationFileError(line: self["password_file"]?.line ?? line, error.message)
        }
    }

    /// The path that `ca_file` names, if that can be read.
    func authorities() throws(StationFileError) -> String? {
        guard let path = try text("ca_file") else { return nil }
        guard unsafe access(path, R_OK) == 0 else {
            throw StationFileError(
                line: self["ca_file"]?.line ?? line, "cannot read \(path): \(unsafe String(cString: strerror(errno)))")
        }
        return path
    }
}
