// SPDX-License-Identifier: Apache-2.0

/// A reader that works in a process of its own, so that the caller's processor time says nothing about it.
package protocol SeparateReader: BarcodeReader {
    /// The processor time that its process has used since it started; `nil` if no process is running.
    var processorTime: Duration? { get }
}
