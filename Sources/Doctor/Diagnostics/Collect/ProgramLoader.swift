// SPDX-License-Identifier: Apache-2.0

/// The loader that the kernel is to run for a binary, such as `/lib64/ld-linux-x86-64.so.2`. See: elf(5), PT_INTERP.
struct ProgramLoader {
    /// `nil` for a binary that needs none.
    let path: String?

    /// - Parameter head: the file's beginning. `nil` if that does not tell.
    init?(_ head: [UInt8]) {
        // All that Candela runs on count from the lowest byte; a binary of others is refused as one of another kind (ENOEXEC).
        guard head.count >= 64, head.starts(with: [0x7f, 0x45, 0x4c, 0x46]), head[5] == 1, head[4] == 1 || head[4] == 2 else { return nil }
        let isWide = head[4] == 2
        func number(_ offset: Int, _ length: Int) -> Int? {
            guard offset >= 0, offset <= head.count - length else { return nil }
            let value = head[offset..<offset + length].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            // What lies further in the file was not read.
            return value <= UInt64(head.count) ? Int(value) : nil
        }
        guard let table = isWide ? number(32, 8) : number(28, 4), let size = number(isWide ? 54 : 42, 2),
            let count = number(isWide ? 56 : 44, 2), size >= (isWide ? 56 : 32)
        else { return nil }
        for index in 0..<count {
            let entry = table + index * size
            guard entry <= head.count - size else { return nil }
            // Other kinds have numbers that are larger than the file's beginning is long.
            guard number(entry, 4) == 3 else { continue }
            guard let start = isWide ? number(entry + 8, 8) : number(entry + 4, 4), let length = isWide ? number(entry + 32, 8) : number(entry + 16, 4),
                start <= head.count - length
            else { return nil }
            path = String(decoding: head[start..<start + length].prefix { $0 != 0 }, as: UTF8.self)
            return
        }
        path = nil
    }
}
