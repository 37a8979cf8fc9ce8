// SPDX-License-Identifier: Apache-2.0

/// What only experience tells about a camera model. What a descriptor or the picture shows is no quirk: it is a rule elsewhere.
package struct CameraQuirks: Hashable, Sendable {
    /// Pixel formats that it announces and does not send, four characters each.
    package var brokenFormats: [String] = []
    /// Whether opening it costs: the next start then fails, or its controls make it hang. It is opened only to be used.
    package var isFragile = false
    /// Whether a second stream hangs until the camera is replugged.
    package var startsOnce = false
    /// Whether it begins each stream with settings of its own.
    package var losesSettings = false
    /// The exposure times that it obeys, in units of 100 µs, ascending; empty if all.
    package var exposures: [Int64] = []

    /// The quirks of a camera; `nil` if none are known.
    ///
    /// - Parameters:
    ///   - model: its USB id, `0fd9:0078`.
    ///   - name: its name, as sysfs and `VIDIOC_QUERYCAP` have it; the id of some is not published.
    package static func of(model: String?, name: String?) -> CameraQuirks? {
        if let model, let quirks = table[model.lowercased()] { return quirks }
        guard let name = name?.lowercased() else { return nil }
        return names.first { name.hasPrefix($0.name) }?.quirks
    }

    /// The USB ids with quirks, for tests.
    package static var models: [String] { table.keys.sorted() }

    /// A control as the camera obeys it.
    package func applied(to control: ControlDescription) -> ControlDescription {
        guard control.id == .exposureTimeAbsolute, !exposures.isEmpty else { return control }
        var control = control
        control.obeyed = exposures.filter { $0 >= control.minimum && $0 <= control.maximum }
        return control
    }

    /// 1 s divided by powers of two, as the LifeCam's sensor divides it.
    package static let halvedSeconds: [Int64] = (0..<14).map { Int64(10_000 >> $0) }.reversed()

    private static let table: [String: CameraQuirks] = {
        var table: [String: CameraQuirks] = [:]
        func add(_ models: String..., change: (inout CameraQuirks) -> Void) {
            for model in models { change(&table[model, default: CameraQuirks()]) }
        }
        // Elgato Facecam: NV12 and YU12 are green or garbage; after the first program has closed it, the next open gives no
        // frames until a replug. Source: copyleftdev/facecam-ubuntu, documentation.
        add("0fd9:0078") {
            $0.brokenFormats = ["NV12", "YU12"]
            ($0.isFragile, $0.startsOnce) = (true, true)
        }
        // Logitech C920, C922, C930e: the focus; crowsnest sets it again after the start ("brokenfocus").
        // Source: mainsail-crew/crowsnest, libs/v4l2_control.
        add("046d:082d", "046d:0892", "046d:08e5", "046d:085c", "046d:0843") { $0.losesSettings = true }
        // Microsoft LifeCam HD-5000, HD-3000, Studio: only 1 s divided by powers of two holds, anything else exposes longest.
        // Source: linux-uvc-devel, "Cant't change exposure_absolute"; the files of these models in Tests/Support.
        add("045e:076d", "045e:0779", "045e:0810", "045e:0772") { $0.exposures = halvedSeconds }
        return table
    }()

    /// By the beginning of the name, where no id is published.
    private static let names: [(name: String, quirks: CameraQuirks)] = {
        var (facecam, anker, jabra) = (CameraQuirks(), CameraQuirks(), CameraQuirks())
        // The second start of a stream hangs. Source: linux-media mailing list, 2025-10.
        facecam.startsOnce = true
        // All settings are lost at every start of a stream. Source: soyersoyer/cameractrls issue 61.
        anker.losesSettings = true
        // Asking for all its controls hangs it. Source: webcamoid/webcamoid issue 433.
        jabra.isFragile = true
        return [("elgato facecam 4k", facecam), ("anker powerconf c200", anker), ("jabra panacast", jabra)]
    }()
}
