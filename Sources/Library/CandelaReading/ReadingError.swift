// SPDX-License-Identifier: Apache-2.0

/// Why a picture could not be read. A picture without codes is no error.
public struct ReadingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is. Later versions can know more kinds.
    public struct Kind: Hashable, Sendable {
        private let name: String
        private init(_ name: String) { self.name = name }

        /// There is no helper program, or it could not be started.
        public static let noHelper = Kind("no helper")
        /// There is no such file, or no access to it.
        public static let noPicture = Kind("no picture")
        /// The file is damaged, too large, or of an unknown format.
        public static let undecodable = Kind("undecodable")
        /// A library that is needed is not installed.
        public static let libraryMissing = Kind("library missing")
        /// The process that read the picture died of it, or took too long.
        public static let readerFailed = Kind("reader failed")
    }

    /// What kind of failure it is.
    public let kind: Kind
    /// A sentence: what failed, why, and what to do. It can contain the name of the file as it was given.
    public let description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
