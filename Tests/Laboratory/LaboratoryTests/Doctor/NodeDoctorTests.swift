// SPDX-License-Identifier: Apache-2.0

import Testing

extension DoctorLaboratory {
    @Suite("the node, and who else uses it")
    struct Node {
        @Test("a metadata node, and a number no camera has any more: node.metadata, node.moved")
        func wrongNode() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let metadata = try await laboratory.doctor(camera.metadataNode)
                metadata.expect("node.metadata", evidence: ["META_CAPTURE", "ID_V4L_CAPABILITIES"])
                #expect(
                    metadata.finding("node.metadata")?["fixes"][0]["commands"][0].string
                        == "candela scan \(camera.byID)")
                let moved = try await laboratory.doctor("/dev/video9")
                moved.expect("node.moved", evidence: ["stat(/dev/video9): ENOENT", camera.node])
                #expect(moved.finding("node.moved")?["fixes"][0]["commands"][0].string == "candela scan \(camera.byID)")
            }
        }

        @Test("an output node, named or the only node there is: node.not-capture")
        func notCapture() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withVivid(Vivid.loop) { vivid in
                try await laboratory.doctor(vivid.output).expect("node.not-capture", evidence: ["VIDEO_OUTPUT"])
            }
            try await laboratory.withVivid("n_devs=1 node_types=0x100 num_outputs=1 output_types=1") { vivid in
                try await laboratory.doctor().expect("node.not-capture", evidence: ["VIDEO_OUTPUT"])
            }
        }

        @Test("another program streams: node.busy, by name for root; for others, that root would see it")
        func busy() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                try await laboratory.streaming(from: camera.node) {
                    let root = try await laboratory.doctor()
                    root.expect("node.busy", evidence: ["EBUSY", "open in v4l2-ctl (user root)"])
                    #expect(root.report["message"].string?.contains("v4l2-ctl") == true)
                    let other = try await laboratory.doctor(camera.node, as: .inGroupVideo)
                    other.expect("node.busy", evidence: ["EBUSY", "run as root to check them"])
                    #expect(
                        other.finding("node.busy")?["fixes"][0]["commands"][0].string
                            == "sudo candela doctor \(camera.node)")
                }
            }
        }

        @Test("a scan of our own streams: node.busy-self, with the process to end")
        func busySelf() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let scan = try laboratory.startCandela(
                    "scan", camera.node, "--size", "320x240", "--interval", "0", as: .inGroupVideo)
                try await scan.waitForOutput { $0.contains("CANDELA") }
                let answer = try await laboratory.doctor()
                try scan.signal("INT")
                _ = try await scan.end()
                answer.expect("node.busy-self", evidence: ["EBUSY", "open in candela (user nobody)"])
                #expect(
                    answer.finding("node.busy-self")?["fixes"][0]["commands"][0].string?.hasPrefix("kill ") == true)
            }
        }

        @Test("a control that somebody else changes meanwhile: node.disturbed")
        func disturbed() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                // Always upwards, so that it never ends where it began.
                let hand = try laboratory.start(
                    "for value in $(seq 1 250); do v4l2-ctl -d \(camera.node) -c brightness=$value; done; sleep 1000")
                try await camera.waitForJournal("change") { $0.contains { $0["event"].string == "set_cur" } }
                let answer = try await laboratory.doctor("--size", "320x240")
                try hand.signal("KILL")
                _ = try await hand.end()
                answer.expect("node.disturbed", "degraded", evidence: ["brightness"])
            }
        }
    }
}
