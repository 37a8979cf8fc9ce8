// SPDX-License-Identifier: Apache-2.0

extension NetworkRecord {
    /// The program of this machine that serves the pictures at an address of its own.
    package struct Server: Codable, Hashable, Sendable {
        package var processID: Int
        /// That of its program, raw.
        package var name: String
        /// The unit of systemd that runs it; absent without one, and if its name can be a person's.
        package var unit: String?
        /// Whether that is a unit of the user's own systemd; absent otherwise.
        package var isUserUnit: Bool?
        /// Whether it runs in a container; absent otherwise.
        package var isContained: Bool?
        /// Whether its command line is one that is understood: what is absent below is then not in it.
        package var isKnown: Bool
        /// The camera of this machine from which it takes the pictures, `/dev/video0`; absent if its command names none.
        package var device: String?
        /// The option of its command that sets the camera's frame rate: `-f 10`.
        package var rate: String?
        /// The option of its command that asks for uncompressed pictures: `-y`.
        package var raw: String?

        package init(processID: Int, name: String, isKnown: Bool = false) {
            self.processID = processID
            self.name = name
            self.isKnown = isKnown
        }

        /// For sentences: `mjpg_streamer (process 2301)`.
        var title: String { "\(name) (process \(processID))" }
    }
}
