// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import NetworkCameras

/// Passwords in the addresses of cameras, which every user of the machine could read in the list of processes.
enum CommandLineSecrets {
    /// Overwrites them there. What the program itself reads stays, since it has its own copy by now.
    static func hide() {
        for (index, text) in CommandLine.arguments.enumerated().dropFirst() {
            let secrets = NetworkAddress.secrets(in: text)
            guard !secrets.isEmpty, let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
            for place in secrets.joined() { unsafe argument[place] = CChar(UInt8(ascii: "x")) }
        }
    }
}
