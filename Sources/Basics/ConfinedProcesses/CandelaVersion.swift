// SPDX-License-Identifier: Apache-2.0

/// The version of Candela: of the command, the library, and the workers of both.
package enum CandelaVersion {
    package static let current = "0.1.0"
}
