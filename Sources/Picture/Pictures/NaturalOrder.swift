// SPDX-License-Identifier: Apache-2.0

/// Sorts names by the numbers in them: `page2` before `page10`. Names that are equal this way are sorted by their bytes,
/// so that the order does not depend on the locale.
func comesNaturallyBefore(_ left: String, _ right: String) -> Bool {
    let (a, b) = (Array(left.utf8), Array(right.utf8))
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
        guard isDigit(a[i]), isDigit(b[j]) else {
            if a[i] != b[j] { return a[i] < b[j] }
            i += 1
            j += 1
            continue
        }
        // Numbers of any length: without leading zeros the longer one is larger.
        let (first, second) = (digits(a, &i), digits(b, &j))
        if first.count != second.count { return first.count < second.count }
        if first != second { return first.lexicographicallyPrecedes(second) }
    }
    if i < a.count || j < b.count { return i == a.count }
    return a.lexicographicallyPrecedes(b)
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

/// The digits from `at` without leading zeros; moves `at` past them.
private func digits(_ bytes: [UInt8], _ at: inout Int) -> ArraySlice<UInt8> {
    while at < bytes.count, bytes[at] == 0x30 { at += 1 }
    let first = at
    while at < bytes.count, isDigit(bytes[at]) { at += 1 }
    return bytes[first..<at]
}
