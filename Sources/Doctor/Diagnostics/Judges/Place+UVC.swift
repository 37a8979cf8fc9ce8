// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// How the driver uvcvideo is told to treat cameras otherwise on this system.
extension Place {
    /// For now, and then at every start. The parameter takes the place of the driver's list, for all cameras here. What somebody has set in
    /// it stays set.
    ///
    /// - Parameters:
    ///   - title: what it does, without the quirk.
    ///   - subject: the camera. A driver that is a part of the kernel cannot be loaded again, and is bound to the camera again instead.
    func uvcQuirks(_ quirks: UVCQuirks, _ title: String, _ subject: StreamSubject) -> [Fix] {
        let value = uvcQuirks(with: quirks)
        if isGuest { return [Fix("\(title): on the host, by the parameter quirks=\(value) of its module uvcvideo")] }
        if subject.isUVCBuiltIn { return builtIn(value, title, subject) }
        return [
            Fix(
                "\(title) (quirk \(value), for all cameras)",
                commands: ["sudo modprobe -r uvcvideo", "sudo modprobe uvcvideo quirks=\(value)"], needsRoot: true,
                undo: unloading, isRunnable: false),
            lasting("If it works then, keep it so at every start", value),
        ]
    }

    /// The driver's own list again, for all cameras, in place of what was set.
    func withoutUVCQuirks(_ subject: StreamSubject) -> [Fix] {
        let (title, own) = ("Let the driver treat each camera as it needs it", "0xffffffff")
        if isGuest { return [Fix("\(title): on the host, by the parameter quirks=\(own) of its module uvcvideo")] }
        if subject.isUVCBuiltIn {
            let again = Self.rebinding(subject)
            return [
                Fix(
                    "\(title), and \(again == nil ? "plug the camera in again" : "bind it to the camera again")",
                    commands: [Self.writing(own)] + (again ?? []), needsRoot: true,
                    undo: (presentUVCQuirks.map { [Self.writing(Self.text($0))] } ?? []) + (again ?? []), isRunnable: false)
            ]
        }
        return [
            Fix(
                "\(title): load it without that value, and try again",
                commands: ["sudo modprobe -r uvcvideo", "sudo modprobe uvcvideo quirks=\(own)"], needsRoot: true, undo: unloading, isRunnable: false)
        ]
    }

    /// A value of the parameter that has these bits, and those that are set now.
    func uvcQuirks(with quirks: UVCQuirks) -> String { Self.text(quirks.rawValue | (presentUVCQuirks ?? 0)) }

    /// Loads uvcvideo with the value that the parameter has now.
    var unloading: [String] {
        ["sudo modprobe -r uvcvideo", "sudo modprobe uvcvideo" + (presentUVCQuirks.map { " quirks=\(Self.text($0))" } ?? "")]
    }

    static func text(_ quirks: UInt32) -> String { "0x" + String(quirks, radix: 16) }

    private static func writing(_ value: String) -> String { "echo \(value) | sudo tee /sys/module/uvcvideo/parameters/quirks" }

    /// Lets the driver take the camera once more; `nil` if its interface is not known.
    private static func rebinding(_ subject: StreamSubject) -> [String]? {
        (subject.uvcInterface.map(Words.shell)).map { name in
            ["unbind", "bind"].map { "echo \(name) | sudo tee /sys/bus/usb/drivers/uvcvideo/\($0)" }
        }
    }

    /// The driver looks at the parameter when it takes a camera.
    private func builtIn(_ value: String, _ title: String, _ subject: StreamSubject) -> [Fix] {
        let old = presentUVCQuirks.map(Self.text)
        let again = Self.rebinding(subject)
        let lasting = "uvcvideo.quirks=\(value) on the kernel's command line" + (old.map { ", in place of \($0) if that has it" } ?? "")
        if again == nil, subject.attachment == .inside { return [Fix("\(title) (for all cameras): \(lasting), and restart")] }
        return [
            Fix(
                "\(title) (quirk \(value), for all cameras), and \(again == nil ? "plug the camera in again" : "bind it to the camera again")",
                commands: [Self.writing(value)] + (again ?? []), needsRoot: true,
                undo: [Self.writing(old ?? "0xffffffff")] + (again ?? []), isRunnable: false),
            Fix("If it works then, keep it so: \(lasting)"),
        ]
    }

    /// The parameter at every start. See: `man 5 modprobe.d`.
    private func lasting(_ title: String, _ value: String) -> Fix {
        let line = "options uvcvideo quirks=\(value)"
        let old = presentUVCQuirks.map { "quirks=\(Self.text($0)) (\($0))" }
        switch platform.packages {
        case .nix:
            return Fix(
                "\(title): boot.extraModprobeConfig = \"\(line)\"; in the system's configuration"
                    + (old.map { ", in place of what sets \($0) there" } ?? ""), commands: [Self.nixRebuild], needsRoot: true,
                isRunnable: false)
        case .guix, .openwrt:
            return Fix(
                "\(title): the line `\(line)` where this system has the options of its modules"
                    + (old.map { ", in place of what sets \($0) there" } ?? ""))
        default:
            let file = "/etc/modprobe.d/candela-uvcvideo.conf"
            guard let old else {
                return Fix(title, commands: ["echo '\(line)' | sudo tee \(file)"], needsRoot: true, undo: ["sudo rm \(file)"], isRunnable: false)
            }
            // Of two lines the one counts whose file's name comes last.
            return Fix(
                "\(title): write quirks=\(value) where \(old) is set now, which this shows; if nothing is shown, somebody set it by hand, and the line `\(line)` belongs into \(file)",
                commands: ["grep -rs uvcvideo /etc/modprobe.d /run/modprobe.d /usr/lib/modprobe.d /lib/modprobe.d /proc/cmdline"], isRunnable: false)
        }
    }
}
