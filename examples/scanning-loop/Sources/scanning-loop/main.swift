// SPDX-License-Identifier: Apache-2.0

// Prints each code that is shown to the camera: scanning-loop [CAMERA]

import Candela
import Glibc

let name = CommandLine.arguments.dropFirst().first
let camera = if let name { try Camera.named(name) } else { Camera.best }

for try await scan in camera.scans() {
    print(scan.symbology, scan.visibleText, scan.corners?.description ?? "", separator: "\t")
    // A pipe gets each line at once.
    fflush(nil)
}
