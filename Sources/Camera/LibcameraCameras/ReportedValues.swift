// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What the pipeline says of the newest frame that somebody took: the exposure that was really used, the lens, the light.
package final class ReportedValues: Sendable {
    private let state = Mutex(State())

    private struct State {
        var frames = 0
        var values: [UInt32: [Double]] = [:]
    }

    package init() {}

    package func take(_ metadata: [RawValue]) {
        state.withLock { state in
            state.frames += 1
            for value in metadata { state.values[value.id] = value.numbers }
        }
    }

    /// How many frames have been taken.
    package var frames: Int { state.withLock { $0.frames } }

    package func numbers(of id: UInt32) -> [Double]? { state.withLock { $0.values[id] } }

    package var ids: [UInt32] { state.withLock { $0.values.keys.sorted() } }
}
