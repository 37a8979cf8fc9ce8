// SPDX-License-Identifier: Apache-2.0

package import UserSession

/// Finds the cameras that a command line names.
enum DevicesInCommand {
    /// The devices, each once, in their order; at most four.
    ///
    /// - Parameter command: words separated by spaces; quotes may stand round them.
    static func find(in command: String) -> [String] {
        var found: [String] = []
        var rest = command[...]
        while let start = rest.firstRange(of: "/dev/"), found.count < 4 {
            // Not the end of another path; but of an address, as in v4l2:///dev/video0.
            let before = command[..<start.lowerBound]
            let isWhole = before.last.map { $0.isSeparator || "=:".contains($0) } != false || before.hasSuffix("://")
            var path = rest[start.lowerBound...].prefix { !$0.isSeparator }
            rest = rest[path.endIndex...]
            guard isWhole else { continue }
            // As in --device=/dev/video0:/dev/video0:rw.
            if let second = path.firstRange(of: ":/") { path = path[..<second.lowerBound] }
            if let colon = path.lastIndex(of: ":"), path[colon...].dropFirst().allSatisfy({ "rwm".contains($0) }) {
                path = path[..<colon]
            }
            // Options of VLC's addresses: /dev/video0:chroma=mjpg:width=1280.
            if let option = path.split(separator: ":").dropFirst().first(where: { $0.contains("=") }) {
                path = path[..<path.index(before: option.startIndex)]
            }
            // What a shell, systemd or the program itself puts something else for.
            if isCamera(path), !path.contains(where: { "\\${}*?[%=".contains($0) }), !found.contains(String(path)) { found.append(String(path)) }
        }
        return found
    }

    /// The program and the option that names the device. The rest of the command line may hold passwords.
    static func excerpt(_ command: String, _ path: String) -> String {
        let words = command.split { " \"'".contains($0) }
        let program = words.first.map { $0.split(separator: "/").last ?? $0 } ?? ""
        let index = words.firstIndex { $0.contains(path) } ?? 0
        let before = index > 1 ? String(words[index - 1]) : ""
        let option = options.contains(before) ? before + " " : ""
        return "\(program) … \(option)\(path)"
    }

    private static let options: Set = [
        "-d", "-i", "-c", "-v", "--device", "--camera", "--input", "--video", "--video-device",
    ]

    /// The kernel's and udev's names of video nodes, and names that people give to cameras, such as `/dev/webcam`.
    private static func isCamera(_ path: Substring) -> Bool {
        let name = path.dropFirst("/dev/".utf8.count)
        if name.hasPrefix("video") {
            return name.utf8.count > 5 && name.dropFirst(5).allSatisfy(\.isNumber)
        }
        if name.hasPrefix("v4l/") { return name.split(separator: "/").count == 3 }
        return !name.contains("/") && ["cam", "video", "v4l"].contains { name.lowercased().contains($0) }
    }
}

extension CameraClientRecord {
    /// Notes the devices that its command names, and where they lead, and the format that it asks for.
    ///
    /// - Parameter root: where its process finds its files: `/proc/PID/root`.
    package mutating func note(command: String, files: SystemFiles, root: String = "") {
        let devices = DevicesInCommand.find(in: command).compactMap { path -> NamedDevice? in
            var device = NamedDevice(path: path, target: nil, command: DevicesInCommand.excerpt(command, path))
            if files.exists(root + path) {
                // In a /dev of its own, the name may be that of another device, which this machine's nodes do not tell.
                guard root.isEmpty || files.device(path).map({ $0.number == files.device(root + path)?.number }) == true
                else { return nil }
                device.target = files.resolved(path)
                return device
            }
            // A folder that may not be read hides what is in it. Where only this process lacks the node, its sandbox is the cause.
            return files.isMissing(root + path) && (root.isEmpty || files.isMissing(path)) ? device : nil
        }
        namedDevices = devices.isEmpty ? nil : devices
        wantedFormat = FormatInCommand.find(in: command)
        if root.isEmpty { pinPort = PinPort.find(in: command, files) }
        // libcamera's names are paths of the device tree, with the address of the sensor's bus.
        let words = command.split { $0.isSeparator || $0 == "=" }.map { String($0).replacing("\\", with: "") }
        namedSensor = words.first { $0.hasPrefix("/base/") && $0.contains("i2c@") && $0.utf8.count < 200 }
        insecurePage = insecurePage ?? InsecurePage.find(in: command.split { " \"'".contains($0) }.map(String.init))
    }
}

extension Character {
    /// Whether it ends a path in a command line.
    fileprivate var isSeparator: Bool { isWhitespace || "\"',;|!()<>".contains(self) }
}
