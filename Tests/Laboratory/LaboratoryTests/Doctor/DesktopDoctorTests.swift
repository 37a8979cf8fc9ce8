// SPDX-License-Identifier: Apache-2.0

import Testing

extension MachineLaboratory {
    /// A session with the desktop's real services: PipeWire, WirePlumber, the store of the camera portal's answers.
    @Suite("the desktop")
    struct Desktop {
        @Test("PipeWire offers the camera, and no answer is stored: ready, without a note")
        func healthy() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                try await laboratory.withDesktop { desktop in
                    let answer = try await desktop.doctor("--size", "320x240")
                    answer.expectHealthy()
                    let check = answer.report["checks"].array.first { $0["id"].string == "desktop" }
                    #expect(check?["message"].string?.contains("offers a camera") == true, "\(answer)")
                    #expect(answer.note("desktop.denied") == nil && answer.note("desktop.unlisted") == nil)
                }
            }
        }

        @Test("a camera question that was answered with no: desktop.denied; the printed remedy deletes the answer")
        func denied() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                try await laboratory.withDesktop { desktop in
                    try await desktop.run(
                        """
                        busctl --user call org.freedesktop.impl.portal.PermissionStore \
                            /org/freedesktop/impl/portal/PermissionStore org.freedesktop.impl.portal.PermissionStore \
                            SetPermission sbssas devices true camera org.example.Scanner 1 no
                        """)
                    let answer = try await desktop.doctor("--size", "320x240")
                    // Scanning works all the same.
                    #expect(answer.verdict == "ready" && answer.result.status == 0, "\(answer)")
                    let note = try #require(answer.note("desktop.denied"), "\(answer)")
                    #expect(note["message"].string?.contains("org.example.Scanner") == true, "\(note)")
                    try await desktop.run(note["fixes"][0]["commands"][0].string ?? "false")
                    let after = try await desktop.doctor("--size", "320x240")
                    #expect(after.note("desktop.denied") == nil, "\(after)")
                }
            }
        }

        @Test("a WirePlumber that has ended: V4L2 works, but the desktop lists no camera: desktop.unlisted")
        func unlisted() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                try await laboratory.withDesktop { desktop in
                    try await desktop.run(
                        """
                        pkill -x wireplumber
                        # While WirePlumber ends, pw-dump may wait for an answer that never comes.
                        for try in $(seq 100); do
                            nodes=$(timeout 5 pw-dump) && ! echo "$nodes" | grep -q Video/Source && exit 0
                            sleep 0.1
                        done; exit 1
                        """)
                    let answer = try await desktop.doctor("--size", "320x240")
                    #expect(answer.verdict == "ready", "\(answer)")
                    #expect(answer.note("desktop.unlisted") != nil, "\(answer)")
                }
            }
        }

        @Test("a program that shows the camera through PipeWire: node.busy, with its name and not only PipeWire's")
        func busy() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                try await laboratory.withDesktop { desktop in
                    let viewer = try desktop.start(
                        """
                        exec pw-v4l2 v4l2-ctl -d \(camera.node) --set-fmt-video=width=320,height=240,pixelformat=YUYV \
                            --stream-mmap --stream-count=100000
                        """)
                    try await camera.waitForJournal("stream") { $0.contains { $0["event"].string == "stream_on" } }
                    let answer = try await desktop.doctor("--size", "320x240")
                    try viewer.signal("KILL")
                    _ = try await viewer.end()
                    answer.expect("node.busy", evidence: ["EBUSY", "open in pipewire (user nobody)", "v4l2-ctl"])
                    #expect(answer.report["message"].string?.contains("for v4l2-ctl") == true, "\(answer)")
                }
            }
        }
    }
}
