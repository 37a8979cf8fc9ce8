// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames

/// A key of a scene specification, `sim:PRESET?key=value&…`.
package enum SceneKey: String, Hashable, Sendable, CaseIterable {
    case code, module, size, inverted, contrast, paper, table, grain
    case distance, tilt, pitch, rotation, motion, travel
    case lux, lamp, clouds, shadows, flicker
    case flickerDepth = "flicker-depth"
    case glare
    case glareRadius = "glare-radius"
    case torch, gloss
    case focus, zoom, vignetting, noise, seed
    case frame, fps, formats, pace
    case likeness = "as"
    case lies
    case stall, corrupt, unplug, busy
    case controlStall = "control-stall"

    /// The accepted values, for help and error messages.
    package var summary: String {
        switch self {
        case .code: "SYMBOLOGY:TEXT, repeatable; replaces the preset's codes"
        case .module: "X dimension of the codes, 0.05 to 50 mm"
        case .size: "width of the codes without quiet zone, 1 to 1000 mm"
        case .inverted: "light codes on a dark label, on or off"
        case .contrast: "print contrast, 0 to 1"
        case .paper: "reflectance of the paper, 0 to 1"
        case .table: "reflectance of the table, 0 to 1"
        case .grain: "strength of the table's texture, 0 to 1"
        case .distance: "lens to table, 20 to 20000 mm"
        case .tilt: "rotation about the vertical axis, -75 to 75 degrees"
        case .pitch: "rotation about the horizontal axis, -75 to 75 degrees"
        case .rotation: "rotation in the plane of the table, -360 to 360 degrees"
        case .motion: "speed of the codes, 0 to 10000 mm/s"
        case .travel: "distance that the codes move to either side, 0 to 1000 mm"
        case .lux:
            "illuminance, 0 to 200000 lux; or over time: LUX@TIME or FROM..TO@TIME, separated by commas, with repeat at the "
                + "end to start again"
        case .lamp: "LUX@PERIOD: a lamp that is off, then on, for half of the period each"
        case .clouds: "share of the daylight that clouds take, 0 to 1; with @PERIOD, the time in which they come and go"
        case .shadows:
            "share of the light that somebody walking by takes, 0 to 1; with @PERIOD, the time from one to the next"
        case .flicker: "mains frequency of the lamp, 1 to 1000 Hz, or off"
        case .flickerDepth: "modulation of the lamp's light, 0 to 1"
        case .glare: "reflection of the lamp relative to white paper, 0 to 1000"
        case .glareRadius: "radius of the reflection, 0.1 to 1000 mm"
        case .torch: "luminous intensity of the camera's torch, 0 to 10000 candela"
        case .gloss: "reflection of the torch relative to white paper, 0 to 1000"
        case .focus: "auto; a distance of 70 to 100000 mm or infinity; fixed:DISTANCE for a fixed-focus lens"
        case .zoom: "digital zoom, 1 to 4"
        case .vignetting: "darker corners of the picture, on or off"
        case .noise: "shot and read noise, on or off"
        case .seed: "random seed, a whole number"
        case .frame: "frame size as WIDTHxHEIGHT, up to 8192x8192"
        case .fps: "frames per second, 1 to 240"
        case .formats:
            "plain for grey frames, webcam for YUYV and MJPG at the rates of USB 2, or loop for one second of MJPG, repeated"
        case .likeness:
            "a published camera whose controls and modes it has: a name, or a file with the output of v4l2-ctl"
        case .lies: "what that camera does beside what it tells: \(CameraLie.words), separated by commas"
        case .pace: "real for the camera's frame rate, or free for as fast as possible"
        case .stall: "no frames from frame N on; with N+COUNT, for COUNT frames"
        case .corrupt: "damaged frames from frame N on; with N+COUNT, for COUNT frames"
        case .unplug: "the camera is unplugged at frame N"
        case .busy: "another program uses the camera, on or off"
        case .controlStall: "the camera stops answering control requests at frame N"
        }
    }
}

// MARK: Values

extension SceneKey {
    func invalid(_ value: String) -> SceneError {
        SceneError(
            .invalidValue,
            "cannot use \(rawValue)=\(SceneError.quoted(value)) in the simulated scene: expected \(summary)")
    }

    func number(
        _ text: String, _ range: ClosedRange<Double>, unit: String = ""
    ) throws(SceneError) -> Double {
        var digits = text[...]
        if !unit.isEmpty, digits.hasSuffix(unit) { digits = digits.dropLast(unit.count) }
        guard let number = Double(digits), range.contains(number) else { throw invalid(text) }
        return number
    }

    /// `VALUE@PERIOD`; a period of 0.1 s to a day, with the given default.
    func periodic(
        _ text: String, _ range: ClosedRange<Double>, unit: String = "", period: Double?
    ) throws(SceneError) -> (value: Double, period: Double) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            guard let period else { throw invalid(text) }
            return (try number(text, range, unit: unit), period)
        }
        guard let span = SceneSpan.seconds(parts[1]), (0.1...86_400).contains(span) else { throw invalid(text) }
        return (try number(parts[0], range, unit: unit), span)
    }

    func flag(_ text: String) throws(SceneError) -> Bool {
        switch text {
        case "on", "yes", "true", "1": return true
        case "off", "no", "false", "0": return false
        default: throw invalid(text)
        }
    }

    func frameIndex(_ text: some StringProtocol, whole: String) throws(SceneError) -> Int {
        guard let index = Int(text), (0...1_000_000_000).contains(index) else { throw invalid(whole) }
        return index
    }

    /// `N` or `N+COUNT`.
    func frames(_ text: String) throws(SceneError) -> (first: Int, count: Int?) {
        let parts = text.split(separator: "+", omittingEmptySubsequences: false)
        guard parts.count <= 2 else { throw invalid(text) }
        let first = try frameIndex(parts[0], whole: text)
        guard parts.count == 2 else { return (first, nil) }
        return (first, try frameIndex(parts[1], whole: text))
    }
}
