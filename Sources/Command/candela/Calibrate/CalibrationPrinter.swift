// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Calibration
internal import CameraCalibration
internal import Output
internal import Terminal

/// Prints the report of a calibration.
struct CalibrationPrinter {
    let words: CalibrationWords
    let report: CalibrationReport

    func printReport() throws(CommandFailure) {
        if let code = words.code {
            try Console.print(
                "\(Console.bold("Code")): \(code.symbology.rawValue) \(VisibleText.escape(code.text))")
        } else {
            try Console.print(
                Console.yellow("No code could be read") + ": calibrated only for contrast and sharpness, at the "
                    + "place that looks most like a code")
        }
        for line in words.findings { try Console.print(VisibleText.escape(line)) }
        try Console.print("")
        try Console.print(Console.bold(row("", "before", "after")))
        for line in words.table { try Console.print(row(line.name, line.before, line.after)) }
        try Console.print("")
        let changed = words.settings
        try Console.print(
            changed.isEmpty
                ? "Nothing was changed: the camera's settings were already the best."
                : Console.bold("Settings") + ": " + changed.map { VisibleText.escape($0) }.joined(separator: ", "))
        for limit in report.limits { try Console.print(Console.yellow("No setting can fix") + ": " + limit.sentence) }
        if let reach = words.reach { try Console.print(reach) }
        if let darkest = words.darkest { try Console.print(darkest) }
        for remark in report.remarks { try Console.print("Note: " + VisibleText.escape(remark)) }
        try Console.print(Console.dim(words.effort))
    }

    private func row(_ name: String, _ before: String, _ after: String) -> String {
        pad(name, 22) + pad(before, 16) + after
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
