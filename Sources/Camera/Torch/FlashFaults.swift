// SPDX-License-Identifier: Apache-2.0

/// The faults that a flash reports.
package enum FlashFaults {
    /// In the order of the bits of `V4L2_CID_FLASH_FAULT`; the words are those of the LED class.
    /// In bit order of `V4L2_CID_FLASH_FAULT`; the words are those of the LED class.
    private static let names = [
        "led-over-voltage", "flash-timeout-exceeded", "controller-over-temperature", "controller-short-circuit",
        "led-power-supply-over-current", "indicator-led-fault", "led-under-voltage", "controller-under-voltage",
        "led-over-temperature",
    ]

    static func names(bits: Int64) -> [String] {
        (0..<32).filter { bits & (1 << Int64($0)) != 0 }.map {
            names.indices.contains($0) ? names[$0] : "fault-bit-\($0)"
        }
    }

    /// The words of sysfs's `flash_fault`, at most twelve, as the driver writes them.
    static func names(text: String) -> [String] {
        text.split { $0 == " " || $0 == "\n" || $0 == "," }.prefix(12).map(String.init)
    }
}
