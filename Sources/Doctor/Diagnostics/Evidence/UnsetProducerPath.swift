// SPDX-License-Identifier: Apache-2.0

/// The variable `GENICAM_GENTL64_PATH`, by which programs find the producers of GenICam, where a shell's settings have it and this command's
/// environment is not known to.
package struct UnsetProducerPath: Codable, Hashable, Sendable {
    /// The file that sets it: `/etc/profile.d/VimbaX_CTI_64bit.sh`.
    package var file: String
    /// The account whose shells read that file; absent for a file of all accounts.
    package var owner: UInt32?
    /// The producer in a folder that the file names: `/opt/VimbaX_2024-1/cti/VimbaUSBTL.cti`.
    package var producer: String
    /// Whether this command's environment could not be read; absent if it could, and lacks the variable.
    package var isEnvironmentUnknown: Bool?

    package init(file: String, owner: UInt32? = nil, producer: String) {
        self.file = file
        self.owner = owner
        self.producer = producer
    }

    /// The folder of the producer.
    var folder: String { producer.split(separator: "/").dropLast().map { "/" + $0 }.joined() }
}
