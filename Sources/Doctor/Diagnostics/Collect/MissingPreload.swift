// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Finds libcamera's library for programs that know only V4L2 among those that were to be loaded before a program and are not there, as
/// libcamerify asks for it. Source: ld.so(8), "LD_PRELOAD"; libcamera's src/v4l2/libcamerify.in.
enum MissingPreload {
    private static let library = "v4l2-compat.so"

    /// - Parameters:
    ///   - lines: what the program wrote, the loader's words among them.
    ///   - process: its process, of whose environment other users see nothing; `nil` if it does not run.
    ///   - files: of the machine; `nil` in a container.
    static func find(in lines: [String], process: Int?, files: SystemFiles?) -> String? {
        let told = lines.lazy.reversed().compactMap(path).first
        let set = files.flatMap { files in process.flatMap { path(in: files.environment(of: $0)) } }
        guard let path = told ?? set else { return nil }
        guard let files else { return path }
        return files.isMissing(path) ? path : nil
    }

    /// Where that library is in another place: libcamera and the distributions have moved it more than once.
    static func otherPlace(_ files: SystemFiles) -> String? {
        let own = ["lib", "libexec"].flatMap { folder in files.architectureFolders.map { "\(folder)/\($0)" } }
        let folders = ["/usr", "/usr/local"].flatMap { root in (["lib", "lib64", "libexec"] + own).map { "\(root)/\($0)" } }
        return folders.flatMap { ["\($0)/libcamera/\(library)", "\($0)/\(library)"] }.first(where: files.exists)
    }

    /// `ERROR: ld.so: object 'PATH' from LD_PRELOAD cannot be preloaded (cannot open shared object file): ignored.`
    private static func path(_ line: String) -> String? {
        guard line.contains("LD_PRELOAD cannot be preloaded"), line.contains("cannot open shared object file"),
            let start = line.firstRange(of: "object '")
        else { return nil }
        return checked(line[start.upperBound...].prefix { $0 != "'" })
    }

    private static func path(in environment: [String]) -> String? {
        let name = "LD_PRELOAD="
        return environment.last { $0.hasPrefix(name) }.flatMap { variable in
            variable.dropFirst(name.utf8.count).split { $0 == ":" || $0 == " " }.lazy.compactMap(checked).first
        }
    }

    /// The loader puts something else for `$LIB` and the like.
    private static func checked(_ path: Substring) -> String? {
        path.hasPrefix("/") && path.hasSuffix("/" + library) && path.utf8.count < 200 && !path.contains("$") ? String(path) : nil
    }
}
