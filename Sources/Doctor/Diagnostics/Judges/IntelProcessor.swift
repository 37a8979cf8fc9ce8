// SPDX-License-Identifier: Apache-2.0

/// The generations of Intel's image processors, by their PCI ids. Source: the kernel's drivers/media/pci/intel/ipu6 and
/// drivers/staging/media/ipu7, and Intel's driver for the IPU4, which never became part of a kernel.
enum IntelProcessor {
    case ipu4, ipu6, ipu7

    init?(_ identifier: String) {
        switch identifier {
        case "8086:5a88", "8086:8a19": self = .ipu4
        case "8086:9a19", "8086:9a39", "8086:4e19", "8086:465d", "8086:462e", "8086:a75d", "8086:7d19": self = .ipu6
        case "8086:645d", "8086:b05d": self = .ipu7
        default: return nil
        }
    }

    /// Since when Linux has a driver; `nil` if it has none.
    var since: String? {
        switch self {
        case .ipu4: nil
        case .ipu6: "this processor (IPU6) has a driver since Linux 6.10"
        case .ipu7: "this processor (IPU7) has a driver since Linux 6.17"
        }
    }
}
