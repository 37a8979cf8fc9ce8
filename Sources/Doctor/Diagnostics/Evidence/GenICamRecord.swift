// SPDX-License-Identifier: Apache-2.0

public import GenICamCameras

/// Why a GenICam camera gave no pictures.
public struct GenICamRecord: Codable, Hashable, Sendable {
    public var kind: GenICamError.Kind
    public var cause: String

    public init(kind: GenICamError.Kind, cause: String) {
        self.kind = kind
        self.cause = cause
    }
}
