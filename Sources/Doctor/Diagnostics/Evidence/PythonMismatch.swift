// SPDX-License-Identifier: Apache-2.0

/// A module of the distribution's Python that a program misses, because its Python is another one. Compiled modules load into one version
/// of Python only.
package struct PythonMismatch: Codable, Hashable, Sendable {
    /// What the program wrote: `ModuleNotFoundError: No module named 'libcamera._libcamera'`. Raw: escape before showing.
    package var line: String
    /// The compiled module: `/usr/lib/python3/dist-packages/libcamera/_libcamera.cpython-39-aarch64-linux-gnu.so`.
    package var module: String
    /// The version of Python that it is made for: `3.9`.
    package var version: String
    /// The other Pythons that are there: `/usr/local/bin/python3.11`.
    package var others: [String]

    package init(line: String, module: String, version: String, others: [String]) {
        (self.line, self.module, self.version, self.others) = (line, module, version, others)
    }
}
