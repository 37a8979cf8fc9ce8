// SPDX-License-Identifier: Apache-2.0

import Testing

/// Tests of what candela changes: it searches settings, switches lights, types and gives access. These suites take as
/// long as the doctor's and as all others, so they have their own guest.
@Suite("Laboratory: candela acts", .serialized, .inLaboratory(.third), .guest(.third))
enum ActingLaboratory {}
