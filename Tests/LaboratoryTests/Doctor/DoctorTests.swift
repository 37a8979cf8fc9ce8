// SPDX-License-Identifier: Apache-2.0

import Testing

extension LaboratoryTests {
    /// Really broken situations, and the link the doctor names first.
    @Suite("candela doctor")
    enum Doctor {}
}
