// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Output
internal import Wiring

/// The program that serves the page, which this process becomes.
enum StudioProgramFile {
    private static let name = "candela-studio"

    /// Does not return, but for a failure.
    static func become(_ arguments: [String]) throws(CommandFailure) {
        let places = candidates
        guard let path = places.first(where: { unsafe access($0, X_OK) == 0 }) else {
            throw CommandFailure(
                "cannot open the studio: its program \(name) is not there; looked for "
                    + "\(VisibleText.escape(places.joined(separator: " and "))). Install it beside this command, with make "
                    + "install from the sources")
        }
        let words: [UnsafeMutablePointer<CChar>?] =
            unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        unsafe execv(path, words)
        throw CommandFailure(
            "cannot open the studio: cannot start \(VisibleText.escape(path)): \(unsafe String(cString: strerror(errno)))"
        )
    }

    /// Beside this program, as it is built; then where it is installed.
    private static var candidates: [String] {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return [] }
        let own = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = own.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let above = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
        return [folder + "/" + name, above + "/libexec/candela/" + name]
    }
}
