// SPDX-License-Identifier: Apache-2.0

import Testing

/// Broken set-ups, and the finding that the doctor names first. They take as long as the other laboratory suites, so they
/// have their own guest.
@Suite("Laboratory: candela doctor", .serialized, .inLaboratory(.second), .guest(.second))
enum DoctorLaboratory {}

/// Machines that are set up wrongly around a camera that is in order: modules, services, containers, the desktop.
@Suite("Laboratory: candela doctor, machines", .serialized, .inLaboratory(.fourth), .guest(.fourth))
enum MachineLaboratory {}

/// A kernel that loads only signed modules, as with Secure Boot. That cannot be undone, so it has its own guest.
@Suite("Laboratory: candela doctor, signed modules", .serialized, .inLaboratory(.fifth), .guest(.fifth))
enum SignedLaboratory {}
