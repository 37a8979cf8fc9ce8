// SPDX-License-Identifier: Apache-2.0

internal import Output

/// Fixes that are settings of the camera. Each value is one that this camera accepts.
enum CameraFix {
    /// A new value and the old one; `nil` for a value that an automatic mode in the same command moves by itself.
    typealias Change = (name: String, value: Int, old: Int?)

    /// `candela set …` for this camera, with the undo command if the old values can be set.
    ///
    /// - Parameters:
    ///   - restoring: what the undo command sets besides, because the camera will have changed it by itself.
    ///   - optional: controls without which the others still help.
    /// - Returns: nothing if the camera lacks one of the controls, cannot be set to anything like the value, or is set so
    ///   already.
    static func set(
        _ title: String, _ changes: [Change], _ settings: CameraSettings?, camera: String?,
        restoring: [(name: String, value: Int)] = [], optional: Set<String> = []
    ) -> [Fix] {
        var fitting: [Change] = []
        for change in changes {
            if let value = settings.map({ $0.fitting(change.name, change.value) }) ?? change.value {
                fitting.append((change.name, value, change.old))
            } else if !optional.contains(change.name) {
                return []
            }
        }
        guard fitting.contains(where: { $0.value != $0.old }) else { return [] }
        // What an automatic mode moved before, it will move again, and it lets nobody else set it.
        let wasAutomatic = fitting.contains {
            $0.name == "auto_exposure" && $0.old.map(CameraSettings.isManual) == false
        }
        let olds =
            fitting.reversed().compactMap { change in change.old.map { (name: change.name, value: $0) } }
            .filter { !wasAutomatic || $0.name != "exposure_time_absolute" } + restoring
        // Some cameras report values that they do not accept.
        let canUndo =
            !olds.isEmpty
            && olds.allSatisfy { old in
                settings.map { settings in settings.fitting(old.name, old.value) == old.value } ?? true
            }
        return [
            Fix(
                title, commands: [command(fitting.map { "\($0.name)=\($0.value)" }, camera)],
                undo: canUndo ? [command(olds.map { "\($0.name)=\($0.value)" }, camera)] : [])
        ]
    }

    /// The same for the camera of a picture.
    static func set(
        _ title: String, _ changes: [Change], _ evidence: PictureEvidence,
        restoring: [(name: String, value: Int)] = [], optional: Set<String> = []
    ) -> [Fix] {
        set(title, changes, evidence.settings, camera: evidence.camera, restoring: restoring, optional: optional)
    }

    private static func command(_ settings: [String], _ camera: String?) -> String {
        // libcamera forgets what is set, and gets its newest profile at each opening.
        (camera?.hasPrefix("libcamera:") == true ? "candela profile save doctor " : "candela set ") + settings.map(ShellWord.quoted).joined(separator: " ")
            + (camera.map { " --camera " + ShellWord.quoted($0) } ?? "")
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
