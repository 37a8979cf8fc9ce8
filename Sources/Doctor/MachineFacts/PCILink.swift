// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// The link between a PCI Express card and the port it is in, and what the card itself is made for.
package struct PCILink: Codable, Hashable, Sendable {
    /// In GT/s of each lane: 2.5, 5, 8, 16.
    package var speed: Double
    /// The number of lanes.
    package var width: Int
    package var mostSpeed: Double
    package var mostWidth: Int

    /// What it carries, in Mb/s, without the headers of its packets. Source: PCI Express Base Specification: 8b/10b coding up to 5 GT/s,
    /// 128b/130b beyond.
    package var megabits: Double { 1000 * speed * Double(width) * (speed > 5 ? 128.0 / 130 : 0.8) }
    /// The same for the link that the card is made for.
    package var mostMegabits: Double { Self(speed: mostSpeed, width: mostWidth, mostSpeed: mostSpeed, mostWidth: mostWidth).megabits }

    package init(speed: Double, width: Int, mostSpeed: Double, mostWidth: Int) {
        self.speed = speed
        self.width = width
        self.mostSpeed = mostSpeed
        self.mostWidth = mostWidth
    }
}

extension PCILink {
    /// Reads it from the device's folder in sysfs; `nil` for what is no PCI Express card. Source: the kernel's ABI documentation,
    /// sysfs-bus-pci.
    init?(_ device: String, _ files: SystemFiles) {
        func number(_ name: String) -> Double? {
            files.line("\(device)/\(name)")?.split(separator: " ").first.flatMap { Double($0) }.flatMap { (0.1...1000).contains($0) ? $0 : nil }
        }
        guard let speed = number("current_link_speed"), let width = number("current_link_width"), let mostSpeed = number("max_link_speed"),
            let mostWidth = number("max_link_width")
        else { return nil }
        self.init(speed: speed, width: Int(width), mostSpeed: mostSpeed, mostWidth: Int(mostWidth))
    }
}
