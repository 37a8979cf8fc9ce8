// SPDX-License-Identifier: Apache-2.0

// Lists the cameras of the machine with their controls, or of one camera: list-cameras [CAMERA | --watch]

import Candela
import Glibc

let argument = CommandLine.arguments.dropFirst().first
if argument == "--watch" {
    for try await change in Camera.changes {
        switch change {
        case .present(let camera): print("present", camera, camera.title)
        case .appeared(let camera): print("plugged in", camera, camera.title)
        case .disappeared(let camera): print("unplugged", camera, camera.title)
        case .changed(let camera): print("changed", camera, camera.title)
        }
        // A pipe gets each line at once.
        fflush(nil)
    }
}

let cameras = if let argument { [try Camera.named(argument)] } else { try Camera.all() }
if cameras.isEmpty { print("There is no camera; try list-cameras sim:") }
for camera in cameras {
    print("\(camera)  \(camera.title)", camera.isUsable ? "" : "(cannot be used now)")
    do {
        for control in try camera.controls() {
            let state = control.isAutomatic ? ", set by the camera" : ""
            print(
                "  \(control.name): \(control.text ?? "–") of \(control.range.lowerBound) to \(control.range.upperBound)\(state)"
            )
        }
    } catch {
        print("  \(error)")
    }
}
