// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import UserSession

/// A light that is switched by writing a level to a file: of the LED class, or of a similar vendor class.
final class LEDLamp: TorchLamp {
    let source: TorchSource
    private let tree: SystemFiles
    private let level: String
    private let faults: String?
    private let scale: LightScale

    init(_ source: TorchSource, tree: SystemFiles) throws(TorchError) {
        self.source = source
        self.tree = tree
        let maximum: String
        switch source.place {
        case .led(let folder):
            level = folder + "/brightness"
            maximum = folder + "/max_brightness"
            faults = folder + "/flash_fault"
        case .vendor(let file, let limit):
            level = file
            maximum = limit
            faults = nil
        default: preconditionFailure("the source is switched by a file")
        }
        guard let most = Int64(try Self.read(maximum, tree, source)), most > 0 else {
            throw TorchError(.unsupported, "cannot use \(source.name): \(maximum) does not contain a number above 0")
        }
        scale = LightScale(minimum: 1, maximum: most, unit: most == 1 ? .onOff : .steps)
    }

    func state() throws(TorchError) -> TorchState {
        let text = try Self.read(level, tree, source)
        guard let value = Int64(text) else {
            throw TorchError(.failed, "cannot read \(level): \"\(text)\" is not a level")
        }
        // Only flashes have the file.
        let words = faults.flatMap { tree.line($0) } ?? ""
        return TorchState(
            percent: scale.percent(level: value), level: value > 0 ? scale.text(level: value) : nil,
            faults: FlashFaults.names(text: words))
    }

    func set(percent: Int) throws(TorchError) -> TorchState {
        let value = percent <= 0 ? 0 : scale.level(percent: percent)
        do throws(SystemFiles.Failure) {
            try tree.write(String(value), to: level)
        } catch {
            throw failure("switch", error)
        }
        return try state()
    }

    private static func read(_ path: String, _ tree: SystemFiles, _ source: TorchSource) throws(TorchError) -> String {
        do throws(SystemFiles.Failure) {
            return try tree.readLine(path)
        } catch {
            throw TorchError(
                error.number == ENOENT || error.number == ENODEV ? .gone : .failed,
                "cannot read \(path): \(error.text)")
        }
    }

    // See: led-class.c, brightness_store: EBUSY while led_sysfs_is_disabled.
    private func failure(_ verb: String, _ error: SystemFiles.Failure) -> TorchError {
        switch error.number {
        case EACCES, EPERM:
            TorchError(
                .notPermitted,
                "cannot \(verb) \(source.name): you have no write permission for \(level) "
                    + "(\(error.number == EPERM ? "EPERM" : "EACCES")); "
                    + "run `sudo candela udev install --torch`, and add yourself to group video")
        case EROFS:
            TorchError(
                .notPermitted, "cannot \(verb) \(source.name): \(level) is read-only here, as in containers (EROFS)")
        case EBUSY:
            TorchError(
                .busy,
                "cannot \(verb) \(source.name): another program has opened the V4L2 flash sub-device of this light (EBUSY); "
                    + "close that program, or select the sub-device with --torch-source")
        case ENOENT, ENODEV:
            TorchError(.gone, "cannot \(verb) \(source.name): \(level) is gone; run `candela torch list`")
        default: TorchError(.failed, "cannot \(verb) \(source.name): writing \(level) failed: \(error.text)")
        }
    }
}
