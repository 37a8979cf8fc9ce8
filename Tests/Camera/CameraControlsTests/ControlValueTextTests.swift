// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Testing

@Suite("Control values as text")
struct ControlValueTextTests {
    private static let exposure = ControlDescription(
        id: .exposureTimeAbsolute, name: "Exposure Time, Absolute", kind: .integer, minimum: 3, maximum: 2047)
    private static let pan = ControlDescription(
        id: .panAbsolute, name: "Pan, Absolute", kind: .integer, minimum: -36000, maximum: 36000, step: 3600)
    private static let wide = ControlDescription(
        id: .gain, name: "Wide", kind: .integer64, minimum: .min, maximum: .max)
    private static let automatic = ControlDescription(
        id: .autoWhiteBalance, name: "White Balance, Automatic", kind: .boolean, maximum: 1)
    private static let mode = ControlDescription(
        id: .autoExposure, name: "Auto Exposure", kind: .menu, maximum: 3, defaultValue: 3,
        menu: [
            ControlMenuItem(index: 1, label: "Manual Mode"), ControlMenuItem(index: 3, label: "Aperture Priority Mode"),
        ])
    private static let frequency = ControlDescription(
        id: ControlID(rawValue: 0x009f_0901), name: "Link Frequency", kind: .integerMenu, maximum: 3,
        menu: [(0, "2"), (1, "3"), (2, "456000000")].map { ControlMenuItem(index: $0.0, label: $0.1) })
    private static let mask = ControlDescription(
        id: ControlID(rawValue: 0x0098_f904), name: "Bitmask", kind: .bitmask, maximum: 0x8000_2000)
    private static let label = ControlDescription(
        id: ControlID(rawValue: 0x0098_f905), name: "Label", kind: .string, minimum: 2, maximum: 4)
    private static let button = ControlDescription(
        id: ControlID(rawValue: 0x0098_f900), name: "Restart", kind: .button)
    private static let array = ControlDescription(
        id: ControlID(rawValue: 0x0098_f906), name: "Table", kind: .integer, maximum: 255, dimensions: [2],
        elementSize: 1)
    private static let area = ControlDescription(
        id: ControlID(rawValue: 0x0098_f907), name: "Area", kind: .compound(0x106))
    private static let heading = ControlDescription(
        id: ControlID(rawValue: 0x0098_0001), name: "User Controls", kind: .controlClass)

    private static let accepted: [(ControlDescription, String, ControlValue)] = [
        (exposure, "3", .integer(3)), (exposure, "2047", .integer(2047)), (exposure, "0x10", .integer(16)),
        (exposure, "0X10", .integer(16)), (pan, "-3600", .integer(-3600)),
        (wide, "-9223372036854775808", .integer(.min)), (wide, "0x7fffffffffffffff", .integer(.max)),
        (automatic, "on", .integer(1)), (automatic, "TRUE", .integer(1)), (automatic, "yes", .integer(1)),
        (automatic, "1", .integer(1)), (automatic, "off", .integer(0)), (automatic, "False", .integer(0)),
        (automatic, "no", .integer(0)), (automatic, "0", .integer(0)), (mode, "1", .integer(1)),
        (mode, "manual mode", .integer(1)), (mode, "Aperture Priority Mode", .integer(3)),
        // An integer menu's numbers are what its user knows; its places are taken where no number is so.
        (frequency, "456000000", .integer(2)), (frequency, "2", .integer(0)), (frequency, "1", .integer(1)),
        (mask, "0x2000", .integer(0x2000)), (mask, "2147483648", .integer(0x8000_0000)), (mask, "0", .integer(0)),
        (label, "ab", .string("ab")), (label, "éé", .string("éé")), (label, " a ", .string(" a ")),
        (button, "press", .integer(1)), (button, "Press", .integer(1)), (button, "1", .integer(1)),
        (array, "00ff", .bytes([0, 255])), (array, "0x0aA0", .bytes([10, 160])), (area, "0102", .bytes([1, 2])),
    ]

    @Test("what people write becomes the value to set", arguments: accepted)
    func parsed(control: ControlDescription, text: String, value: ControlValue) throws {
        #expect(try control.value(parsing: text) == value)
    }

