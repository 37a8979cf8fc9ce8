// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Programs
internal import UserSession

/// The index of the modules of one kernel in `/lib/modules/RELEASE` (see `ModulesFolder`), as depmod writes it.
struct ModuleIndex {
    let files: SystemFiles
    let release: String
    /// By name: the line of `modules.dep`, a path and after a colon the paths of what it needs.
    private var entries: [String: ArraySlice<UInt8>] = [:]
    private var builtIn: Set<String> = []
    /// By name: files in the folders for modules from outside the kernel that `modules.dep` does not list.
    private var unindexed: [String: String] = [:]
    /// Patterns of device identifiers, with their modules. A distribution has 25,000, so they stay bytes until one matches.
    private var aliases: [(pattern: ArraySlice<UInt8>, fixed: Int, module: ArraySlice<UInt8>)] = []

    private let folder: String

    init(_ files: SystemFiles, release: String) {
        self.files = files
        self.release = release
        let folder = Self.directory(files, release)
        self.folder = folder
        entries = Self.entries(files, folder)
        unindexed = findUnindexed()
        for line in (files.text(folder + "modules.builtin", limit: 1 << 22) ?? "").split(separator: "\n") {
            builtIn.insert(Self.name(String(line)))
        }
        for line in (files.bytes(folder + "modules.alias", limit: 1 << 23) ?? []).split(separator: 0x0a) {
            let words = line.split(separator: 0x20, maxSplits: 2)
            if words.count == 3 { add(words[1], words[2]) }
        }
        // What is built in lists its identifiers apart: `uvcvideo.alias=usb:…`, separated by NUL.
        for entry in (files.bytes(folder + "modules.builtin.modinfo", limit: 1 << 23) ?? []).split(separator: 0) {
            let parts = entry.split(separator: UInt8(ascii: "="), maxSplits: 1)
            if parts.count == 2, parts[0].suffix(6).elementsEqual(".alias".utf8) { add(parts[1], parts[0].dropLast(6)) }
        }
    }

    /// Where installers put modules that are not part of the kernel. See: `man 5 depmod.d`, and the kernel's
    /// Documentation/kbuild/modules.rst, INSTALL_MOD_DIR.
    private static let outside = ["extra", "updates", "updates/dkms", "misc"]

    private func findUnindexed() -> [String: String] {
        var found: [String: String] = [:]
        for place in Self.outside {
            for file in files.names(folder + place) ?? [] where file.contains(".ko") {
                let name = Self.name(file)
                if entries[name] == nil { found[name] = place + "/" + file }
            }
        }
        return found
    }

