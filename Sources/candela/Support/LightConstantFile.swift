// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Measurement
internal import Output

/// The light constants fitted on this machine: `$XDG_CONFIG_HOME/candela/light.toml`.
enum LightConstantFile {
    /// `nil` where neither XDG_CONFIG_HOME nor HOME says where settings go.
    static var path: String? {
        // Relative paths are to be ignored: XDG Base Directory Specification 0.8.
        if let base = Console.variable("XDG_CONFIG_HOME"), base.hasPrefix("/") { return base + "/candela/light.toml" }
        if let home = Console.variable("HOME"), home.hasPrefix("/") { return home + "/.config/candela/light.toml" }
        return nil
    }

    /// The constant for a camera; the assumed one where none was fitted. A file that cannot be read is said, and no
    /// reason not to measure.
    static func constant(for camera: String) -> LightConstant {
        do throws(CommandFailure) {
            return try table().constant(for: camera)
        } catch {
            Console.note(error.message)
            return .assumed
        }
    }

    /// Keeps a constant for a camera. The file is replaced as a whole, or not at all.
    static func keep(_ entry: LightConstantTable.Entry, for camera: String) throws(CommandFailure) -> String {
        guard let path else {
            throw CommandFailure("cannot keep the light constant: neither XDG_CONFIG_HOME nor HOME is set; set one")
        }
        var table = try table()
        table.set(entry, for: camera)
        try makeFolders(path)
        try replace(path, with: Array(table.text.utf8))
        return path
    }

    private static func table() throws(CommandFailure) -> LightConstantTable {
        guard let path else { return LightConstantTable() }
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return LightConstantTable() }
            throw failure("read", path)
        }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= LightConstantTable.limit {
            let count = unsafe Glibc.read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("read", path) }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        guard bytes.count <= LightConstantTable.limit else {
            throw CommandFailure("cannot read \(VisibleText.escape(path)): it is too large to be ours; move it away")
        }
        do throws(LightConstantTableError) {
            return try LightConstantTable(parsing: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw CommandFailure(
                "cannot read \(VisibleText.escape(path)): line \(error.line): \(error.cause); mend it, or move it away")
        }
    }

    private static func makeFolders(_ path: String) throws(CommandFailure) {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/" + part
            if unsafe mkdir(folder, 0o700) != 0, errno != EEXIST { throw failure("make", folder) }
        }
    }

    private static func replace(_ path: String, with bytes: [UInt8]) throws(CommandFailure) {
        let temporary = path + ".\(getpid()).new"
        let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw failure("write", temporary) }
        let isWritten = Self.write(bytes, to: file) && fsync(file) == 0
        let isClosed = close(file) == 0
        guard isWritten, isClosed, unsafe rename(temporary, path) == 0 else {
            let error = failure("write", path)
            unsafe unlink(temporary)
            throw error
        }
    }

    private static func write(_ bytes: [UInt8], to file: CInt) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func failure(_ verb: String, _ path: String) -> CommandFailure {
        CommandFailure("cannot \(verb) \(VisibleText.escape(path)): \(unsafe String(cString: strerror(errno)))")
    }
}
