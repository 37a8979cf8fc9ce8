// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("candela torch")
struct TorchTests {
    @Test("the simulated camera's lamp: listed, off, on, and said to be forgotten")
    func simulated() throws {
        let list = try CommandRunner.run("torch", "list", "--camera", "sim:dim", "--json")
        let report = try list.json()
        #expect(report["schema"].string == "candela.torch/1" && report["source"].string == "sim:dim")
        #expect(
            report["torches"][0]["kind"].string == "illuminator" && report["torches"][0]["on"].bool == false, "\(list)")
        let on = try CommandRunner.run("torch", "on", "-c", "sim:dim")
        #expect(on.status == 0 && on.output == "illuminator_1: off → on, 100 %\n", "\(on)")
        #expect(on.errors.contains("loses the setting"))
        let level = try CommandRunner.run("torch", "30", "-c", "sim:dim", "--json")
        let set = try level.json()
        #expect(set["requested_percent"].int == 30 && set["level_percent"].int == 100, "\(level)")
        #expect(set["before"]["on"].bool == false && set["on"].bool == true, "\(level)")
    }

    @Test("a command of the user's gets level and state as words; one that fails is told with its status")
    func command() throws {
        let folder = try TemporaryFolder()
        let lamp = try folder.write(
            Array("#!/bin/sh\nprintf '%s|' \"$@\" >>\"\(folder.path)/calls\"\n".utf8), "lamp")
        // Through sh: a file that was just written cannot be executed while another test's new process has it open.
        let words = "sh \(lamp) --to {percent} '$(id); {state}'"
        for level in ["40", "off"] {
            let result = try CommandRunner.run("torch", level, "--torch-command", words)
            #expect(result.status == 0, "\(result)")
        }
        #expect(
            try String(contentsOfFile: folder.path + "/calls", encoding: .utf8)
                == "--to|40|$(id); on|--to|0|$(id); off|")
        let failing = try CommandRunner.run("torch", "on", "--torch-command", "false")
        #expect(failing.status == 2 && failing.errors.contains("false"), "\(failing)")
        let missing = try CommandRunner.run("torch", "on", "--torch-command", "candela-no-such-lamp {percent}")
        #expect(missing.status == 2 && missing.errors.contains("candela-no-such-lamp"), "\(missing)")
    }

    @Test(
        "bad arguments are refused",
        arguments: [
            ["banana"], ["101"], ["-5"], ["on", "--torch-command", ""], ["on", "--torch-command", "a 'b"],
            ["on", "--camera", "sim:dim", "--torch-source", "no such light"],
        ])
    func bad(arguments: [String]) throws {
        let result = try CommandRunner.run(["torch"] + arguments)
        #expect(result.status == 2 && result.output == "" && !result.errors.isEmpty, "\(result)")
    }

    @Test("scan --torch auto: on in the dim, told once, off at the end")
    func automatic() throws {
        let result = try CommandRunner.run(
            "scan", "sim:dim?pace=free&unplug=120", "--torch", "auto", "--json", "--interval", "1h")
        let torch = try result.events().filter { $0["event"].string == "torch" }
        #expect(torch.map { $0["state"].string } == ["on", "off"], "\(result)")
        #expect(torch.map { $0["reason"].string } == ["dim", "end"])
        // It was unplugged, and its lamp with it: that is not a light that failed to go out.
        #expect(torch.last?["message"].string == "the torch was disconnected with the camera")
        let mean = try #require(torch.first?["mean_luma"].double)
        #expect(mean > 0 && mean < 60)
    }

    @Test("scan --torch auto by APEX brightness: what automatic exposure makes of the picture does not matter")
    func brightness() throws {
        // A well exposed picture of a bench at about 300 lux, Bv 3 or so: dim by a limit above that, and not by one below.
        for (limits, states) in [
            (["--torch-dim=8bv", "--torch-bright=12bv"], ["on", "off"]), (["--torch-dim=-4bv"], ["off"]),
        ] {
            let result = try CommandRunner.start(
                ["scan", "sim:bench?unplug=120", "--torch", "auto", "--json", "--interval", "1h"] + limits
            ).end()
            let torch = try result.events().filter { $0["event"].string == "torch" }
            #expect(torch.map { $0["state"].string } == states, "\(result)")
            let brightness = try #require(torch.first?["brightness_bv"].double)
            #expect(brightness > 0 && brightness < 6)
            #expect(torch.first?["mean_luma"].double == nil)
        }
    }

    @Test("scan --light auto: in the dark the torch goes on, the code is read in its light, and it is off at the end")
    func followed() throws {
        let scene = "sim:bench?lux=0.01&pace=free&unplug=300"
        // Neither scan knows what the other one has learned.
        let folders = (try TemporaryFolder(), try TemporaryFolder())
        // Once, and not again and again: its own light is not the room's.
        let result = try CommandRunner.run(
            "scan", scene, "--light", "auto", "--json", "--interval", "1h",
            environment: ["XDG_STATE_HOME": folders.0.path])
        let events = try result.events()
        let torch = events.filter { $0["event"].string == "torch" }
        #expect(torch.map { $0["state"].string } == ["on", "off"], "\(result)")
        #expect(torch.map { $0["reason"].string } == ["dim", "end"], "\(result)")
        #expect(torch.first?["torch"].string == "illuminator_1", "\(result)")
        #expect(events.contains { $0["text"].string == "CANDELA" }, "\(result)")
        // The light of the room comes back: then it goes off before the end.
        let morning = try CommandRunner.run(
            "scan", "sim:bench?lux=0.01@3s,2000@20s&pace=free&unplug=400", "--light", "auto", "--json", "--interval",
            "1h", environment: ["XDG_STATE_HOME": folders.1.path])
        let switches = try morning.events().filter { $0["event"].string == "torch" }
        #expect(switches.map { $0["reason"].string } == ["dim", "bright"], "\(morning)")
    }

    @Test(
        "a torch that --torch decides about, or light that is not followed, is left alone",
        arguments: [
            ["--light", "auto", "--torch", "off"], ["--light", "fixed"], [],
        ])
    func notFollowed(options: [String]) throws {
        let folder = try TemporaryFolder()
        let result = try CommandRunner.start(
            ["scan", "sim:bench?lux=0.01&pace=free&unplug=200", "--json", "--interval", "1h"] + options,
            environment: ["XDG_STATE_HOME": folder.path]
        ).end()
        let torch = try result.events().filter { $0["event"].string == "torch" }
        #expect(!torch.contains { $0["state"].string == "on" }, "\(result)")
    }

    @Test("limits of the light that contradict each other are refused")
    func limits() throws {
        for options in [
            ["--torch-dim", "60", "--torch-bright", "3bv"], ["--torch-dim=5bv", "--torch-bright=2bv"],
            ["--torch-dim", "300"], ["--torch-dim", "nanbv"],
        ] {
            let result = try CommandRunner.run(["scan", "sim:bench", "--torch", "auto", "--once"] + options)
            #expect(result.status == 2 && result.errors.contains("--torch-dim"), "\(result)")
        }
    }

    @Test("scan --torch with a command: switched at the beginning and at the end")
    func level() throws {
        let folder = try TemporaryFolder()
        let calls = folder.path + "/calls"
        let result = try CommandRunner.run(
            "scan", "sim:bench", "--once", "--torch", "50", "--torch-command", "sh -c 'echo {percent} >>\(calls)'")
        #expect(result.status == 0 && result.output == "qr CANDELA\n", "\(result)")
        #expect(try String(contentsOfFile: calls, encoding: .utf8) == "50\n0\n")
    }
}
