// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Testing

/// Whether the command under test runs in an emulator of another architecture, ten times slower than on a machine:
/// `make check ARCH=arm64` sets `CANDELA_EMULATED`.
package enum Emulation {
    package static let isOn = unsafe getenv("CANDELA_EMULATED") != nil
}

extension Trait where Self == ConditionTrait {
    /// For a test that asserts what a machine of ordinary speed does within some seconds.
    package static var needsRealSpeed: Self {
        .disabled(if: Emulation.isOn, "it needs the speed of a real machine, and the command is emulated")
    }

    /// For a test that puts a library in the place of one of the command's.
    package static var needsOwnLibraries: Self {
        .disabled(if: Emulation.isOn, "it compiles a library for this machine, which the emulated command cannot load")
    }

    /// For a test of what the emulator does in the kernel's place: filters of system calls, descriptors, memory.
    package static var needsRealKernel: Self {
        .disabled(if: Emulation.isOn, "the emulator stands between the command and the kernel")
    }
}
