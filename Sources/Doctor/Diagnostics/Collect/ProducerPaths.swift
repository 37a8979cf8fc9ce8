// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Looks whether a shell's settings name the producers of GenICam (files `*.cti`), and this command's environment does not.
///
/// Source: EMVA, "GenICam GenTL Standard" 1.6, chapter 3: consumers look for producers in the folders of GENICAM_GENTL64_PATH. The files that
/// shells read: bash(1), "INVOCATION"; zsh(1), "STARTUP/SHUTDOWN FILES".
struct ProducerPaths {
    let files: SystemFiles

    static let variable = "GENICAM_GENTL64_PATH"

    func find() -> UnsetProducerPath? {
        let own = files.ownEnvironment
        // What pam_env sets is there at the next login.
        let everyone = (files.text("/etc/environment") ?? "").split(separator: "\n").map { String($0.drop(while: \.isWhitespace)) }
        guard !own.contains(where: Self.sets), !everyone.contains(where: Self.sets) else { return nil }
        for (file, owner) in settings {
            guard let text = files.text(file), let producer = text.split(separator: "\n").lazy.compactMap(producer).first else { continue }
            var found = UnsetProducerPath(file: file, owner: owner, producer: producer)
            if own.isEmpty { found.isEnvironmentUnknown = true }
            return found
        }
        return nil
    }

    private static func sets(_ entry: String) -> Bool {
        entry.replacing("export ", with: "").hasPrefix(variable + "=") && !entry.hasSuffix("=")
    }

    /// What all shells read, and then those of root and of the people.
    private var settings: [(file: String, owner: UInt32?)] {
        let scripts = (files.names("/etc/profile.d") ?? []).filter { $0.hasSuffix(".sh") }.prefix(128).map { "/etc/profile.d/\($0)" }
        let common = scripts + ["/etc/profile", "/etc/bash.bashrc", "/etc/bashrc", "/etc/zsh/zshenv", "/etc/zsh/zshrc"]
        let homes = (files.text("/etc/passwd", limit: 1 << 18) ?? "").split(separator: "\n").compactMap { line -> (home: String, id: UInt32)? in
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count > 5, let id = UInt32(fields[2]), id == 0 || id >= Accounts.systemLimit, fields[5].hasPrefix("/") else { return nil }
            return (String(fields[5]), id)
        }
        let names = [".bashrc", ".profile", ".bash_profile", ".bash_login", ".zshenv", ".zprofile", ".zshrc"]
        return common.map { ($0, nil) } + homes.prefix(16).flatMap { account in names.map { ("\(account.home)/\($0)", account.id) } }
    }

    /// The first producer in the folders that a line gives the variable: `export GENICAM_GENTL64_PATH=$GENICAM_GENTL64_PATH:/opt/maker/cti`.
    private func producer(_ line: Substring) -> String? {
        guard line.first(where: { !$0.isWhitespace }) != "#", let place = line.firstRange(of: Self.variable + "=") else { return nil }
        let folders = line[place.upperBound...].split { $0.isWhitespace || ":;+{}\"'".contains($0) }.prefix { $0 != "#" }
        return folders.lazy.filter { $0.hasPrefix("/") && !$0.contains("$") }.compactMap { text -> String? in
            let folder = text.split(separator: "/").map { "/" + $0 }.joined()
            return (files.names(folder) ?? []).first { $0.hasSuffix(".cti") }.map { "\(folder)/\($0)" }
        }.first
    }
}
