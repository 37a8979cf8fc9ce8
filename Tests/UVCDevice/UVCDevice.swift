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
            unsafe fputs("\(error)\n", stderr)
            exit(2)
        }
    }
}
