// SPDX-License-Identifier: Apache-2.0

import Testing

/// Really broken situations, and the link the doctor names first. They take as long as all else that needs a guest, so
/// they have one of their own, beside the other.
@Suite("Laboratory: candela doctor", .serialized, .inLaboratory(.second), .guest(.second))
enum DoctorLaboratory {}
