// SPDX-License-Identifier: Apache-2.0

package import UserSession

/// Finds a program that misses libcamera's module for Python, which the distribution has installed for its own Python.
package enum PythonMismatchSigns {
    /// - Parameters:
    ///   - lines: what the program wrote, oldest first.
    ///   - root: of its files: empty, or `/proc/PID/root` of a container.
    /// - Returns: `nil` if it says nothing of that, the module is not there, or no other Python is.
    package static func find(in lines: [String], root: String, _ files: SystemFiles) -> PythonMismatch? {
        guard let line = lines.last(where: { line in ["No module named 'libcamera", "No module named 'picamera2"].contains(where: line.contains) })
        else { return nil }
        // Debian and what is made from it keep the modules of all their versions of Python 3 there; picamera2 loads libcamera's.
        let modules = "/usr/lib/python3/dist-packages"
        let folder = "\(modules)/libcamera"
        if line.contains("'picamera2"), files.names("\(root)\(modules)/picamera2") == nil { return nil }
        let name = (files.names(root + folder) ?? []).first { $0.hasPrefix(mark) && $0.hasSuffix(".so") }
        guard let name, let version = version(of: name) else { return nil }
        // Built by hand, or brought by an image of Docker's or by Conda. The system's own is in /usr/bin.
        let others = ["/usr/local/bin", "/opt/conda/bin"].flatMap { place in
            (files.names(root + place) ?? []).filter { name in
                name.hasPrefix("python3.") && name.dropFirst("python3.".utf8.count).allSatisfy(\.isNumber) && name != "python\(version)"
            }.sorted().map { "\(place)/\($0)" }
        }
        guard !others.isEmpty else { return nil }
        return PythonMismatch(line: String(line.prefix(300)), module: "\(folder)/\(name)", version: version, others: Array(others.prefix(4)))
    }

    private static let mark = "_libcamera.cpython-"

    /// `3.11` of `_libcamera.cpython-311-aarch64-linux-gnu.so`.
    private static func version(of file: String) -> String? {
        let digits = file.dropFirst(mark.utf8.count).prefix { $0 != "-" }
        guard digits.utf8.count > 1, digits.utf8.count < 5, digits.allSatisfy(\.isNumber), digits.hasPrefix("3") else { return nil }
        return "3." + digits.dropFirst()
    }
}
