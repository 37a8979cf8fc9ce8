// SPDX-License-Identifier: Apache-2.0

package import StoredFiles
internal import Torch
internal import V4L2

/// Finds lights of the LED class that may serve as torch, whosever camera they belong to: never a privacy light.
///
/// Only these are of interest here: a sub-device is opened as cameras are, and a lamp among a camera's controls needs no
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
