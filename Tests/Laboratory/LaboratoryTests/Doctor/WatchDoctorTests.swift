// SPDX-License-Identifier: Apache-2.0

import Testing

extension MachineLaboratory {
    /// What happens only now and then, caught by `doctor --watch`.
    @Suite("over time")
    struct Watch {
        @Test("a lens that wanders again and again: focus.hunting, with a plot")
        func hunting() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let doctor = try laboratory.startDoctor([camera.node, "--size", "320x240", "--watch", "20s"])
                try await camera.waitForJournal("stream") { $0.contains { $0["event"].string == "stream_on" } }
                // Another program sends the automatic focus away again and again, after the doctor has read the settings: a
                // focus that is set by hand at that moment is not expected to rest.
                let hand = try laboratory.start(
                    """
                    sleep 6
                    while sleep 2; do
                        v4l2-ctl -d \(camera.node) -c focus_automatic_continuous=0
                        v4l2-ctl -d \(camera.node) -c focus_absolute=0
                        sleep 0.7
                        v4l2-ctl -d \(camera.node) -c focus_automatic_continuous=1
                    done
                    """)
                let answer = try await laboratory.end(doctor)
                try hand.signal("KILL")
                _ = try await hand.end()
                let finding = try #require(answer.finding("focus.hunting"), "\(answer)")
                let plot = finding["evidence"].array.first { $0["what"].string == "focus_absolute over the time" }
                #expect(plot?["value"].string?.contains { "▁▂▃▄▅▆▇█".contains($0) } == true, "\(answer)")
            }
        }

        @Test("a stream that stops while it is watched: device.dropped, with the time")
        func stops() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(arguments: ["--at", "400:unplug"]) { camera in
                // Not repeated after lost frames: the camera is unplugged only once. A slow guest needs a long time for 400 frames.
                let doctor = try laboratory.startDoctor([camera.node, "--size", "320x240", "--watch", "120s"])
                let answer = try await laboratory.end(doctor)
                let finding = try #require(answer.finding("device.dropped"), "\(answer)")
                #expect(finding["message"].string?.contains("stopped after") == true, "\(finding)")
            }
        }
    }
}
