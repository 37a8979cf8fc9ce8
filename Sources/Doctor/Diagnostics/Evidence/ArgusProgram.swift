// SPDX-License-Identifier: Apache-2.0

/// A program that has asked NVIDIA's camera daemon (Argus) for a camera at a CSI connector of a Jetson.
package struct ArgusProgram: Codable, Hashable, Sendable {
    /// As the daemon or the kernel calls it: raw.
    package var name: String
    package var processID: Int
    /// Whether it still runs.
    package var runs: Bool
    /// Where that was seen: the daemon's journal, its command line, or what it has loaded.
    package var place: String
    /// What was seen there: raw, without anything else of a command line.
    package var sign: String

    package init(name: String, processID: Int, runs: Bool, place: String, sign: String) {
        self.name = name
        self.processID = processID
        self.runs = runs
        self.place = place
        self.sign = sign
    }

    /// For sentences.
    var title: String { "\(name) (process \(processID)\(runs ? "" : ", which has ended"))" }
}
