// SPDX-License-Identifier: Apache-2.0

package import GenICamCameras

/// Why a GenICam camera gave no pictures.
package struct GenICamRecord: Codable, Hashable, Sendable {
    package var kind: GenICamError.Kind
    package var cause: String

    package init(kind: GenICamError.Kind, cause: String) {
        self.kind = kind
        self.cause = cause
    }
}
