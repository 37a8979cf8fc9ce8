// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The backup files beside our rules file.
public enum BackUpNames {
    /// The names, without the directory, of all files there whose name begins with that of our file.
    public static func find(root: String) -> Set<String> {
        guard let stream = unsafe opendir(root + UdevPlanner.folder) else { return [] }
        defer { unsafe _ = closedir(stream) }
        var names: Set<String> = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name.hasPrefix(RuleFile.name + ".") { names.insert(name) }
        }
        return names
    }
}