    /// The lines of a kernel's `modules.dep` by the names of their modules; empty if it cannot be read.
    private static func entries(_ files: SystemFiles, _ folder: String) -> [String: ArraySlice<UInt8>] {
        var entries: [String: ArraySlice<UInt8>] = [:]
        // A distribution's index is about 1 MB.
        let bytes = files.bytes(folder + "modules.dep", limit: 1 << 23) ?? []
        for line in bytes.split(separator: 0x0a) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let file = line[..<colon].split(separator: UInt8(ascii: "/")).last ?? []
            entries[name(String(decoding: file, as: UTF8.self))] = line
        }
        return entries
    }

    /// The names of the modules that a kernel's index lists.
    static func names(_ files: SystemFiles, release: String) -> Set<String> {
        Set(entries(files, directory(files, release)).keys)
    }

    private static func directory(_ files: SystemFiles, _ release: String) -> String {
        "\(ModulesFolder.root(of: release, files))/\(release)/"
    }

    /// The kinds of devices that can be cameras or belong to one, by the beginnings of their identifiers.
    private static let kinds = ["usb:", "pci:", "acpi", "of:N", "i2c:"].map { Array($0.utf8) }

    private mutating func add(_ pattern: ArraySlice<UInt8>, _ module: ArraySlice<UInt8>) {
        guard Self.kinds.contains(where: { pattern.starts(with: $0) }) else { return }
        let fixed = pattern.prefix {
            $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "[")
        }
        aliases.append((pattern, fixed.count, module))
    }

    /// The modules that the kernel would load for a device with this identifier, in the index's order.
    /// See: `man 3 fnmatch`, by which modprobe matches.
    func modules(for identifier: String) -> [String] {
        var found: [String] = []
        let wanted = Array(identifier.utf8)
        for (pattern, fixed, name) in aliases {
            // Most patterns differ in the first characters; comparing those is a hundred times quicker.
            guard wanted.starts(with: pattern.prefix(fixed)),
                unsafe fnmatch(String(decoding: pattern, as: UTF8.self), identifier, 0) == 0
            else { continue }
            let module = Self.normalised(String(decoding: name, as: UTF8.self))
            if !found.contains(module) { found.append(module) }
        }
        return found
    }

    /// The ids of the USB devices that a module's patterns name one by one, such as `1de1:f105`; `nil` if it has no patterns here.
    func usbIDs(of module: String) -> Set<String>? {
        let patterns = aliases.filter { $0.module.elementsEqual(module.utf8) }.map(\.pattern)
        return patterns.isEmpty ? nil : Set(patterns.compactMap(Self.usbID))
    }

    /// `usb:v1DE1pF105d*dc*dsc*dp*ic0Eisc01ip00in*` → `1de1:f105`
    private static func usbID(_ pattern: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: pattern.prefix(14), as: UTF8.self)
        guard text.hasPrefix("usb:v"), text.utf8.count == 14 else { return nil }
        let (vendor, mark, product) = (text.dropFirst(5).prefix(4), text.dropFirst(9).prefix(1), text.dropFirst(10))
        guard mark == "p", (vendor + product).allSatisfy(\.isHexDigit) else { return nil }
        return "\(vendor):\(product)".lowercased()
    }

    /// The path of a module's file, and those of what it needs.
    private func entry(_ name: String) -> (path: String, needs: [String])? {
        guard let line = entries[name] else { return nil }
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        let needs = parts.count == 2 ? parts[1].split(separator: 0x20) : []
        return (
            String(decoding: parts.first ?? [], as: UTF8.self), needs.map { String(decoding: $0, as: UTF8.self) }
        )
    }

    /// Where a module's file lies in the tree: `kernel/drivers/media/usb/uvc`; `nil` if no index lists it.
    func folder(of module: String) -> String? {
        entry(module).map { $0.path.split(separator: "/").dropLast().joined(separator: "/") }
    }

    /// Whether a module needs another one, directly or not: `modules.dep` lists both.
    func needs(_ module: String, _ other: String) -> Bool {
        guard let line = entries[module], let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return line[colon...].dropFirst().split(separator: UInt8(ascii: " ")).contains { path in
            Self.name(String(decoding: path, as: UTF8.self)) == other
        }
    }

    func lists(_ module: String) -> Bool { entries[module] != nil || builtIn.contains(module) }

    /// Whether the kernel has modules, and neither the base of all camera drivers nor anything beside it, as those for virtual machines and
    /// small boards can be.
    var lacksVideo: Bool {
        !entries.isEmpty && !builtIn.isEmpty && !module("videodev").isHere
            && !entries.values.contains { String(decoding: $0, as: UTF8.self).contains("/drivers/media/") }
    }

    /// What is known of a module. Reads its file only if it is not loaded: one that is loaded fits.
    func module(_ name: String) -> KernelModule {
        var module = KernelModule(name: name)
        module.isBuiltIn = builtIn.contains(name)
        module.isLoaded = files.exists("/sys/module/\(name)/refcnt") || files.exists("/sys/module/\(name)/initstate")
        module.taint = files.line("/sys/module/\(name)/taint").flatMap { $0.isEmpty ? nil : $0 }
        guard let entry = entry(name) else {
            module.unindexed = unindexed[name] ?? original(name)
            return module
        }
        module.path = entry.path
        if !entry.needs.isEmpty { module.needs = entry.needs.map { Self.name($0) } }
        module.missingFiles = ([entry.path] + entry.needs).filter { files.isMissing(folder + $0) }
        if module.isForeign { module.shadowed = original(name) }
        if !module.isLoaded, module.missingFiles.isEmpty { read(folder + entry.path, &module) }
        return module
    }

    /// The kernel's own file of a module that another file shadows, or that no index lists: its usual folders are looked
    /// at.
    private func original(_ name: String) -> String? {
        for place in ["kernel/drivers/media/usb/uvc", "kernel/drivers/media/v4l2-core"] {
            for file in files.names(folder + place) ?? [] where Self.name(file) == name { return place + "/" + file }
        }
        return nil
    }

    /// The release a module was built for, and whether it is signed.
    private func read(_ path: String, _ module: inout KernelModule) {
        guard path.hasSuffix(".ko") else {
            // It is compressed; modinfo knows how.
            guard files.root.isEmpty, let text = SystemProgram.ask("modinfo", [path]) else { return }
            for line in text.split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmed }
                if parts.count == 2, parts[0] == "vermagic" { module.setVersion(parts[1]) }
                if parts.count == 2, parts[0] == "signer" || parts[0] == "sig_id" { module.isSigned = true }
            }
            if module.builtFor != nil, module.isSigned == nil { module.isSigned = false }
            return
        }
        guard let bytes = files.bytes(path, limit: 1 << 25) else { return }
        let mark = Array("vermagic=".utf8)
        if let place = bytes.firstRange(of: mark) {
            let text = bytes[place.upperBound...].prefix { $0 != 0 && $0 != 0x0a }
            module.setVersion(String(decoding: text, as: UTF8.self))
        }
        // Source: MODULE_SIG_STRING in the kernel's linux/module_signature.h, the end of a signed file.
        module.isSigned = bytes.suffix(64).firstRange(of: Array("~Module signature appended~\n".utf8)) != nil
    }

    /// The name of a module from the path of its file: `uvcvideo` of `kernel/…/uvcvideo.ko.xz`.
    static func name(_ path: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        return normalised(String(file.split(separator: ".", maxSplits: 1).first ?? ""))
    }

    /// Modules are known with underscores, files also with hyphens.
    static func normalised(_ name: String) -> String { String(name.map { $0 == "-" ? "_" : $0 }) }
}

extension KernelModule {
    /// Takes vermagic apart: a release, and the options of its kernel that a module must share, such as `SMP mod_unload modversions`.
    fileprivate mutating func setVersion(_ text: String) {
        builtFor = text.firstWord
        if text.split(separator: " ").contains("modversions") { hasSymbolVersions = true }
    }
}

extension StringProtocol {
    var trimmed: String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
    var firstWord: String { String(prefix { $0 != " " }) }
}
