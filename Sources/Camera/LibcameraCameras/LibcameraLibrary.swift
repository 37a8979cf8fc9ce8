// SPDX-License-Identifier: Apache-2.0

internal import CLibcamera

/// The functions of our plugin for libcamera, loaded once a process.
@safe struct LibcameraLibrary: @unchecked Sendable {
    // Unchecked: the table is constant data of a plugin that is never unloaded.
    let functions: UnsafePointer<clibcamera_functions>

    var table: clibcamera_functions { unsafe functions.pointee }

    /// Loads the plugin and libcamera: some 25 ms.
    static func load() throws(LibcameraError) -> LibcameraLibrary {
        var reason: UnsafePointer<CChar>?
        guard let functions = unsafe clibcamera_load(&reason) else {
            let cause = unsafe reason.map { unsafe String(cString: $0) } ?? "unknown cause"
            throw LibcameraError(
                .libraryMissing,
                "cannot load libcandela-libcamera.so: \(cause); install it next to candela or in ../lib/candela, and install "
                    + "libcamera, with its package libcamera-ipa")
        }
        return unsafe LibcameraLibrary(functions: functions)
    }

    /// The version that the plugin was compiled against: "0.4.0".
    var version: String {
        let version = table.version
        return "\(version.0).\(version.1).\(version.2)"
    }

    /// What libcamera has logged lately, as warnings or errors. Untrusted: escape before showing.
    var log: [String] {
        let size = 16384
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            unsafe buffer.baseAddress!.withMemoryRebound(to: CChar.self, capacity: size) { unsafe table.log($0, size) }
            count = unsafe buffer.prefix(size).firstIndex(of: 0) ?? 0
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

/// What of libcamera is installed.
package enum Libcamera {
    /// Why it cannot be used here, as a sentence; `nil` if it can. Loads it.
    package static var missing: String? {
        do throws(LibcameraError) {
            _ = try LibcameraLibrary.load()
            return nil
        } catch {
            return error.description
        }
    }

    /// The version of libcamera; `nil` if it cannot be loaded.
    package static var version: String? { try? LibcameraLibrary.load().version }

    /// Its last warnings and errors. Untrusted: escape before showing.
    package static var log: [String] { (try? LibcameraLibrary.load().log) ?? [] }

    /// `[0:05:12.30] [9311]  WARN Category file.cpp:1 text`, a line of its log, without what differs from run to run.
    package static func withoutTime(_ line: some StringProtocol) -> String {
        var rest = line[...]
        while rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
            rest = rest[rest.index(after: end)...].drop { $0 == " " }
        }
        return rest.split(separator: " ").joined(separator: " ")
    }
}
