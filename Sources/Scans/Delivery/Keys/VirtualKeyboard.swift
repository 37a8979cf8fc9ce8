// SPDX-License-Identifier: Apache-2.0

internal import CUinput
import Glibc

/// A keyboard that the kernel makes for us, through /dev/uinput. It is unplugged when this is released.
package final class VirtualKeyboard: KeyDevice {
    package static let path = "/dev/uinput"

    private let file: CInt
    private var wasCapsLocked = false
    private var lastPress: ContinuousClock.Instant?

    /// Checks that the device can be opened, without making a keyboard.
    package static func check() throws(KeyDeviceError) { close(try open()) }

    /// Makes the keyboard and waits a moment: keys typed before the session notices a new keyboard are lost.
    package init(settling: Duration = .milliseconds(700)) throws(KeyDeviceError) {
        file = try Self.open()
        let failure = unsafe KeyLayout.allKeys.withUnsafeBufferPointer {
            unsafe candela_uinput_create(file, "Candela barcode scanner", $0.baseAddress!, $0.count)
        }
        guard failure == 0 else {
            close(file)
            throw KeyDeviceError(
                "cannot make a keyboard with \(Self.path): \(unsafe String(cString: strerror(failure)))")
        }
        usleep(UInt32(clamping: Int(settling / .microseconds(1))))
    }

    /// What a desktop has not read when the device goes is lost (`evdev_read` gives ENODEV at once): the last key, on a busy machine.
    private static let reading = Duration.milliseconds(300)

    deinit {
        if let lastPress {
            let rest = Self.reading - lastPress.duration(to: .now)
            if rest > .zero { usleep(UInt32(clamping: Int(rest / .microseconds(1)))) }
        }
        candela_uinput_destroy(file)
        close(file)
    }

    package var isCapsLocked: Bool {
        wasCapsLocked = candela_uinput_caps_lock(file, wasCapsLocked ? 1 : 0) != 0
        return wasCapsLocked
    }

    package func press(_ press: KeyPress) throws(KeyDeviceError) {
        let failure = candela_uinput_key(file, press.key, press.isDown ? 1 : 0)
        guard failure == 0 else {
            throw KeyDeviceError("cannot type with \(Self.path): \(unsafe String(cString: strerror(failure)))")
        }
        lastPress = .now
    }

    private static func open() throws(KeyDeviceError) -> CInt {
        let file = unsafe Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            switch errno {
            case ENOENT, ENODEV:
                throw KeyDeviceError(
                    "cannot type: \(path) does not exist, because the kernel module uinput is not loaded; "
                        + "load it: sudo modprobe uinput", isPermission: true)
            case EACCES, EPERM:
                throw KeyDeviceError(
                    "cannot type: this user has no permission to open \(path); to grant it until the next restart: "
                        + "sudo setfacl -m u:$USER:rw \(path). A user with this permission can type into every window",
                    isPermission: true)
            default: throw KeyDeviceError("cannot type: \(path): \(unsafe String(cString: strerror(errno)))")
            }
        }
        return file
    }
}
