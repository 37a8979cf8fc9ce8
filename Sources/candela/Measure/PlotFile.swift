// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Output
internal import Plotting

/// Puts a plot into a file.
enum PlotFile {
    /// Fails before anything is measured where the file could not be written afterwards. Leaves no file where none was.
    static func check(_ path: String) throws(CommandFailure) {
        let new = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if new >= 0 {
            close(new)
            unsafe unlink(path)
            return
        }
        let file = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw failure(path) }
        close(file)
    }

    static func write(_ plot: Plot, to path: String) throws(CommandFailure) {
        guard let format = PlotFormat(path: path) else { return }
        let bytes = try failing { () throws(PlotError) in try plot.render(format) }
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw failure(path) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let error = failure(path)
                close(file)
                throw error
            }
            rest = rest.dropFirst(count)
        }
        guard close(file) == 0 else { throw failure(path) }
    }

    private static func failure(_ path: String) -> CommandFailure {
        CommandFailure("cannot write \(VisibleText.escape(path)): \(unsafe String(cString: strerror(errno)))")
    }
}
