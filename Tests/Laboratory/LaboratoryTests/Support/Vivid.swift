// SPDX-License-Identifier: Apache-2.0

import Foundation
import Frames

/// The kernel's virtual camera, loaded for one test.
struct Vivid {
    let laboratory: Laboratory
    /// Nodes by vivid's name without the instance: `vid-cap`, `vid-out`, `vbi-cap`, `meta-cap`, `rad-rx`…
    let nodes: [String: String]

    var capture: String { nodes["vid-cap"] ?? "no capture node" }
    var output: String { nodes["vid-out"] ?? "no output node" }

    /// A webcam: one capture node with a test pattern.
    static let webcam = "n_devs=1 node_types=0x1 num_inputs=1 input_types=0"
    /// An HDMI receiver and a transmitter that can be looped.
    static let loop = "n_devs=1 node_types=0x101 num_inputs=1 input_types=3 num_outputs=1 output_types=1"
}

extension Laboratory {
    /// Loads vivid with module `parameters`, runs `body`, and unloads it.
    func withVivid(
        _ parameters: String = Vivid.webcam, _ body: (Vivid) async throws -> Void
    ) async throws {
        let list = try await require(
            """
            modprobe -r vivid && modprobe vivid \(parameters) && udevadm settle --timeout=60 &&
            for node in /sys/class/video4linux/*; do echo "${node##*/} $(cat "$node/name")"; done
            """)
        var nodes: [String: String] = [:]
        for line in list.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, words[1].hasPrefix("vivid-000-") else { continue }
            nodes[String(words[1].dropFirst("vivid-000-".count))] = "/dev/\(words[0])"
        }
        do {
            try await body(Vivid(laboratory: self, nodes: nodes))
            try await unloadVivid()
        } catch {
            try await unloadVivid()
            throw error
        }
    }

    private func unloadVivid() async throws {
        // A killed process of a failed test may hold it for a moment.
        try await require("for try in $(seq 100); do modprobe -r vivid 2>/dev/null && exit; sleep 0.1; done; exit 1")
    }
}

extension Vivid {
    /// Plays a picture into the capture node in a loop while `body` runs.
    ///
    /// - Parameter planes: whether vivid's nodes use the single- or multi-planar API.
    func playing(_ picture: RawPicture, _ body: () async throws -> Void) async throws {
        let name = "picture-\(picture.fourCC)-\(picture.size)"
        try picture.data.write(to: laboratory.share.appending(path: name))
        // Both nodes need the same timings and format; otherwise the capture node shows a test pattern or noise.
        let format = "pixelformat=\(picture.fourCC),width=\(picture.size.width),height=\(picture.size.height)"
        try await laboratory.require(
            """
            set -e
            timings=$(v4l2-ctl -d \(output) --list-dv-timings | awk '
                /Index:/ { index_ = $2 } /Active width:/ { width = $3 } /Active height:/ { height = $3 }
                /Frame format: progressive/ && width == \(picture.size.width) && height == \(picture.size.height) {
                    print index_; exit }')
            for node in \(output) \(capture); do v4l2-ctl -d $node --set-dv-bt-timings index=$timings; done
            v4l2-ctl -d \(output) --set-fmt-video-out \(format)
            # With several planes, a buffer of vivid is 128 bytes larger than the picture, and v4l2-ctl 1.30 plays only whole ones.
            truncate -s ">$(v4l2-ctl -d \(output) --get-fmt-video-out | awk '/Size Image/ { print $NF; exit }')" \
                \(Laboratory.sharePath)/\(name)
            v4l2-ctl -d \(capture) --set-fmt-video \(format)
            v4l2-ctl -d \(capture) -c osd_text_mode=2
            # 6.1 has a switch. 6.12 connects any input to any output: test pattern, nothing, then the outputs.
            case $(v4l2-ctl -d \(capture) --list-ctrls) in
            *loop_video*) v4l2-ctl -d \(capture) -c loop_video=1 ;;
            *) v4l2-ctl -d \(capture) -c hdmi_000_0_is_connected_to=2 ;;
            esac
            """)
        let player = try laboratory.start(
            "exec v4l2-ctl -d \(output) --stream-out-mmap --stream-from \(Laboratory.sharePath)/\(name) --stream-loop")
        do {
            // v4l2-ctl prints a character for every frame it has queued.
            try await waitUntilPlaying(player)
            try await body()
            try player.signal("KILL")
            _ = try await player.end()
        } catch {
            try? player.signal("KILL")
            throw error
        }
    }

    private func waitUntilPlaying(_ player: GuestJob) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while !player.errors.contains(">"), !player.output.contains(">") {
            guard try !player.hasEnded, ContinuousClock.now < deadline else {
                throw LaboratoryError("the picture is not played: \(player.output) \(player.errors)")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
