// SPDX-License-Identifier: Apache-2.0

import Testing

extension LaboratoryTests {
    @Suite("candela list")
    struct List {
        @Test("every kind of vivid node is named and classified")
        func kinds() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withVivid("n_devs=1 multiplanar=2 node_types=0xe1d3d") { vivid in
                let classes = [
                    "vid-cap": "capture", "vid-out": "output", "vbi-cap": "vbi", "vbi-out": "vbi",
                    "rad-rx": "radio", "rad-tx": "radio", "sdr-cap": "software-radio", "meta-cap": "metadata",
                    "meta-out": "metadata", "touch-cap": "touch",
                ]
                #expect(Set(vivid.nodes.keys) == Set(classes.keys), "vivid makes these nodes")
                let result = try await laboratory.candela("list", "--json")
                #expect(result.status == 0, "\(result)")
                let report = try result.json()
                #expect(report["schema"].string == "candela.list/1")
                var listed: [String: String] = [:]
                for node in report["nodes"].array {
                    listed[node["node"].string ?? ""] = node["class"].string
                    #expect(node["reason"].string?.isEmpty == false, "\(node)")
                    #expect(node["driver"].string == "vivid")
                    #expect(
                        node["judged"].string == "opened" || node["class"].string == node["sysname"].string.map(kind))
                }
                let expected = Dictionary(uniqueKeysWithValues: vivid.nodes.map { ($1, classes[$0] ?? "unknown") })
                #expect(listed == expected)
            }
        }

        /// The class of nodes the kernel names by their kind.
        private func kind(of sysname: String) -> String {
            let kinds = ["vbi": "vbi", "radio": "radio", "swradio": "software-radio", "v4l-touch": "touch"]
            return kinds.first { sysname.hasPrefix($0.key) }?.value ?? ""
        }

        @Test("a USB camera is listed with identity, links, speed, and its metadata node")
        func usb() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(product: "Label/Reader 2", serial: "S/N 12") { camera in
                let report = try await laboratory.candela("list", "--json").json()
                #expect(report["nodes"].array.count == 2)
                for (index, path) in [camera.node, camera.metadataNode].enumerated() {
                    let node = try #require(report["nodes"].array.first { $0["node"].string == path })
                    #expect(node["class"].string == (index == 0 ? "capture" : "metadata"))
                    #expect(node["usable"].bool == (index == 0))
                    #expect(node["by_id"].strings == [camera.link(index)])
                    // systemd 255 and later add a link with the bus's version: usbv2-0.
                    let links = node["by_path"].strings
                    #expect(links.first == "/dev/v4l/by-path/platform-vhci_hcd.0-usb-0:1:1.0-video-index\(index)")
                    #expect(links.count <= 2 && links.allSatisfy { $0.hasSuffix("-0:1:1.0-video-index\(index)") }, "\(links)")
                    #expect(node["vendor_id"].string == "1209")
                    #expect(node["product_id"].string == "0001")
                    #expect(node["product"].string == "Label/Reader 2")
                    #expect(node["vendor"].string == "Candela")
                    #expect(node["bus"].string == "usb")
                    #expect(node["driver"].string == "uvcvideo")
                    #expect(node["usb_speed_mbps"].double == 480)
                    #expect(node["index"].int == index)
                    #expect(node["access"]["mode"].string == "crw-rw---- root:video")
                }
            }
        }

        @Test("nodes without access are listed from udev and sysfs, with a remark")
        func unopened() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let result = try await laboratory.candela("list", "--json", as: .stranger)
                let nodes = try result.json()["nodes"].array
                #expect(nodes.map { $0["node"].string } == [camera.node, camera.metadataNode])
                #expect(nodes.map { $0["class"].string } == ["capture", "metadata"])
                for node in nodes {
                    #expect(node["judged"].string != "opened")
                    #expect(node["usable"].bool == false)
                    #expect(node["open_failure"]["errno"].int == 13)
                    #expect(node["access"]["may_open"].bool == false)
                    #expect(node["reason"].string?.contains("udev") == true, "\(node)")
                    #expect(node["product"].string == "Laboratory Camera")
                }
                let text = try await laboratory.candela("list", as: .stranger).output
                #expect(text.contains("cannot be opened"), "\(text)")
                #expect(text.contains(camera.node) && text.contains("Laboratory Camera"), "\(text)")
            }
        }

        @Test("the program that streams from a node is named as its holder")
        func holder() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withVivid { vivid in
                try await laboratory.streaming(from: vivid.capture) {
                    let node = try await laboratory.candela("list", "--json").json()["nodes"][0]
                    #expect(node["holders"].array.map { $0["name"].string } == ["v4l2-ctl"])
                    #expect(node["holders"][0]["user"].string == "root")
                }
            }
        }

        @Test("list --watch sees a camera unplugged and plugged in again, and Ctrl-C ends it")
        func watch() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let watch = try laboratory.startCandela("list", "--watch", "--json")
                try await watch.waitForOutput { events($0, "present") == 1 }
                try await camera.obey("unplug")
                try await watch.waitForOutput { events($0, "disappeared") == 1 }
                try await camera.obey("plug")
                try await watch.waitForOutput { events($0, "appeared") == 1 }
                try watch.signal("INT")
                let result = try await watch.end()
                #expect(result.status == 130, "\(result)")
                for event in try result.jsonLines() where event["event"].string != "changed" {
                    #expect(event["camera"].string == "usb-Candela_Laboratory_Camera_LAB0001")
                    #expect(event["time"].string?.hasSuffix("Z") == true)
                    #expect(Set(event["nodes"].array.map { $0["class"].string }) == ["capture", "metadata"])
                }
            }
        }

        private func events(_ output: String, _ name: String) -> Int {
            output.split(separator: "\n").count { $0.contains("\"event\":\"\(name)\"") }
        }
    }
}
