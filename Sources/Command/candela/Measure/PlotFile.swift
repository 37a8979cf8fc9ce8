// SPDX-License-Identifier: Apache-2.0

internal import PageDrawing
internal import Terminal

/// Writes a plot to a file.
enum PlotFile {
    static func write(_ plot: Plot, to path: String) throws(CommandFailure) {
        guard let format = PlotFormat(path: path) else { return }
        try ResultFile.write(try failing { () throws(PlotError) in try plot.render(format) }, to: path)
    }
}
