// SPDX-License-Identifier: Apache-2.0

internal import CameraControls

extension TorchSource {
    /// The light as words for a note; `init(words:)` reads them back.
    package var words: [String] {
        switch place {
        case .subdevice(let path, let led): ["subdevice", name, path, led ?? ""]
        case .led(let folder): ["led", name, folder]
        case .vendor(let level, let maximum): ["vendor", name, level, maximum]
        case .illuminator(let id): ["illuminator", name, String(id.rawValue)]
        case .command(let template): ["command", name] + template.words
        }
    }

    /// `nil` for invalid words, or a light that may not be switched: the words come from a file, which can be changed.
    package init?(words: [String]) {
        guard words.count > 2 else { return nil }
        let rest = Array(words.dropFirst(2))
        let place: Place
        switch (words[0], rest.count) {
        case ("subdevice", 2):
            guard Self.isName(rest[0], in: "/dev/v4l-subdev"), rest[1].isEmpty || Self.isTorchLED(rest[1]) else {
                return nil
            }
            place = .subdevice(path: rest[0], led: rest[1].isEmpty ? nil : rest[1])
        case ("led", 1):
            guard Self.isTorchLED(rest[0]) else { return nil }
            place = .led(folder: rest[0])
        case ("vendor", 2):
            let folder = "/sys/class/flashlight/"
            guard rest.allSatisfy({ $0.hasPrefix(folder) && !$0.contains("/..") }),
                rest[0].hasSuffix("/torch_brightness"),
                rest[1].hasSuffix("/torch_max_brightness")
            else { return nil }
            place = .vendor(level: rest[0], maximum: rest[1])
        case ("illuminator", 1):
            guard let number = UInt32(rest[0]) else { return nil }
            let id = ControlID(rawValue: number)
            guard id == .illuminator1 || id == .illuminator2 else { return nil }
            place = .illuminator(id)
        case ("command", _):
            guard let template = CommandTemplate(words: rest) else { return nil }
            place = .command(template)
        default: return nil
        }
        self.init(name: words[1], place: place, belonging: .named, isPermitted: true)
    }

    private static func isTorchLED(_ folder: String) -> Bool {
        let parent = "/sys/class/leds/"
        return isName(folder, in: parent) && LightName(String(folder.dropFirst(parent.count))) == .torch
    }

    private static func isName(_ path: String, in parent: String) -> Bool {
        path.hasPrefix(parent) && path.count > parent.count && !path.dropFirst(parent.count).contains("/")
    }
}
