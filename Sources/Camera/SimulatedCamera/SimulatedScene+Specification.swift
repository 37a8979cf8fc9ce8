// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import CameraControls
internal import CameraListings
import Frames
internal import Output

extension SimulatedScene {
    /// Parses the text after `sim:`: a preset's name (default `bench`), then `?key=value&…`.
    ///
    /// Values are percent-decoded (`%26` for an ampersand); `+` stands for itself, because it introduces an add-on. A unit
    /// is allowed if the key has one: `distance=30` and `distance=30mm` are the same.
    ///
    /// - Throws: `SceneError`, whose description lists the valid presets or keys.
    package init(specification: String) throws(SceneError) {
        let parts = specification.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        guard let preset = name.isEmpty ? .bench : ScenePreset(rawValue: name) else {
            let names = ScenePreset.allCases.map(\.rawValue).joined(separator: ", ")
            throw SceneError(
                .unknownPreset, "cannot find the simulated scene \(SceneError.quoted(name)): choose one of \(names)")
        }
        self = try preset.scene()
        var edit = Edit()
        if parts.count == 2, !parts[1].isEmpty {
            for pair in parts[1].split(separator: "&", omittingEmptySubsequences: true) {
                try apply(String(pair), &edit)
            }
        }
        try finish(edit)
    }

    /// Settings that can be applied only when all keys are known.
    private struct Edit {
        var codes: [SceneCode] = []
        var module: Double?
        var width: Double?
        var inverted: Bool?
        var flickerDepth: Double?
        var likeness: CameraListing?
        var lies: Set<CameraLie> = []
    }

    private mutating func apply(_ pair: String, _ edit: inout Edit) throws(SceneError) {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let key = SceneKey(rawValue: name) else {
            let names = SceneKey.allCases.map(\.rawValue).joined(separator: ", ")
            throw SceneError(
                .unknownKey, "cannot set \(SceneError.quoted(name)) of the simulated scene: the keys are \(names)")
        }
        let raw = parts.count == 2 ? String(parts[1]) : ""
        guard let value = String(percentEncoded: raw) else { throw key.invalid(raw) }
        switch key {
        case .code: edit.codes.append(try Self.code(value))
        case .module: edit.module = try key.number(value, 0.05...50, unit: "mm")
        case .size: edit.width = try key.number(value, 1...1000, unit: "mm")
        case .inverted: edit.inverted = try key.flag(value)
        case .flickerDepth: edit.flickerDepth = try key.number(value, 0...1)
        case .flicker:
            flicker =
                value == "off"
                ? nil
                : Flicker(mainsFrequency: try key.number(value, 1...1000, unit: "Hz"), depth: flicker?.depth ?? 0.6)
        case .contrast: contrast = try key.number(value, 0...1)
        case .paper: paperReflectance = try key.number(value, 0...1)
        case .table: tableReflectance = try key.number(value, 0...1)
        case .grain: tableGrain = try key.number(value, 0...1)
        case .distance: distance = try key.number(value, 20...20_000, unit: "mm")
        case .tilt: tilt = try key.number(value, -75...75, unit: "deg")
        case .pitch: pitch = try key.number(value, -75...75, unit: "deg")
        case .rotation: rotation = try key.number(value, -360...360, unit: "deg")
        case .motion: speed = try key.number(value, 0...10_000, unit: "mm/s")
        case .travel: travel = try key.number(value, 0...1000, unit: "mm")
        case .lux, .lamp, .clouds, .shadows: try applyLight(key, value)
        case .glare: glare = try key.number(value, 0...1000)
        case .glareRadius: glareRadius = try key.number(value, 0.1...1000, unit: "mm")
        case .torch: torchIntensity = try key.number(value, 0...10_000, unit: "cd")
        case .gloss: gloss = try key.number(value, 0...1000)
        case .focus: focus = try Self.focus(value)
        case .zoom: zoom = try key.number(value, 1...4, unit: "x")
        case .vignetting: hasVignetting = try key.flag(value)
        case .noise: hasNoise = try key.flag(value)
        case .seed:
            guard let number = UInt64(value) else { throw key.invalid(value) }
            seed = number
        case .frame:
            guard let size = FrameSize(value), size.width <= 8192, size.height <= 8192 else { throw key.invalid(value) }
            frameSize = size
        case .fps: interval = try Self.interval(try key.number(value, 1...240))
        case .formats:
            guard let formats = Formats(rawValue: value) else { throw key.invalid(value) }
            self.formats = formats
        case .pace:
            guard let pace = Pace(rawValue: value) else { throw key.invalid(value) }
            self.pace = pace
        case .likeness: edit.likeness = try CameraListing.file(value)
        case .lies:
            for word in value.split(separator: ",") {
                guard let lie = CameraLie(word) else { throw key.invalid(value) }
                edit.lies.insert(lie)
            }
        case .stall, .corrupt, .unplug, .busy, .controlStall: try applyFault(key, value)
        }
    }

