// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What a governor learned of a camera while it ran, for the next start: in which lights codes were read, and with which
/// settings.
package struct LearnedLight: Hashable, Sendable {
    /// A light in which codes were read.
    package struct Light: Hashable, Sendable {
        /// As `LightGovernor.light`.
        package var light: Double
        /// With which the last code was read.
        package var setting: LightSetting
        /// The frames that were read; older ones count less.
        package var reads: Int

        package init(light: Double, setting: LightSetting, reads: Int) {
            (self.light, self.setting, self.reads) = (light, setting, reads)
        }
    }

    /// What exposure and gain do; `nil` if a calibration measured it, or if nothing was learned of it.
    package var response: LightResponse?
    /// The light at the end.
    package var last: Double?
    /// From dark to bright, one a stop.
    package private(set) var lights: [Light] = []

    /// Seconds for which the light at the end is the one to expect.
    package static let validSeconds = 120.0
    /// The most lights: more stops than a camera can tell apart.
    package static let most = 40
    /// Once a light has this many reads, all lights count half.
    private static let manyReads = 100_000
    /// A light is the same one within this many stops.
    private static let near = 0.7

    package init() {}

    /// Takes a frame in which a code was read.
    package mutating func add(_ light: Double, _ setting: LightSetting) {
        add(Light(light: light, setting: setting, reads: 1))
    }

    /// Takes the reads in a light.
    package mutating func add(_ read: Light) {
        guard read.light.isFinite, abs(read.light) < 100, read.reads > 0 else { return }
        let stop = read.light.rounded(.down)
        guard let index = lights.firstIndex(where: { $0.light.rounded(.down) >= stop }),
            lights[index].light.rounded(.down) == stop
        else {
            lights.append(
                Light(light: read.light, setting: read.setting, reads: min(Self.manyReads, read.reads)))
            lights.sort { $0.light < $1.light }
            if lights.count > Self.most, let least = lights.indices.min(by: { lights[$0].reads < lights[$1].reads }) {
                lights.remove(at: least)
            }
            return
        }
        let reads = min(Self.manyReads, lights[index].reads + min(Self.manyReads, read.reads))
        lights[index] = Light(light: read.light, setting: read.setting, reads: reads)
        guard reads >= Self.manyReads else { return }
        for index in lights.indices { lights[index].reads = (lights[index].reads + 1) / 2 }
    }

    /// The nearest light in which codes were read; `nil` if none is near.
    func nearest(to light: Double) -> Light? {
        lights.filter { abs($0.light - light) <= Self.near }.min { abs($0.light - light) < abs($1.light - light) }
    }

    /// The lights that are likeliest next: the last one, then those with the most reads.
    var likely: [Double] {
        let others = lights.sorted { $0.reads > $1.reads }.map(\.light)
        return (last.map { [$0] } ?? []) + others.filter { light in last.map { abs($0 - light) >= 1 } ?? true }
    }
}
