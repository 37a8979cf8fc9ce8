// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

extension Place {
    /// Whether the machine is a laptop, which has its camera built in and no connector for another one.
    var isLaptop: Bool { platform.isPortable == true || isLaptopWithDeviceTree }

    /// Whether it is one that a device tree describes, which has no chassis type of DMI. Source: the models in the kernel's
    /// arch/arm64/boot/dts.
    var isLaptopWithDeviceTree: Bool {
        guard platform.hasDeviceTree, let board = platform.board?.lowercased() else { return false }
        return platform.isPortable == true
            || [
                "macbook", "pinebook", "chromebook", "thinkpad", "ideapad", "yoga", "galaxy book", "elitebook", "omnibook", "vivobook",
                "zenbook", "inspiron", "xps 13", "latitude", "surface pro", "surface laptop", "mnt reform", "laptop",
            ].contains { board.contains($0) }
    }

    /// Whether it is a Mac with a processor of Apple's and a camera in its case.
    var isAppleWithCamera: Bool {
        guard platform.hasDeviceTree, let board = platform.board, board.hasPrefix("Apple ") else { return false }
        return board.contains("MacBook") || board.contains("iMac")
    }
}