    private mutating func applyLight(_ key: SceneKey, _ value: String) throws(SceneError) {
        let lux = 0...200_000.0
        switch key {
        case .lamp:
            let (light, period) = try key.periodic(value, lux, unit: "lux", period: nil)
            lamp = SwitchedLamp(lux: light, period: period)
        case .clouds:
            let (depth, period) = try key.periodic(value, 0...1, period: 20)
            clouds = Clouds(depth: depth, period: period)
        case .shadows:
            let (depth, period) = try key.periodic(value, 0...1, period: 5)
            shadows = PassingShadows(depth: depth, period: period)
        default:
            guard value.contains("@") else {
                (illuminance, course) = (try key.number(value, lux, unit: "lux"), nil)
                return
            }
            guard let parsed = LightCourse(value, range: lux) else { throw key.invalid(value) }
            (illuminance, course) = (parsed.parts[0].first, parsed)
        }
    }

    private mutating func applyFault(_ key: SceneKey, _ value: String) throws(SceneError) {
        switch key {
        case .stall:
            let (frame, count) = try key.frames(value)
            faults.append(.stall(frame: frame, count: count))
        case .corrupt:
            let (frame, count) = try key.frames(value)
            faults.append(.corrupt(frame: frame, count: count))
        case .unplug: faults.append(.unplug(frame: try key.frameIndex(value, whole: value)))
        case .controlStall: faults.append(.controlStall(frame: try key.frameIndex(value, whole: value)))
        default: if try key.flag(value) { faults.append(.busy) }
        }
    }

    private mutating func finish(_ edit: Edit) throws(SceneError) {
        if !edit.codes.isEmpty { codes = edit.codes }
        for index in codes.indices {
            if let width = edit.width { codes[index].module = width / codes[index].symbol.width }
            if let module = edit.module { codes[index].module = module }
            if let inverted = edit.inverted { codes[index].isInverted = inverted }
        }
        if codes.count > 1 { arrangeCodes() }
        if let listing = edit.likeness {
            let likeness = CameraLikeness(listing, lies: edit.lies)
            self.likeness = likeness
            // A camera without a focus drive is focused where it is used.
            let focuses = listing.controls.contains {
                [.focusAbsolute, .focusAutomaticContinuous].contains($0.description.id)
            }
            if !focuses, focus == .automatic { focus = .fixed(distance) }
        } else if !edit.lies.isEmpty {
            throw SceneKey.lies.invalid("without as=")
        }
        if let depth = edit.flickerDepth {
            flicker = Flicker(mainsFrequency: flicker?.mainsFrequency ?? 50, depth: depth)
        }
    }

    private static func code(_ value: String) throws(SceneError) -> SceneCode {
        let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let symbology = Symbology(rawValue: String(parts[0])) else {
            let names = Symbology.allCases.map(\.rawValue).joined(separator: ", ")
            throw SceneError(
                .invalidValue,
                "cannot use code=\(SceneError.quoted(value)) in the simulated scene: expected SYMBOLOGY:TEXT, where "
                    + "SYMBOLOGY is one of \(names)")
        }
        return try SceneCode(String(parts[1]), as: symbology)
    }

    private static func focus(_ value: String) throws(SceneError) -> Focus {
        func distance(_ text: String) throws(SceneError) -> Double {
            if text == "infinity" { return .infinity }
            return try SceneKey.focus.number(text, 70...100_000, unit: "mm")
        }
        if value == "auto" { return .automatic }
        if value.hasPrefix("fixed:") { return .fixed(try distance(String(value.dropFirst(6)))) }
        return .manual(try distance(value))
    }

    /// Rates such as 29.97 become thousandths.
    private static func interval(_ framesPerSecond: Double) throws(SceneError) -> FrameInterval {
        let whole = framesPerSecond.rounded()
        let interval =
            whole == framesPerSecond
            ? FrameInterval(numerator: 1, denominator: UInt32(whole))
            : FrameInterval(numerator: 1000, denominator: UInt32((framesPerSecond * 1000).rounded()))
        guard let interval else { throw SceneKey.fps.invalid("\(framesPerSecond)") }
        return interval
    }
}
