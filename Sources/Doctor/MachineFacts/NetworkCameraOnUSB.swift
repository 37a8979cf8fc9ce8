// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// A camera that is a network card on USB: GoPro's from the HERO8 on, in their usual mode (GoPro Connect). They send a picture over that
/// network to a program that asks for it, and have no video interface.
package struct NetworkCameraOnUSB: Codable, Hashable, Sendable {
    /// Its name in sysfs: `2-4`.
    package var name: String
    /// Raw: `HERO9`.
    package var title: String?
    package var identifier: String
    /// The network device that the kernel has made of it: `usb0`; `nil` without one, and where its name is an address of the camera's own
    /// (`enx065747b12c51`), which evidence is not to hold.
    package var link: String?

    package init(name: String, title: String?, identifier: String) {
        self.name = name
        self.title = title
        self.identifier = identifier
    }

    static func find(_ files: SystemFiles) -> NetworkCameraOnUSB? {
        let folder = "/sys/bus/usb/devices"
        let names = files.names(folder) ?? []
        for name in names where !name.contains(":") && files.line("\(folder)/\(name)/idVendor") == CameraName.goPro {
            let interfaces = names.filter { $0.hasPrefix(name + ":") }
            let classes = interfaces.map { files.line("\(folder)/\($0)/bInterfaceClass") }
            // The class of communication devices: here ECM or NCM.
            guard classes.contains("02"), !classes.contains("0e") else { continue }
            var camera = NetworkCameraOnUSB(
                name: name, title: files.line("\(folder)/\(name)/product").flatMap { $0.isEmpty ? nil : $0 },
                identifier: "\(CameraName.goPro):\(files.line("\(folder)/\(name)/idProduct") ?? "????")")
            camera.link = interfaces.lazy.compactMap { files.names("\(folder)/\($0)/net")?.first }.first.flatMap { $0.hasPrefix("enx") ? nil : $0 }
            return camera
        }
        return nil
    }
}
