// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A webcam for the kernel's own uvcvideo driver, without hardware. See `Options.usage`.
@main
struct UVCDevice {
    static func main() {
        do {
            let arguments = CommandLine.arguments.dropFirst()
            guard arguments.first != "--help" else { return print(Options.usage) }
            var device = try Device(options: Options(arguments))
            try device.run()
        } catch {
            let message = Array("\(error)\n".utf8)
            _ = unsafe message.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
            exit(2)
        }
    }
}
