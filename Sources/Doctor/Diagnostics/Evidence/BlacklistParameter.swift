// SPDX-License-Identifier: Apache-2.0

/// A parameter on the kernel's command line that keeps modules from loading: `modprobe.blacklist=uvcvideo,pcspkr`.
struct BlacklistParameter {
    static let file = "/proc/cmdline"

    /// As it stands there.
    let text: String
    /// Whether the kernel itself refuses the modules, no matter which program asks for them; modprobe.blacklist is for loading by itself only. See: the
    /// kernel's admin-guide/kernel-parameters, `module_blacklist`, and modprobe(8), "--use-blacklist".
    let isOfKernel: Bool
    /// With underscores.
    let modules: [String]

    init?(_ word: String) {
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts[0] == "modprobe.blacklist" || parts[0] == "module_blacklist", word.utf8.count < 500 else { return nil }
        text = word
        isOfKernel = parts[0] == "module_blacklist"
        // The kernel compares the names letter by letter.
        let list = isOfKernel ? parts[1] : parts[1].replacing("-", with: "_")
        modules = list.split(separator: ",").map(String.init)
    }

    /// The parameters of a command line that are in force: of the kernel's own the last one.
    static func all(in line: String) -> [BlacklistParameter] {
        let found = line.split { $0 == " " || $0 == "\n" }.compactMap { BlacklistParameter(String($0)) }
        let last = found.last(where: \.isOfKernel)?.text
        return found.filter { !$0.isOfKernel || $0.text == last }
    }

    /// The same parameter without a module; `nil` if it is the only one.
    func without(_ module: String) -> String? {
        let others = modules.filter { $0 != module }
        guard !others.isEmpty else { return nil }
        return "\(isOfKernel ? "module_blacklist" : "modprobe.blacklist")=\(others.joined(separator: ","))"
    }
}
