// SPDX-License-Identifier: Apache-2.0

import Testing

/// Really broken situations, and the link the doctor names first. They take as long as the other laboratory suites, so
/// they have a guest of their own, beside the others.
@Suite("Laboratory: candela doctor", .serialized, .inLaboratory(.second), .guest(.second))
enum DoctorLaboratory {}
