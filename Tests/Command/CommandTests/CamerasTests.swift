// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("candela list, info, controls, get, set")
struct CamerasTests {
    @Test(
        "without a camera, list says so, and status 1",
        .enabled(if: !Machine.hasCamera, "this machine has video devices"))
    func emptyList() throws {
        let text = try CommandRunner.run("list")
        #expect(text.lines == ["No video device found. Plug in a camera, or use sim: for the simulated camera."])
        #expect(text.errors == "")
        #expect(text.status == 1)
        let report = try CommandRunner.run("list", "--json")
        #expect(report.output == "{\"schema\":\"candela.list/1\",\"nodes\":[],\"others\":[]}\n")
        #expect(report.status == 1)
    }

    @Test(
        "without a camera, every command that needs one says what to do instead",
        .enabled(if: !Machine.hasCamera, "this machine has video devices"),
        arguments: [["scan"], ["info"], ["controls"], ["get", "gain"], ["set", "gain=1"]])
    func noCamera(arguments: [String]) throws {
        let result = try CommandRunner.run(arguments)
        #expect(result.errorLines.count == 2)
        #expect(result.errors.hasPrefix("candela: cannot find a camera: the kernel lists no video device."))
        // And the doctor's word for it.
        #expect(
            result.errorLines.last
                == "candela: device.none: there is no camera on this machine; run `candela doctor` for the evidence and the fix"
        )
        #expect(result.errors.contains("sim:"))
        #expect(result.output == "")
        #expect(result.status == 2)
    }

    @Test("info only accepts video devices, and says so", arguments: ["sim:", "-", "/dev/null", "/dev/video987"])
    func infoOfOthers(camera: String) throws {
        let result = try CommandRunner.run("info", "--json", camera)
        #expect(result.errorLines.count == (camera == "/dev/video987" ? 2 : 1))
        #expect(result.errors.hasPrefix("candela: cannot ") && result.errors.contains(camera))
        #expect(!result.errors.contains("::"))
        #expect(result.output == "")
        #expect(result.status == 2)
    }

    @Test("controls lists each control with value and range")
    func controls() throws {
        let result = try CommandRunner.run("controls", "sim:")
        #expect(result.lines.first == "User Controls")
        #expect(
            result.lines.contains {
                $0.wholeMatch(of: #/  brightness +128 \(50 %\)  \[0 to 255, default 128\]/#) != nil
            })
        #expect(
            result.lines.contains {
                $0.wholeMatch(of: #/  power_line_frequency +2 \(60 Hz\)  \[0 Disabled, 1 50 Hz, 2 60 Hz; default 2\]/#)
                    != nil
            })
        #expect(result.lines.contains { $0.hasPrefix("  focus_absolute ") && $0.contains("inactive") })
        #expect(result.errors == "")
        #expect(result.status == 0)
    }

    @Test("controls --json has the documented keys and types")
    func controlsJSON() throws {
        let report = try CommandRunner.run("controls", "--json", "sim:dim").json()
        #expect(report.keys == ["schema", "source", "controls", "zoom"])
        #expect(report["schema"].string == "candela.controls/1")
        #expect(report["source"].string == "sim:dim")
        let controls = report["controls"].array
        #expect(controls.count >= 15)
        for control in controls {
            let driver: Set = ["id", "key", "name", "kind", "minimum", "maximum", "step", "default", "flags", "value"]
            #expect(control.keys.isSuperset(of: driver))
            // Beside them, only where they are known: a plain name, and the same in a human unit.
            let units = ["ms", "percent", "degrees", "kelvin", "hz", "magnification"]
            let human = ["minimum", "maximum", "value"].flatMap { key in units.map { "\(key)_\($0)" } }
            #expect(control.keys.subtracting(driver).isSubset(of: human + ["menu", "plain_name"]), "\(control.keys)")
            #expect(control["id"].string?.wholeMatch(of: /0x[0-9a-f]{8}/) != nil)
            for key in ["minimum", "maximum", "step", "default"] { #expect(control[key].int != nil) }
            #expect(control["flags"].isArray)
            #expect(control["kind"].string == "bool" ? control["value"].bool != nil : control["value"].int != nil)
        }
        let frequency = try #require(controls.first { $0["key"].string == "power_line_frequency" })
        #expect(frequency["menu"].array.map { $0["label"].string } == ["Disabled", "50 Hz", "60 Hz"])
        #expect(frequency["menu"].array.map { $0["index"].int } == [0, 1, 2])
    }

    @Test("get reads by name, by the name before Linux 5.16, by the driver's own name, and by number")
    func get() throws {
        let names = ["exposure_time_absolute", "exposure_absolute", "Exposure Time, Absolute", "0x009a0902"]
        let result = try CommandRunner.run(["get", "--json", "--camera", "sim:"] + names)
        let report = try result.json()
        #expect(report.keys == ["schema", "source", "controls"])
        #expect(report["schema"].string == "candela.get/1")
        #expect(
            report["controls"].array.map { $0["key"].string } == Array(repeating: "exposure_time_absolute", count: 4))
        for control in report["controls"].array {
            #expect(control.keys == ["id", "key", "value", "value_ms"])
            #expect(control["value"].int == control["value_ms"].double.map { Int(($0 * 10).rounded()) })
        }
        let text = try CommandRunner.run("get", "-c", "sim:", "brightness", "power_line_frequency", "privacy")
        #expect(text.lines == ["brightness: 128 (50 %)", "power_line_frequency: 2 (60 Hz)", "privacy: off"])
        #expect(text.status == 0)
    }

    @Test("set sets in order, reads back, and says what changed")
    func set() throws {
        let result = try CommandRunner.run(
            "set", "-c", "sim:", "auto_exposure=manual mode", "exposure_time_absolute=100", "privacy=on")
        #expect(
            result.lines == [
                "auto_exposure: 3 (Aperture Priority Mode) → 1 (Manual Mode)",
                result.lines.dropFirst().first ?? "",
                "privacy: off → on  (it is the privacy shutter of the people in front of the camera)",
            ])
        #expect(
            result.lines.dropFirst().first?.wholeMatch(of: /exposure_time_absolute: \d+ \([\d.]+ ms\) → 100 \(10 ms\)/)
                != nil)
        #expect(result.status == 0)
    }

    @Test("set --json gives each change as it was asked for and as it came out")
    func setJSON() throws {
        let result = try CommandRunner.run(
            "set", "--json", "-c", "sim:", "focus_automatic_continuous=off", "focus_absolute=12")
        let report = try result.json()
        #expect(report.keys == ["schema", "source", "changes"])
        #expect(report["schema"].string == "candela.set/1")
        #expect(report["source"].string == "sim:")
        let changes = report["changes"].array
        #expect(changes[0].keys == ["id", "key", "before", "requested", "after"])
        #expect(
            changes[1].keys.isSuperset(of: ["id", "key", "before", "requested", "requested_percent", "after", "note"]))
        #expect(changes[0]["before"].bool == true && changes[0]["after"].bool == false)
        // The lens moves in steps of five, and the driver rounds without a word.
        #expect(changes[1]["requested"].int == 12 && changes[1]["after"].int == 10)
        #expect(result.status == 0)
        let text = try CommandRunner.run("set", "-c", "sim:", "focus_automatic_continuous=0", "focus_absolute=12")
        #expect(text.lines.last?.contains("(requested 12 (5 %); the camera set 10 (4 %))") == true)
    }

    @Test(
        "settings that make no sense are refused before anything is set",
        arguments: [
            ("zoom_absolut=100", "zoom_absolute"), ("nonsense=1", "candela controls"), ("brightness=256", "0 to 255"),
            ("brightness=bright", "0 to 255"), ("brightness", "NAME=VALUE"), ("=5", "NAME=VALUE"),
            ("auto_exposure=2", "Manual Mode"), ("privacy=maybe", "on or off"),
        ])
    func badSettings(setting: String, advice: String) throws {
        let result = try CommandRunner.run("set", "-c", "sim:", "sharpness=5", setting)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.hasPrefix("candela: cannot ") && result.errors.contains(advice))
        #expect(result.output == "")
        #expect(result.status == 2)
    }

    @Test("an unknown control is refused by get, with those that come near")
    func unknownControl() throws {
        let result = try CommandRunner.run("get", "-c", "sim:", "exposure_time")
        #expect(
            result.errors.contains("cannot find control exposure_time:")
                && result.errors.contains("exposure_time_absolute"))
        #expect(result.status == 2)
    }

    @Test("standard input has no controls")
    func standardInput() throws {
        let result = try CommandRunner.run("controls", "-")
        #expect(result.errors == "candela: cannot use standard input as a camera here: it has no controls\n")
        #expect(result.status == 2)
    }
}
