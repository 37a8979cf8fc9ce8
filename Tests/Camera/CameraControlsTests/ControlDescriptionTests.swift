// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Testing

@Suite("Control descriptions")
struct ControlDescriptionTests {
    @Test(
        "the key is the name as v4l2-ctl shortens it",
        arguments: [
            ("Exposure Time, Absolute", "exposure_time_absolute"), ("Exposure (Absolute)", "exposure_absolute"),
            ("Brightness", "brightness"), ("U8 2x3x4x5 Array", "u8_2x3x4x5_array"),
            ("White Balance, Auto & Preset", "white_balance_auto_preset"), ("  (LED1) Mode!", "led1_mode"),
            ("Größe", "gr_e"), ("_", ""), ("", ""), ("増幅", ""),
        ])
    func key(name: String, key: String) {
        #expect(ControlDescription(id: .gain, name: name, kind: .integer).key == key)
    }

    @Test("flags are words in the order of their bits; bits without a word are left out")
    func flags() {
        #expect(ControlFlags([]).labels.isEmpty)
        #expect(ControlFlags([.volatile, .readOnly, .inactive]).labels == ["read-only", "inactive", "volatile"])
        let all: [(ControlFlags, String)] = [
            (.disabled, "disabled"), (.grabbed, "grabbed"), (.readOnly, "read-only"), (.update, "update"),
            (.inactive, "inactive"), (.slider, "slider"), (.writeOnly, "write-only"), (.volatile, "volatile"),
            (.hasPayload, "has-payload"), (.executeOnWrite, "execute-on-write"), (.modifyLayout, "modify-layout"),
            (.dynamicArray, "dynamic-array"),
        ]
        for (flag, word) in all { #expect(flag.labels == [word]) }
        #expect(ControlFlags(rawValue: 0xffff_ffff).labels == all.map(\.1))
    }

    @Test("every kind has its word, and numbers are told from other values")
    func kinds() {
        let numeric: [(ControlKind, String)] = [
            (.integer, "int"), (.boolean, "bool"), (.menu, "menu"), (.integer64, "int64"), (.bitmask, "bitmask"),
            (.integerMenu, "intmenu"),
        ]
        let other: [(ControlKind, String)] = [
            (.button, "button"), (.controlClass, "class"), (.string, "string"), (.compound(0x106), "compound-106"),
            (.unknown(0x20), "unknown-20"),
        ]
        for (kind, label) in numeric + other { #expect(kind.label == label) }
        #expect(numeric.allSatisfy { $0.0.isNumeric })
        #expect(!other.contains { $0.0.isNumeric })
    }

    @Test("a number is written with eight hexadecimal digits")
    func id() {
        #expect(ControlID.exposureTimeAbsolute.description == "0x009a0902")
        #expect(ControlID(rawValue: 1).description == "0x00000001")
        #expect(ControlID.brightness < .contrast)
    }
}
