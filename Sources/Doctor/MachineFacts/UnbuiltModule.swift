// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// A driver that is installed as source (DKMS), and has not been built for the running kernel.
package struct UnbuiltModule: Codable, Hashable, Sendable {
    /// Raw: `ipu6-drivers/r103`.
    package var name: String
    /// Whether the headers of the running kernel, without which nothing can be built, are there.
    package var hasHeaders: Bool
    /// Whether DKMS knows nothing of it yet, so that its source is in `/usr/src` only; absent in older evidence, and otherwise.
    package var isNew: Bool?
    /// What the compiler said when DKMS built it for this kernel, such as `error: implicit declaration of function ‘strict_strtoul’`;
    /// absent in older evidence, and unless that failed.
    package var failure: String?
    /// A program that the build for this kernel wanted and that is not installed, such as `gcc-12`; absent in older evidence, and unless the
    /// log of the build names one.
    package var missingProgram: String?

    /// What DKMS keeps in `/var/lib/dkms/NAME/VERSION`: `source`, and a folder for each kernel that it has built for. Source:
    /// dkms(8), "status".
    static func find(_ files: SystemFiles, release: String) -> [UnbuiltModule] {
        let root = "/var/lib/dkms"
        let hasHeaders = ModulesFolder.hasHeaders(of: release, files)
        let known = files.names(root) ?? []
        let found = known.flatMap { name -> [UnbuiltModule] in
            // Beside the versions stand links `kernel-RELEASE-ARCHITECTURE` to what was built.
            let versions = (files.names("\(root)/\(name)") ?? []).filter { !$0.hasPrefix("kernel-") }
            let parts = versions.map { (version: $0, parts: files.names("\(root)/\(name)/\($0)") ?? []) }
            guard !parts.contains(where: { $0.parts.contains(release) }) else { return [] }
            // A build that failed leaves its folder.
            return parts.filter { $0.parts.contains("source") || $0.parts.contains("build") }.map { version in
                var module = UnbuiltModule(name: "\(name)/\(version.version)", hasHeaders: hasHeaders)
                let log = files.text("\(root)/\(name)/\(version.version)/build/make.log", limit: 1 << 18) ?? ""
                let lines = ownLines(log, release: release)
                module.failure = failure(lines)
                if module.failure == nil { module.missingProgram = lines.lazy.compactMap(missingProgram).first }
                return module
            }
        }
        return found + sources(files, without: known).map { UnbuiltModule(name: $0, hasHeaders: hasHeaders, isNew: true) }
    }

    /// The log of a build for this kernel, without its head, `DKMS make.log for NAME-VERSION for kernel RELEASE (MACHINE)`; empty for a
    /// build for another one.
    private static func ownLines(_ log: String, release: String) -> ArraySlice<Substring> {
        let lines = log.split(separator: "\n")
        guard let head = lines.first, head.contains("for kernel \(release) ") || head.hasSuffix("for kernel \(release)") else { return [] }
        return lines.dropFirst()
    }

    /// The first error that the compiler found in the source. That it was short of room or memory, or knows an option of the kernel's build not
    /// yet, says nothing about the source, and neither do the words of make (`Error 2`).
    private static func failure(_ lines: ArraySlice<Substring>) -> String? {
        let isOther = { (line: Substring) in ["No space left", "internal compiler error", "Cannot allocate memory", "unrecognized command"].contains { line.contains($0) } }
        // The compiler puts the path before it.
        return lines.lazy.filter { !isOther($0) }.compactMap { line in
            line.firstRange(of: "error: ").map { String(line[$0.lowerBound...].prefix(200)) }
        }.first
    }

    /// `gcc-12` in `/bin/sh: 1: gcc-12: not found`, `/bin/sh: line 1: gcc-12: command not found` and `make[1]: gcc-12: No such file or
    /// directory`: the words of dash, of bash, and of make.
    private static func missingProgram(_ line: Substring) -> String? {
        let parts = line.split(separator: ":").map { $0.trimmingPrefix(" ") }
        guard parts.count > 2, let words = parts.last?.lowercased() else { return nil }
        let isMakes = parts.count == 3 && parts[0].hasPrefix("make")
        guard words == "not found" || words == "command not found" || isMakes && words == "no such file or directory" else { return nil }
        let name = parts[parts.count - 2].split(separator: "/").last ?? ""
        let isPlain = !name.isEmpty && name.utf8.count < 40 && name.utf8.first != UInt8(ascii: "-")
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-+".contains($0)) }
        return isPlain ? String(name) : nil
    }

    /// Sources that DKMS has not even begun with, as where a package's script found no headers. Source: dkms(8), "dkms.conf".
    private static func sources(_ files: SystemFiles, without known: [String]) -> [String] {
        (files.names("/usr/src") ?? []).sorted().compactMap { folder in
            guard let text = files.text("/usr/src/\(folder)/dkms.conf"), let name = value("PACKAGE_NAME", text), let version = value("PACKAGE_VERSION", text)
            else { return nil }
            return known.contains(name) ? nil : "\(name)/\(version)"
        }
    }

    /// Of a line such as `PACKAGE_NAME="v4l2loopback"`; one that is computed from others is none.
    private static func value(_ key: String, _ text: String) -> String? {
        for line in text.split(separator: "\n") where line.hasPrefix(key + "=") {
            let value = line.dropFirst(key.utf8.count + 1).trimmingPrefix("\"").prefix { !"\" \t#".contains($0) }
            let isPlain = !value.isEmpty && value.count < 80 && value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-+~".contains($0)) }
            return isPlain ? String(value) : nil
        }
        return nil
    }
}
