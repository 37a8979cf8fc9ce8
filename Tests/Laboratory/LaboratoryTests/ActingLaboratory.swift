// SPDX-License-Identifier: Apache-2.0

import Testing

/// What candela does beside reading: it searches settings, switches lights, types, and gives access. These suites take as
/// long as the doctor's and as all others, so they have a guest of their own, beside the others.
@Suite("Laboratory: candela acts", .serialized, .inLaboratory(.third), .guest(.third))
enum ActingLaboratory {}
