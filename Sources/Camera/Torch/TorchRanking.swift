// SPDX-License-Identifier: Apache-2.0

internal import CameraControls

/// Judges the facts: which lights are torches, which camera each belongs to, and their order.
package enum TorchRanking {
    package static func survey(_ facts: TorchFacts) -> TorchSurvey {
        var survey = TorchSurvey(gaps: facts.gaps)
        if let command = facts.command {
            survey.sources.append(
                TorchSource(name: "command", place: .command(command), belonging: .named, isPermitted: true))
        }
        survey.sources += illuminators(facts)
        if !facts.isSimulated { survey.sources += lights(facts) }
        survey.sources.sort { rank($0) < rank($1) }
        survey.refused = refusals(facts)
        return survey
    }

    /// The sort key, lower first: what the user named; what belongs to the camera, before what only may belong; within
    /// those, what the user may switch; then the more direct way.
    private static func rank(_ source: TorchSource) -> [Int] {
        let belonging =
            switch source.belonging {
            case .named: 0
            case .ownControl, .linked, .sameGraph, .sameDevice, .sameLight: 1
            case .onlyOne: 2
            case .unknown: 3
            }
        let kind = TorchSource.Kind.allCases.firstIndex(of: source.kind) ?? 0
        return [belonging, source.isPermitted ? 0 : 1, kind]
    }

    // MARK: Lights of the machine

    /// One lamp with every way to switch it.
    private struct Lamp {
        var flash: TorchFacts.Flash?
        var led: TorchFacts.LED?
        var vendor: TorchFacts.Vendor?

        var devices: [String] { [flash?.device, led?.device, vendor?.device].compactMap { $0 } }
    }

    private static func lights(_ facts: TorchFacts) -> [TorchSource] {
        let lamps = lamps(facts)
        let related = lamps.map { relation($0, facts) }
        let strangers = related.count { $0 == nil }
        return zip(lamps, related).flatMap { lamp, relation in
            // An unrelated light counts only if it is the only one: nothing else tells whose it is.
            let belonging = relation ?? (strangers == 1 && lamps.count == 1 ? .onlyOne : .unknown)
            return sources(lamp, belonging)
        }
    }

    /// Groups sub-devices and LEDs of one light: the kernel's v4l2-flash-led-class gives both the same name or the same
    /// device.
    private static func lamps(_ facts: TorchFacts) -> [Lamp] {
        var leds = facts.leds.filter { LightName($0.name) == .torch }
        var lamps: [Lamp] = []
        for flash in facts.flashes {
            let others = facts.flashes.count { $0.device == flash.device }
            let match =
                leds.firstIndex { $0.name == flash.name }
                ?? leds.firstIndex { led in
                    guard let device = flash.device, others == 1 else { return false }
                    return led.device == device && leds.count { $0.device == device } == 1
                }
            lamps.append(Lamp(flash: flash, led: match.map { leds.remove(at: $0) }))
        }
        lamps += leds.map { Lamp(led: $0) }
        lamps += facts.vendors.map { Lamp(vendor: $0) }
        return lamps
    }

    private static func relation(_ lamp: Lamp, _ facts: TorchFacts) -> TorchSource.Belonging? {
        if let graph = lamp.flash?.inGraph {
            return graph.isLinked ? .linked(graph: graph.graph) : .sameGraph(graph.graph)
        }
        guard let camera = facts.cameraDevice else { return nil }
        return lamp.devices.contains { isSame($0, camera) } ? .sameDevice : nil
    }

    /// Whether a light belongs to the camera's device or to a child of it, such as another interface of the USB device.
    private static func isSame(_ light: String, _ camera: String) -> Bool {
        light == camera || light.hasPrefix(camera + "/")
    }

    private static func sources(_ lamp: Lamp, _ belonging: TorchSource.Belonging) -> [TorchSource] {
        var sources: [TorchSource] = []
        if let flash = lamp.flash {
            sources.append(
                TorchSource(
                    name: flash.path, place: .subdevice(path: flash.path, led: lamp.led?.folder), belonging: belonging,
                    isPermitted: flash.isPermitted))
        }
        if let led = lamp.led {
            // As certain as the sub-device.
            let same: TorchSource.Belonging? = belonging.isKnown ? lamp.flash.map { .sameLight($0.path) } : nil
            sources.append(
                TorchSource(
                    name: led.name, place: .led(folder: led.folder), belonging: same ?? belonging,
                    isPermitted: led.isWritable))
        }
        if let vendor = lamp.vendor {
            sources.append(
                TorchSource(
                    name: vendor.name, place: .vendor(level: vendor.level, maximum: vendor.maximum),
                    belonging: belonging, isPermitted: vendor.isWritable))
        }
        return sources
    }

    // MARK: Controls

    private static func illuminators(_ facts: TorchFacts) -> [TorchSource] {
        facts.controls.filter { isLamp($0) }.map { control in
            TorchSource(
                name: control.key.isEmpty ? control.id.description : control.key, place: .illuminator(control.id),
                belonging: .ownControl, isPermitted: true)
        }
    }

    private static func isLamp(_ control: ControlDescription) -> Bool {
        [.illuminator1, .illuminator2].contains(control.id) && control.kind.isNumeric
            && !control.flags.contains(.disabled) && !control.flags.contains(.readOnly) && control.maximum > 0
    }

    // MARK: Refusals

    private static func refusals(_ facts: TorchFacts) -> [NotATorch] {
        let leds = facts.leds.filter { LightName($0.name) == .privacy }.map {
            NotATorch(name: $0.name, reason: "it shows people that they are being filmed")
        }
        // A dynamic control of older webcam tools, and of the extension unit behind it.
        let activity = facts.controls.filter { $0.isPersonal && $0.id != .privacy }.map {
            NotATorch(
                name: $0.key, reason: "it is the camera's activity light, which shows people that they are being filmed"
            )
        }
        return leds + activity
    }
}

extension [Int] {
    fileprivate static func < (left: Self, right: Self) -> Bool { left.lexicographicallyPrecedes(right) }
}
