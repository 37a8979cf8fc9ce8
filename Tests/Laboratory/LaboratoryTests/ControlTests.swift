// SPDX-License-Identifier: Apache-2.0

import Testing

extension LaboratoryTests {
    @Suite("candela controls, get and set")
    struct Controls {
        @Test("controls --json shows one control of every type, with its range, flags and value")
        func everyKind() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withVivid { vivid in
                let report = try await laboratory.candela("controls", vivid.capture, "--json").json()
                #expect(report["schema"].string == "candela.controls/1")
                let controls = Dictionary(
                    report["controls"].array.map { ($0["key"].string ?? "", $0) },
                    uniquingKeysWith: { first, _ in first })
                let kinds = [
                    "button": "button", "boolean": "bool", "integer_32_bits": "int", "integer_64_bits": "int64",
                    "menu": "menu", "string": "string", "bitmask": "bitmask", "integer_menu": "intmenu",
                    "u32_1_element_array": "compound-102", "u16_8x16_matrix": "compound-101",
                    "u8_2x3x4x5_array": "compound-100", "area": "compound-106",
                ]
                for (key, kind) in kinds {
                    let control = try #require(controls[key], "\(key) is listed")
                    #expect(control["kind"].string == kind, "\(key)")
                }
                #expect(controls["integer_64_bits"]?["minimum"].int == .min)
                #expect(controls["integer_64_bits"]?["maximum"].int == .max)
                #expect(controls["boolean"]?["value"].bool == true)
                #expect(
                    controls["menu"]?["menu"].array.map { $0["label"].string } == [
                        "Menu Item 1", "Menu Item 3", "Menu Item 4",
                    ])
                #expect(controls["menu"]?["value"].int == 3)
                #expect(
                    controls["integer_menu"]?["menu"].array.map { $0["label"].string } == [
                        "2", "3", "5", "8", "13", "21", "42",
                    ])
                #expect(controls["u8_2x3x4x5_array"]?["dimensions"].array.compactMap(\.int) == [2, 3, 4, 5])
                #expect(controls["read_only_integer_32_bits"]?["flags"].strings == ["read-only"])
                #expect(controls["button"]?["flags"].strings.contains("write-only") == true)
                // Overruled while the gain is automatic.
                #expect(controls["gain"]?["flags"].strings.contains("inactive") == true)
                // The same set as v4l-utils sees, class headings aside. Its version 1.22 cannot read arrays of integers, which
                // 6.12's vivid has: it names those in its complaint, and their key is the name in the usual form.
                let names = try await laboratory.require(
                    """
                    v4l2-ctl -d \(vivid.capture) -l 2>&1 | sed -n -e 's/^ *\\([a-z0-9_]*\\) 0x[0-9a-f]* (.*/\\1/p' \
                        -e 's/^error [0-9]* getting ctrl //p' | tr 'A-Z ' 'a-z_'
                    """)
                #expect(
                    Set(report["controls"].array.compactMap { $0["key"].string })
                        == Set(names.split(separator: "\n").map(String.init)))
            }
        }

        @Test("what is set is what the device receives, and what is read back")
        func set() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let settings = [
                    ("auto_exposure", 1), ("exposure_time_absolute", 300), ("gain", 40), ("brightness", 77),
                    ("focus_automatic_continuous", 0), ("focus_absolute", 75), ("zoom_absolute", 150),
                    ("power_line_frequency", 1),
                ]
                let arguments = settings.map { "\($0.0)=\($0.1)" }
                // Each by itself: what an automatic mode overrules becomes settable only once that is off.
                for argument in arguments {
                    let result = try await laboratory.candela("set", "--camera", camera.node, argument)
                    #expect(result.status == 0, "\(result)")
                }
                #expect(camera.writes == settings.map { [$0.0: $0.1] })
                let get = try await laboratory.run(
                    Laboratory.candela(["get", "--json", "--camera", camera.byID] + settings.map(\.0)))
                #expect(get.status == 0, "\(get)")
                for (control, setting) in zip(try get.json()["controls"].array, settings) {
                    #expect(control["key"].string == setting.0)
                    if let flag = control["value"].bool, setting.0 == "focus_automatic_continuous" {
                        #expect(flag == (setting.1 != 0))
                    } else {
                        #expect(control["value"].int == setting.1, "\(setting.0)")
                    }
                }
            }
        }

        @Test("a value the camera rounds is said with what became of it")
        func rounded() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                for setting in ["focus_automatic_continuous=0", "focus_absolute=77"] {
                    let result = try await laboratory.candela("set", "--json", "--camera", camera.node, setting)
                    #expect(result.status == 0, "\(result)")
                    guard setting.hasPrefix("focus_absolute") else { continue }
                    let change = try result.json()["changes"][0]
                    #expect(change["requested"].int == 77)
                    #expect(change["after"].int == 75)
                }
                #expect(camera.writes.last == ["focus_absolute": 75])
            }
        }

        @Test(
            "what an automatic mode overrules has the mode switched off first, with the reason; not where both are asked"
        )
        func inactive() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let both = try await laboratory.candela(
                    "set", "--camera", camera.node, "auto_exposure=3", "exposure_time_absolute=100")
                #expect(both.status == 2 && both.errors.contains("auto_exposure"), "\(both)")
                #expect(camera.writes.isEmpty)
                let result = try await laboratory.candela("set", "--camera", camera.node, "exposure_time_absolute=100")
                #expect(
                    result.status == 0 && result.output.contains("because exposure_time_absolute needs"), "\(result)")
                #expect(camera.writes == [["auto_exposure": 1], ["exposure_time_absolute": 100]])
            }
        }

        @Test("a value out of range is refused with the range, and the device is not asked")
        func outOfRange() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let result = try await laboratory.candela("set", "--camera", camera.node, "brightness=5000")
                #expect(result.status == 1 || result.status == 2, "\(result)")
                #expect(result.errors.contains("brightness") && result.errors.contains("255"), "\(result)")
                #expect(camera.writes.isEmpty)
            }
        }

        @Test("a camera's own refusal is told by its kind")
        func stalled() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let kinds = [
                    (1, ["EBUSY", "not ready"]), (4, ["ERANGE", "out of range"]), (7, ["EIO", "did not execute"]),
                ]
                for (code, words) in kinds {
                    try await camera.obey("stall zoom_absolute \(code)")
                    let set = try await laboratory.candela("set", "--camera", camera.node, "zoom_absolute=200")
                    try refused(set, "zoom_absolute", words)
                }
                let other = try await laboratory.candela("set", "--camera", camera.node, "brightness=9")
                #expect(other.status == 0, "\(other)")
            }
        }

        @Test("a control there is not is refused, with the command that lists those there are")
        func unknown() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let result = try await laboratory.candela("get", "--camera", camera.node, "warp_factor")
                #expect(result.status == 2, "\(result)")
                #expect(result.errors.contains("warp_factor"), "\(result)")
            }
        }

        private func refused(_ result: CommandResult, _ control: String, _ words: [String]) throws {
            #expect(result.status == 1, "\(result)")
            #expect(result.errors.contains(control), "\(result)")
            #expect(words.contains { result.errors.contains($0) }, "one of \(words) in: \(result)")
        }
    }
}