    private static let refusals: [(ControlDescription, String, String)] = [
        (exposure, "2", "it accepts 3 to 2047 (0.3 ms to 204.7 ms)"),
        (exposure, "2048", "it accepts 3 to 2047 (0.3 ms to 204.7 ms)"),
        (exposure, "fast", "it is not a whole number; it accepts 3 to 2047 (0.3 ms to 204.7 ms)"),
        (exposure, "12.5", "it is not a whole number; it accepts 3 to 2047 (0.3 ms to 204.7 ms)"),
        (exposure, "0x", "it is not a whole number; it accepts 3 to 2047 (0.3 ms to 204.7 ms)"),
        (exposure, "0x+10", "it is not a whole number; it accepts 3 to 2047 (0.3 ms to 204.7 ms)"),
        (exposure, "", "it is not a whole number; it accepts 3 to 2047 (0.3 ms to 204.7 ms)"),
        (pan, "36001", "it accepts -36000 to 36000 (-10° to 10°) in steps of 3600"),
        (wide, "9223372036854775808", "it is not a whole number; it accepts -9223372036854775808 to 9223372036854775807"),
        (automatic, "2", "it accepts on or off"), (automatic, "maybe", "it accepts on or off"),
        (mode, "2", "it accepts 1 (Manual Mode), 3 (Aperture Priority Mode)"),
        (mode, "Manual", "it accepts 1 (Manual Mode), 3 (Aperture Priority Mode)"),
        (frequency, "4", "it accepts 0 (2), 1 (3), 2 (456000000)"), (mask, "1", "it accepts 0 to 2147491840"),
        (mask, "-1", "it accepts 0 to 2147491840"), (mask, "0x180000000", "it accepts 0 to 2147491840"),
        (label, "a", "it accepts 2 to 4 bytes of text, not 1"), (label, "ééé", "it accepts 2 to 4 bytes of text, not 6"),
        (button, "off", "it is a button: use press"), (array, "0", "it accepts raw bytes as hexadecimal digits"),
        (array, "", "it accepts raw bytes as hexadecimal digits"),
        (array, "+1+2", "it accepts raw bytes as hexadecimal digits"),
        (area, "xy", "it accepts raw bytes as hexadecimal digits"), (heading, "1", "it is a heading, not a control"),
    ]

    @Test("a value that a control does not accept is rejected with the accepted values", arguments: refusals)
    func refused(control: ControlDescription, text: String, reason: String) {
        let error = #expect(throws: ControlError.self) { try control.value(parsing: text) }
        #expect(error?.kind == .invalidValue)
        #expect(error?.id == control.id)
        #expect(error?.description == "cannot set \(control.key) to \(text): \(reason)")
    }

    @Test("a driver whose range is upside down takes its minimum and does not stop us")
    func upsideDown() throws {
        let odd = ControlDescription(id: .gain, name: "Gain", kind: .integer, minimum: 5, maximum: 1)
        #expect(try odd.value(parsing: "5") == .integer(5))
        #expect(throws: ControlError.self) { try odd.value(parsing: "3") }
    }

    private static let shownValues: [(ControlDescription, ControlValue, String)] = [
        (exposure, .integer(-250), "-250"), (automatic, .integer(0), "off"), (automatic, .integer(1), "on"),
        (automatic, .integer(7), "on"), (mode, .integer(1), "1 (Manual Mode)"), (mode, .integer(2), "2"),
        (frequency, .integer(2), "2 (456000000)"), (mask, .integer(0x8000_2000), "0x80002000"),
        (label, .string("a b"), "a b"), (array, .bytes([0, 10, 255]), "000aff"), (array, .bytes([]), ""),
    ]

    @Test("values are shown as people read them", arguments: shownValues)
    func shown(control: ControlDescription, value: ControlValue, text: String) {
        #expect(control.text(for: value) == text)
    }

    @Test("what is shown of a number, a switch, a mask, a text or bytes can be typed back")
    func roundTrip() throws {
        let values: [(ControlDescription, ControlValue)] = [
            (Self.exposure, .integer(250)), (Self.automatic, .integer(1)), (Self.mask, .integer(0x8000_2000)),
            (Self.array, .bytes([1, 254])), (Self.label, .string("abc")),
        ]
        for (control, value) in values {
            #expect(try control.value(parsing: control.text(for: value)) == value)
        }
    }
}
