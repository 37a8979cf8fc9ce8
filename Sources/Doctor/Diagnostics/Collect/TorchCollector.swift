// SPDX-License-Identifier: Apache-2.0

internal import Torch
package import UserSession
internal import V4L2

/// Finds LED class lights that can serve as a torch for any camera, never a privacy light.
///
/// Other torches need no check: a sub-device is opened like a camera, and a lamp among a camera's controls needs no
/// permission of its own.
package struct TorchCollector {
    private let files: SystemFiles

    package init(files: SystemFiles) { self.files = files }

    package func collect() -> [TorchRecord] {
        TorchFinder(root: files.root, kernel: SystemKernel()).torchLEDs().map {
            TorchRecord(path: $0.folder, isWritable: $0.isWritable)
        }
    }
}
