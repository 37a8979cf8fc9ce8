// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes

/// The named scenes.
package enum ScenePreset: String, Hashable, Sendable, CaseIterable {
    case bench, dim, dark, far, blurred, glare, flicker, inverted
    case twoCodes = "two-codes"
    case empty

    /// One line: what the scene shows and what helps.
    package var summary: String {
        switch self {
        case .bench: "a QR code on a label, 20 cm away, in office light"
        case .dim:
            "the same in 3 lux: slow, noisy frames, some readable; a longer exposure or the torch helps"
        case .dark: "the same in 0.05 lux: readable only with the torch"
        case .far: "the same 90 cm away: less than a pixel per module, readable with zoom"
        case .blurred: "the same with automatic focus off and the lens focused at its nearest distance, 7 cm"
        case .glare: "the same with the reflection of a lamp on the label: tilt the label"
        case .flicker: "the same under a strongly flickering 50 Hz lamp, with the camera set to 60 Hz: dark bands"
        case .inverted: "a QR code printed light on dark"
        case .twoCodes: "a QR code and an EAN-13 beside each other"
        case .empty: "a table without a code"
        }
    }

    /// The scene; throws if libzint is missing.
    package func scene() throws(SceneError) -> SimulatedScene {
        var scene = SimulatedScene()
        if self != .empty { scene.codes = [try SceneCode("CANDELA", as: .qr)] }
        switch self {
        case .bench, .empty: break
        case .dim: scene.illuminance = 3
        case .dark: scene.illuminance = 0.05
        case .far: scene.distance = 900
        case .blurred: scene.focus = .manual(Lens.nearestFocus)
        case .glare: scene.glare = 6
        case .flicker:
            scene.illuminance = 1200
            scene.flicker = Flicker(mainsFrequency: 50, depth: 0.9)
        case .inverted: scene.codes[0].isInverted = true
        case .twoCodes:
            scene.codes.append(try SceneCode("4006381333931", as: .ean13, module: 0.9))
            scene.arrangeCodes()
            scene.distance = 250
        }
        return scene
    }
}

extension SimulatedScene {
    /// Places the labels side by side, one centimetre apart, with the row centred on the axis.
    package mutating func arrangeCodes() {
        let gap = 10.0
        let widths = codes.map(\.labelWidth)
        var left = -(widths.reduce(0, +) + gap * Double(max(0, codes.count - 1))) / 2
        for (index, width) in widths.enumerated() {
            // The label's centre is the symbol's only if both margins are equal.
            codes[index].x =
                left + codes[index].margin.left * codes[index].module
                + codes[index].symbol.width * codes[index].module / 2
            codes[index].y = 0
            left += width + gap
        }
    }
}
