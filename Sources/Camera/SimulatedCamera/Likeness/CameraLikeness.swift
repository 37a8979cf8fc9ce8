// SPDX-License-Identifier: Apache-2.0

package import CameraControls
package import CameraListings
package import Frames

/// A published camera that the simulated one is like: its controls, modes and faults.
package struct CameraLikeness: Hashable, Sendable {
    package var listing: CameraListing
    /// What the firmware does beside what it tells.
    package var lies: Set<CameraLie>
    /// What is known about the model.
    package let quirks: CameraQuirks?

    package init(_ listing: CameraListing, lies: Set<CameraLie> = []) {
        self.listing = listing
        self.lies = lies
        quirks = CameraQuirks.of(
            model: listing.usbID, name: listing.nodes.lazy.compactMap(\.card).first ?? listing.fact("device"))
        if quirks?.exposures.isEmpty == false { self.lies.insert(.grid) }
        if quirks?.losesSettings == true { self.lies.insert(.forgets) }
        if quirks?.startsOnce == true { self.lies.insert(.hangs) }
        for control in listing.controls where control.failure != nil {
            self.lies.insert(.fails(control.description.id))
        }
    }

    package var name: String { listing.name }

    /// Its controls, as a driver lists them; of menus whose items were not published nobody knows what they accept.
    var controls: [CameraListing.Control] {
        listing.controls.filter { control in
            let kind = control.description.kind
            guard kind == .menu || kind == .integerMenu else { return true }
            return !control.description.menu.isEmpty
        }
    }

    /// Its modes that can be drawn, or those of a webcam if none were published.
    package func modes(fastest: FrameInterval) -> [SimulatedMode] {
        var modes: [SimulatedMode] = []
        for format in listing.nodes.first(where: { $0.formats.contains(where: Self.isDrawable) })?.formats ?? []
        where Self.isDrawable(format) {
            var sizes = format.sizes
            if let range = format.range {
                let usual = [(640, 480), (1280, 720), (1920, 1080)].map { FrameSize(width: $0.0, height: $0.1) }
                sizes += usual.filter { $0.width <= range.maximum.width && $0.height <= range.maximum.height }
                    .map { .init(size: $0) }
            }
            for size in sizes where (16...4096).contains(size.size.width) && (16...4096).contains(size.size.height) {
                let rate = size.rates.max() ?? 1 / max(1e-3, fastest.duration.milliseconds / 1000)
                guard
                    let interval = FrameInterval(
                        numerator: 1000, denominator: UInt32((min(rate, 240) * 1000).rounded()))
                else { continue }
                let mode = SimulatedMode(fourCC: format.fourCC, size: size.size, interval: interval)
                if !modes.contains(mode) { modes.append(mode) }
            }
        }
        return modes.isEmpty ? SimulatedMode.webcam(fastest: fastest) : modes
    }

    private static func isDrawable(_ format: CameraListing.Format) -> Bool {
        switch PixelFormat(format.fourCC) {
        case .readable, .compressed: !format.sizes.isEmpty || format.range != nil
        default: false
        }
    }
}

/// What cameras do that they do not tell.
package enum CameraLie: Hashable, Sendable {
    /// Exposure times other than 1 s divided by powers of two are the longest one.
    case grid
    /// Reading back gives what was written, whatever the camera did, as uvcvideo's cache does.
    case echo
    /// Settings are lost when a stream starts.
    case forgets
    /// The second stream gives no frame.
    case hangs
    /// Focus moves although automatic focus is off.
    case drifts
    /// Automatic exposure goes on although it is off.
    case deaf
    /// The zoom stands in the middle of its range.
    case zoomed
    /// A control answers EIO.
    case fails(ControlID)

    /// As in `lies=grid,echo,fails:0x009a0902`.
    init?(_ text: Substring) {
        switch text {
        case "grid": self = .grid
        case "echo": self = .echo
        case "forgets": self = .forgets
        case "hangs": self = .hangs
        case "drifts": self = .drifts
        case "deaf": self = .deaf
        case "zoomed": self = .zoomed
        case _ where text.hasPrefix("fails:0x"):
            guard let number = UInt32(text.dropFirst(8), radix: 16) else { return nil }
            self = .fails(ControlID(rawValue: number))
        default: return nil
        }
    }

    static let words = "grid, echo, forgets, hangs, drifts, deaf, zoomed, fails:0xNUMBER"
}
