// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension ActingLaboratory {
    @Suite("candela torch", .withPretendCamera(.third))
    struct Torch {
        // MARK: Switching

        @Test("a flash sub-device linked to the sensor: listed with the reason, on, a level, off; its LED follows")
        func subdevice() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withPretendCamera { camera in
                let list = try await laboratory.candela("torch", "list", "--json").json()
                #expect(list["schema"].string == "candela.torch/1" && list["source"].string == camera.node)
                let sources = list["torches"].array.map { "\($0["name"].string ?? "") \($0["belonging"].string ?? "")" }
                #expect(sources == ["\(camera.subdevice) linked", "white:flash same-light"], "\(list)")
                #expect(list["torches"][0]["reason"].string == "/dev/media0 links it to this camera's sensor")
                #expect(list["not_torches"].array.compactMap { $0["name"].string } == ["pretend::privacy"], "\(list)")

                let on = try await laboratory.candela("torch", "on", as: .inGroupVideo)
                #expect(
                    on.status == 0 && on.output == "\(camera.subdevice): off → on, 100 % (375 of 375 mA)\n", "\(on)")
                #expect(try await camera.level() == 15)
                let level = try await laboratory.candela("torch", "30", as: .inGroupVideo)
                #expect(
                    level.output
                        == "\(camera.subdevice): on, 100 % (375 of 375 mA) → on, 33 % (125 of 375 mA) (requested 30 %)\n",
                    "\(level)")
                #expect(try await camera.level() == 5)
                // It persists: a new process sees it.
                let status = try await laboratory.candela("torch", "--json").json()
                #expect(status["on"].bool == true && status["level_percent"].int == 33, "\(status)")
                let off = try await laboratory.candela("torch", "off")
                #expect(off.status == 0 && off.output.hasSuffix("→ off\n"), "\(off)")
                #expect(try await camera.level() == 0)
            }
        }

        @Test("light from the LED class is seen and switched off through the sub-device; faults are named")
        func mixed() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withPretendCamera { camera in
                try await laboratory.require("echo 6 >\(camera.led)/brightness")
                let status = try await laboratory.candela("torch", "status")
                #expect(
                    status.output.hasPrefix("\(camera.subdevice)  on, 40 % (6 of 15 through the LED class)\n"),
                    "\(status)")
                try await camera.set("faults", 0x11)
                let off = try await laboratory.candela("torch", "off", "--json").json()
                #expect(try await camera.level() == 0)
                #expect(
                    off["faults"].strings == ["led-over-voltage", "led-power-supply-over-current"], "\(off)")
            }
        }

        @Test("an LED class flash: levels, persistence, and busy while a program has the sub-device open")
        func led() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withPretendCamera("flash=0") { camera in
                let on = try await laboratory.candela("torch", "50%")
                #expect(
                    on.status == 0 && on.output == "white:flash: off → on, 53 % (8 of 15) (requested 50 %)\n", "\(on)")
                #expect(try await camera.level() == 8)
                let status = try await laboratory.candela("torch")
                #expect(
                    status.output
                        == "white:flash  on, 53 % (8 of 15)\n  LED class flash: it is on the same device as this camera\n",
                    "\(status)")
                try await camera.set("faults", 0x80)
                let faulty = try await laboratory.candela("torch", "off", "--json").json()
                #expect(faulty["faults"].strings == ["controller-under-voltage"], "\(faulty)")
                #expect(try await camera.level() == 0)
            }
            try await laboratory.withPretendCamera { camera in
                let holder = try laboratory.start("exec sleep 1000 <\(camera.subdevice)")
                try await laboratory.require(
                    "for try in $(seq 200); do ls -l /proc/*/fd 2>/dev/null | grep -q \(camera.subdevice) && exit; sleep 0.05; done; exit 1"
                )
                let busy = try await laboratory.candela("torch", "on", "--torch-source", "white:flash")
                #expect(
                    busy.status == 2
                        && busy.errors.contains("has opened the V4L2 flash sub-device of this light (EBUSY)"), "\(busy)")
                #expect(try await camera.level() == 0)
                // The sub-device itself can be used by anybody with access.
                #expect(try await laboratory.candela("torch", "on").status == 0)
                try holder.signal("KILL")
                _ = try await holder.end()
                #expect(try await laboratory.candela("torch", "7", "--torch-source", "white:flash").status == 0)
                #expect(try await camera.level() == 1)
            }
        }

        @Test("without a media graph the sub-device is known by its LED's name; the camera's own lamp is one too")
        func withoutGraph() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withPretendCamera("graph=0 illuminator=1") { camera in
                let list = try await laboratory.candela("torch", "list", "--json").json()
                let sources = list["torches"].array.map { "\($0["name"].string ?? "") \($0["belonging"].string ?? "")" }
                #expect(
                    sources == [
                        "\(camera.subdevice) same-device", "white:flash same-light", "illuminator_1 own-control",
                    ],
                    "\(list)")
                let on = try await laboratory.candela("torch", "on", "--torch-source", "illuminator_1")
                #expect(on.status == 0 && on.output == "illuminator_1: off → on, 100 %\n", "\(on)")
                let get = try await laboratory.candela("get", "illuminator_1")
                #expect(get.output.contains("true") || get.output.contains("1"), "\(get)")
                #expect(try await laboratory.candela("torch", "off", "--torch-source", "illuminator_1").status == 0)
                let info = try await laboratory.candela("info")
                #expect(
                    info.output.contains(
                        "  torch       white:flash, a LED class flash: it is the same light as \(camera.subdevice)\n")
                        || info.output.contains(
                            "white:flash, an LED class flash: it is the same light as \(camera.subdevice)\n"),
                    "\(info)")
                #expect(info.output.contains("pretend::privacy: it shows people that they are being filmed"), "\(info)")
            }
        }

        @Test("a privacy light is never switched, with any option")
        func privacy() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withPretendCamera { camera in
                for action in ["on", "off", "50"] {
                    let refused = try await laboratory.candela("torch", action, "--torch-source", "pretend::privacy")
                    #expect(
                        refused.status == 2
                            && refused.errors.contains(
                                "cannot use pretend::privacy as a torch: it shows people that they are being filmed"),
                        "\(refused)")
                }
                #expect(try await laboratory.require("cat /sys/class/leds/pretend::privacy/brightness") == "0\n")
            }
        }

        @Test("a command of the user's switches a lamp, without any camera")
        func command() async throws {
            let laboratory = try await Laboratory.shared()
            let lamp = "sh -c 'echo {percent} {state} >>/run/lamp'"
            #expect(
                try await laboratory.candela("torch", "40", "--torch-command", lamp).output == "command: on, 40 %\n")
            #expect(try await laboratory.candela("torch", "off", "--torch-command", lamp).status == 0)
            #expect(try await laboratory.require("cat /run/lamp; rm /run/lamp") == "40 on\n0 off\n")
            let failing = try await laboratory.candela("torch", "on", "--torch-command", "false {state}")
            #expect(failing.status == 2 && failing.errors.contains("it ended with status 1"), "\(failing)")
        }

        // MARK: Permission

        @Test("a user has no access; udev install --torch grants it; uninstall removes it")
        func permission() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withUdevPutBack {
                try await laboratory.withPretendCamera("flash=0") { camera in
                    let denied = try await laboratory.candela("torch", "on", as: .inGroupVideo)
                    #expect(
                        denied.status == 2 && denied.errors.contains("sudo candela udev install --torch"), "\(denied)")
                    #expect(denied.errors.contains("\(camera.led)/brightness (EACCES)"), "\(denied)")
                    let list = try await laboratory.candela("torch", "list", as: .inGroupVideo)
                    #expect(list.output.contains("no permission to switch it"), "\(list)")

                    let install = try await laboratory.candela("udev", "install", "--torch", "--force")
                    #expect(install.status == 0, "\(install)")
                    #expect(
                        install.output.contains("/leds/white:flash/brightness  mode 664, group video\n"), "\(install)")
                    let on = try await laboratory.candela("torch", "40", as: .inGroupVideo)
                    #expect(on.status == 0 && on.output == "white:flash: off → on, 40 % (6 of 15)\n", "\(on)")
                    #expect(try await laboratory.candela("torch", "off", as: .stranger).status == 2)
                    #expect(try await camera.level() == 6)
                    // Only torches: the privacy light still belongs to root.
                    let privacy = try await laboratory.require(
                        "stat -c '%a %G' /sys/class/leds/pretend::privacy/brightness")
                    #expect(privacy == "644 root\n")

                    let uninstall = try await laboratory.candela("udev", "uninstall")
                    #expect(uninstall.status == 0, "\(uninstall)")
                    let refused = try await laboratory.candela("torch", "off", as: .inGroupVideo)
                    #expect(refused.status == 2, "\(refused) after \(uninstall)")
                    let rights = try await laboratory.require("stat -c '%a %G' \(camera.led)/brightness")
                    #expect(rights == "644 root\n", "after \(uninstall)")
                }
            }
        }

        @Test("a torch that appears after the rule was installed belongs to the group from the start")
        func laterTorch() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withUdevPutBack {
                #expect(try await laboratory.candela("udev", "install", "--torch", "--force").status == 0)
                try await laboratory.withPretendCamera("flash=0") { camera in
                    let rights = try await laboratory.require("stat -c '%a %G' \(camera.led)/brightness")
                    #expect(rights == "664 video\n")
                    #expect(try await laboratory.candela("torch", "on", as: .inGroupVideo).status == 0)
                }
            }
        }

        @Test("the doctor in the dark: torch.not-permitted, which its fix removes")
        func doctor() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withUdevPutBack {
                try await laboratory.withPretendCamera("flash=0") { _ in
                    try await laboratory.withCamera(scene: "dark") { dark in
                        let arguments = [dark.byID, "--size", "320x240"]
                        let before = try await laboratory.end(
                            try laboratory.startDoctor(arguments, as: .inGroupVideo))
                        let finding = try #require(before.finding("torch.not-permitted"), "\(before)")
                        #expect(before.headline == "light.dark", "\(before)")
                        #expect(
                            finding["evidence"][0]["what"].string
                                == "faccessat(/sys/class/leds/white:flash/brightness)",
                            "\(finding)")
                        let fix = try #require(finding["fixes"][0]["commands"][0].string)
                        try #require(fix == "sudo candela udev install --torch")
                        #expect(try await laboratory.candela("udev", "install", "--torch", "--force").status == 0)
                        let after = try await laboratory.end(try laboratory.startDoctor(arguments, as: .inGroupVideo))
                        #expect(
                            after.headline == "light.dark" && after.finding("torch.not-permitted") == nil, "\(after)")
                    }
                }
            }
        }

        // MARK: Scanning

        @Test("scan --torch auto: on at dim, off when the room gets bright, on again, off at the end")
        func automatic() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withPretendCamera { camera in
                let scan = try laboratory.startCandela("scan", camera.node, "--torch", "auto", "--json")
                try await scan.waitForOutput { $0.contains("\"state\":\"on\"") }
                #expect(try await camera.level() == 15)
                // Its own light alone is above the limit, so it stays on until the room is bright.
                try await Task.sleep(for: .seconds(3))
                #expect(try await camera.level() == 15)
                // Without the light's 150 there are 100 left to 250: only then is it bright.
                try await camera.set("gain", 1)
                try await camera.set("ambient", 220)
                try await scan.waitForOutput { $0.contains("\"reason\":\"bright\"") }
                #expect(try await camera.level() == 0)
                try await camera.set("ambient", 10)
                try await camera.set("gain", 10)
                try await scan.waitForOutput { $0.components(separatedBy: "\"state\":\"on\"").count == 3 }
                try scan.signal("INT")
                let result = try await scan.end()
                #expect(result.status == 130, "\(result)")
                #expect(try await camera.level() == 0)
                let events = try result.jsonLines()
                #expect(
                    events.map { "\($0["state"].string ?? "") \($0["reason"].string ?? "")" }
                        == ["on dim", "off bright", "on dim", "off end"], "\(result)")
                #expect(events.allSatisfy { $0["event"].string == "torch" && $0["torch"].string == camera.subdevice })
                #expect(events[0]["mean_luma"].double.map { (10...20).contains($0) } == true, "\(events)")
            }
        }

        @Test("it is off after every ending", arguments: ["INT", "TERM", "HUP", "timeout"])
        func endings(ending: String) async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withPretendCamera("flash=0") { camera in
                var arguments = ["scan", camera.node, "--torch", "60"]
                if ending == "timeout" { arguments += ["--timeout", "2s"] }
                let scan = try laboratory.start(Laboratory.candela(arguments))
                if ending != "timeout" {
                    try await laboratory.require(
                        "for try in $(seq 400); do [ $(cat \(camera.led)/brightness) = 9 ] && exit; sleep 0.05; done; exit 1"
                    )
                    try scan.signal(ending)
                }
                let result = try await scan.end()
                let statuses: [String: Int32] = ["INT": 130, "TERM": 143, "HUP": 129, "timeout": 1]
                #expect(result.status == statuses[ending], "\(result)")
                #expect(
                    result.errors.contains("the torch white:flash is on")
                        && result.errors.contains("the torch is off"))
                #expect(try await camera.level() == 0, "\(result)")
            }
        }

        @Test("after unplugging the camera no light stays on")
        func unplugged() async throws {
            let laboratory = try await Laboratory.shared()
            let lamp = "sh -c 'echo {state} >>/run/lamp'"
            try await laboratory.withCamera { camera in
                let scan = try laboratory.startCandela(
                    "scan", camera.byID, "--size", "320x240", "--torch", "on", "--torch-command", lamp)
                try await scan.waitForOutput { $0.contains("CANDELA") }
                try await camera.obey("unplug")
                let result = try await scan.end()
                #expect(result.status == 2, "\(result)")
                #expect(try await laboratory.require("cat /run/lamp; rm /run/lamp") == "on\noff\n", "\(result)")
            }
        }

        @Test("without a torch, darkness is reported once; an offer switches nothing")
        func without() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withPretendCamera("flash=0") { camera in
                let offer = try await laboratory.candela("scan", camera.node, "--timeout", "4s")
                #expect(offer.errors.contains("use --torch auto to switch on white:flash"), "\(offer)")
                #expect(try await camera.level() == 0)
                let absent = try await laboratory.candela(
                    "scan", camera.node, "--timeout", "4s", "--torch", "auto", "--torch-source", "red:torch")
                #expect(
                    absent.errors.components(separatedBy: "the torch cannot be switched on").count == 2, "\(absent)")
                let denied = try await laboratory.candela(
                    "scan", camera.node, "--timeout", "4s", "--torch", "on", as: .inGroupVideo)
                #expect(denied.status == 2 && denied.errors.contains("candela udev install --torch"), "\(denied)")
            }
        }
    }
}
