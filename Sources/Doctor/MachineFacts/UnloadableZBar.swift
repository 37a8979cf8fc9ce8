// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// A library of Python for barcodes (pyzbar) whose shared library zbar the loader does not find: whatever imports it ends with "Unable to
/// find zbar shared library".
///
/// Source: pyzbar's zbar_library.py, which on Linux asks `ctypes.util.find_library('zbar')` and nothing else; that one reads the loader's
/// cache as `ldconfig -p` prints it, and has a compiler or linker look for a development link `libzbar.so`.
package struct UnloadableZBar: Codable, Hashable, Sendable {
    /// The folder of the Python package, `/home/ada/.local/lib/python3.10/site-packages/pyzbar`.
    package var package: String
    /// The shared library on disk, which the loader's cache does not have; `nil` if there is none in the usual folders.
    package var library: String?
    /// Whether the cache is made from the library's folder, so that it is out of date; `nil` without a library.
    package var isInListedFolder: Bool?

    package init(package: String, library: String? = nil, isInListedFolder: Bool? = nil) {
        self.package = package
        self.library = library
        self.isInListedFolder = isInListedFolder
    }

    /// The file of the library, and not the development link beside it.
    private static let name = "libzbar.so."

    /// - Parameter ask: runs `ldconfig -p`, only if pyzbar is here. Where that does not answer, nothing is found.
    static func find(_ files: SystemFiles, ask: MachineCollector.Ask) -> Self? {
        let environment = Environment(files)
        guard let found = environment.packages(named: "pyzbar").first(where: { environment.library(beside: $0) == nil }),
            let cache = ask(["/sbin/ldconfig", "-p"]) ?? ask(["/usr/sbin/ldconfig", "-p"]), cache.contains("=>"),
            !cache.contains(name), !environment.hasDevelopmentLink
        else { return nil }
        let libraries = environment.libraryFolders.lazy.flatMap { folder in
            (files.names(folder) ?? []).filter { $0.hasPrefix(name) }.map { (folder: folder, file: "\(folder)/\($0)") }
        }
        guard let library = libraries.first else { return Self(package: found.folder) }
        return Self(package: found.folder, library: library.file, isInListedFolder: environment.isListed(library.folder))
    }
}

/// Where Python and the loader look, as the environment of this process has it.
private struct Environment {
    private let files: SystemFiles
    private let variables: [Substring: Substring]

    init(_ files: SystemFiles) {
        self.files = files
        var variables: [Substring: Substring] = [:]
        for entry in files.ownEnvironment {
            let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, !parts[1].isEmpty { variables[parts[0]] = parts[1] }
        }
        self.variables = variables
    }

    private func folders(_ variable: Substring) -> [String] {
        (variables[variable] ?? "").split(separator: ":").filter { $0.hasPrefix("/") && !$0.contains("/../") }.map(String.init)
    }

    /// What Python is installed below: a virtual environment first, then the user's own packages, then the system's.
    private var prefixes: [String] {
        var found = folders("VIRTUAL_ENV")
        found += folders("PATH").filter { $0.hasSuffix("/bin") && $0.utf8.count > "/bin".utf8.count }.map { String($0.dropLast("/bin".utf8.count)) }
        found += folders("PYTHONUSERBASE")
        found += folders("HOME").map { $0 + "/.local" }
        for folder in folders("PWD") { found += ["venv", ".venv", "env"].map { "\(folder)/\($0)" } }
        found += ["/usr/local", "/usr"]
        var seen: Set<String> = []
        return found.filter { seen.insert($0).inserted }
    }

    /// The folders of a Python package, with what each is installed below.
    func packages(named name: String) -> [(prefix: String, folder: String)] {
        prefixes.flatMap { prefix in
            (files.names(prefix + "/lib") ?? []).filter { $0.hasPrefix("python3") }.flatMap { version in
                ["site-packages", "dist-packages"].map { "\(prefix)/lib/\(version)/\($0)/\(name)" }
            }.filter { files.exists($0 + "/__init__.py") }.map { (prefix, $0) }
        }
    }

    /// conda has shared libraries beside Python's packages, and a Python that looks there.
    func library(beside package: (prefix: String, folder: String)) -> String? {
        guard !["/usr", "/usr/local"].contains(package.prefix) else { return nil }
        return (files.names(package.prefix + "/lib") ?? []).first { $0.hasPrefix("libzbar.so") }
    }

    private var usualFolders: [String] {
        ["/usr/lib", "/usr/local/lib"].flatMap(files.architectureFolders) + ["/usr/lib64", "/usr/lib", "/usr/local/lib", "/usr/local/lib64"]
    }

    var libraryFolders: [String] { usualFolders + folders("LD_LIBRARY_PATH") }

    /// A link `libzbar.so`, with which a compiler finds the library; whether there is a compiler is not looked at.
    var hasDevelopmentLink: Bool { libraryFolders.contains { files.exists($0 + "/libzbar.so") } }

    /// Whether `ldconfig` looks into a folder: its own, and those of ld.so.conf.
    func isListed(_ folder: String) -> Bool {
        if ["/lib", "/usr/lib", "/lib64", "/usr/lib64"].contains(folder) { return true }
        let own = (files.text("/etc/ld.so.conf") ?? "").split(separator: "\n").map(\.trimmed)
        let others = files.configurationLines(in: "/etc/ld.so.conf.d").map { $0.line.trimmed }
        // /usr/lib and /lib are one folder on most systems, and the list names either.
        return (own + others).contains { $0 == folder || "/usr" + $0 == folder }
    }
}
