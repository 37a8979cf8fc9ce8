// SPDX-License-Identifier: Apache-2.0

// Tells how bright it is before the camera, once a second: light-meter [CAMERA [COUNT]]

import Candela

let arguments = CommandLine.arguments.dropFirst()
let camera = if let name = arguments.first { try Camera.named(name) } else { Camera.best }
let count = arguments.dropFirst().first.flatMap(Int.init) ?? .max

for _ in 0..<count {
    // Nothing is read, so this needs no helper.
    let measured = try await camera.measure(for: .seconds(1), reading: [])
    print(measured.light, measured.frameRate.map { "\(Int($0.rounded())) frames a second" } ?? "", separator: "\t")
}
