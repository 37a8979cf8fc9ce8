// SPDX-License-Identifier: Apache-2.0

internal import Output

/// Fixes that are settings of the camera.
enum CameraFix {
    /// `candela set …` for this camera, with the undo command if the old values are known.
    static func set(
        _ title: String, _ settings: [(name: String, value: Int, old: Int?)], _ evidence: PictureEvidence
    ) -> Fix {
        let olds = settings.compactMap { setting in setting.old.map { ShellWord.quoted("\(setting.name)=\($0)") } }
        return Fix(
            title, commands: [command(settings.map { ShellWord.quoted("\($0.name)=\($0.value)") }, evidence.camera)],
            undo: olds.count == settings.count ? [command(olds.reversed(), evidence.camera)] : [])
    }

    private static func command(_ settings: [String], _ camera: String?) -> String {
        "candela set " + settings.joined(separator: " ") + (camera.map { " --camera " + ShellWord.quoted($0) } ?? "")
    }
}

extension Double {
    /// Formats with a fixed number of decimals, without Foundation.
    func text(_ digits: Int = 1) -> String {
        guard isFinite, abs(self) < 1e12 else { return "\(self)" }
        var scale = 1
        for _ in 0..<digits { scale *= 10 }
        let scaled = Int((abs(self) * Double(scale)).rounded())
        let sign = self < 0 && scaled > 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(scaled)" }
        let fraction = "\(scaled % scale)"
        return "\(sign)\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
