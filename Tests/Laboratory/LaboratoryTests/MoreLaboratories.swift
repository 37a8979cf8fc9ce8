// SPDX-License-Identifier: Apache-2.0

import Testing

/// Tests of what candela changes: it searches settings, switches lights, types and gives access. These suites take as
/// long as the doctor's and as all others, so they have their own guest.
@Suite("Laboratory: candela acts", .serialized, .inLaboratory(.third), .guest(.third))
enum ActingLaboratory {}

/// Cameras through libcamera, PipeWire and the network, and programs that use the library: together as long as the others.
@Suite("Laboratory: cameras beyond V4L2", .serialized, .inLaboratory(.sixth), .guest(.sixth))
enum BeyondV4L2Laboratory {}
