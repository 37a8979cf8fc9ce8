// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A webcam with the real uvcvideo driver: the package's own `uvc-device` in a port of the virtual host controller.
struct GuestCamera {
    let laboratory: Laboratory
    let job: GuestJob
    let serial: String
    let product: String
    fileprivate let fifo: String
    fileprivate let journalURL: URL

    /// The capture node by udev's persistent name.
    var byID: String { link(0) }
    /// udev's persistent names: 0 for the capture node, 1 for the metadata node.
    func link(_ index: Int) -> String { Self.link(product, serial, index) }
    /// `/dev/videoN` of the capture and metadata nodes after plugging in.
    let node: String
    let metadataNode: String

    /// udev replaces characters that are not allowed in file names. Source: `udev_replace_chars`,
    /// `udev_replace_whitespace`.
    fileprivate static func link(_ product: String, _ serial: String, _ index: Int) -> String {
        func safe(_ text: String) -> String {
            String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || "#+-.:=@_".contains($0)) ? $0 : "_" })
        }
        return "/dev/v4l/by-id/usb-Candela_\(safe(product))_\(safe(serial))-video-index\(index)"
    }

    /// The device's journal.
    var journal: [JSON] {
        let text = (try? String(contentsOf: journalURL, encoding: .utf8)) ?? ""
        // The last line may be incomplete.
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .compactMap { JSON(Data($0.utf8)) }
    }

    /// The controls that the device was told to set, in order: name and value, without uvcvideo's own writes that probe the
    /// device.
    var writes: [[String: Int]] {
        journal.split(omittingEmptySubsequences: true) { $0["event"].string == "plugged" }.flatMap { life in
            let writes = life.filter { $0["event"].string == "set_cur" }.map { entry in
                Dictionary(uniqueKeysWithValues: entry["controls"].keys.map { ($0, entry["controls"][$0].int ?? -1) })
            }
            return writes.dropFirst(Self.isProbing(writes) ? 2 : 0)
        }
    }

    /// Whether the first two writes after plugging in are the driver's. Linux 6.12 (not 6.1) switches the flicker filter
    /// off to test the device, then restores it. Source: `uvc_ctrl_filter_plf_mapping`.
    private static func isProbing(_ writes: [[String: Int]]) -> Bool {
        writes.count >= 2 && writes[0] == ["power_line_frequency": 0]
            && writes[1] == ["power_line_frequency": defaultFlickerFilter]
    }

    /// 60 Hz: the device's default.
    private static let defaultFlickerFilter = 2

    /// Sends the device a command (see `uvc-device --help`) and waits until it is executed.
    func obey(_ command: String) async throws {
        let before = journal.count { $0["event"].string == "obeyed" }
        try await laboratory.require("echo \(command.shellQuoted) >\(fifo)")
        try await waitForJournal("obey \(command)") { $0.count { $0["event"].string == "obeyed" } > before }
    }

    /// Unplugs and replugs the camera, and waits until udev is done.
    func replug() async throws {
        try await obey("unplug")
        try await waitForNode(present: false)
        try await obey("plug")
        try await waitForNode(present: true)
    }

    func waitForJournal(
        _ what: String, within limit: Duration = .seconds(60), _ condition: ([JSON]) -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + limit
        while !condition(journal) {
            guard try !job.hasEnded, ContinuousClock.now < deadline else {
                throw LaboratoryError("the camera did not \(what): \(journal) \(job.errors)")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Waits until udev has created, or removed, the camera's links.
    ///
    /// Both of them: the kernel removes one node after the other, and a link that is still to be removed would be taken for
    /// that of the camera which comes next.
    func waitForNode(present: Bool) async throws {
        try await laboratory.waitForUdev([link(0), link(1)], present: present)
    }
}

extension Laboratory {
    /// Waits until udev has created all of the links, or removed them.
    ///
    /// `udevadm wait` ends with an error, however much time it was given, if it looks at a device while the kernel makes or
    /// removes it. It is then asked again.
    fileprivate func waitForUdev(_ links: [String], present: Bool) async throws {
        let words = (present ? [] : ["--removed"]) + links.map(\.shellQuoted)
        try await require(
            """
            end=$(($(date +%s) + 60))
            while [ $(date +%s) -lt $end ]; do
                udevadm wait --timeout=60 \(words.joined(separator: " ")) && exec udevadm settle --timeout=60
                sleep 0.5
            done
            ls -l /dev/v4l/by-id >&2
            exit 1
            """, limit: .seconds(150))
    }

    /// Plugs a webcam in, runs `body`, and unplugs it.
    func withCamera(
        product: String = "Laboratory Camera", serial: String = "LAB0001", port: Int = 0, scene: String = "bench",
        arguments: [String] = [], _ body: (GuestCamera) async throws -> Void
    ) async throws {
        let name = "camera-\(UUID().uuidString)"
        let fifo = "/run/\(name).commands"
        let words = [
            Package.uvcDevice, "--product", product, "--serial", serial, "--port", String(port), "--scene", scene,
            "--log", "\(Self.sharePath)/\(name).jsonl", "--commands", fifo,
        ]
        let job = try start(
            "modprobe uvcvideo; exec " + (words + arguments).map(\.shellQuoted).joined(separator: " "))
        let links = [0, 1].map { GuestCamera.link(product, serial, $0) }
        let nodes: [String]
        do {
            try await waitForUdev(links, present: true)
            nodes = try await require("readlink -e \(links.map(\.shellQuoted).joined(separator: " "))")
                .split(separator: "\n").map(String.init)
        } catch {
            // Left plugged in, it would be the one that the next tests find.
            try? job.signal("KILL")
            try? await waitForUdev(links, present: false)
            throw LaboratoryError("the camera has no nodes: \(error)\n\(job.output) \(job.errors)")
        }
        let camera = GuestCamera(
            laboratory: self, job: job, serial: serial, product: product, fifo: fifo,
            journalURL: share.appending(path: "\(name).jsonl"), node: nodes[0], metadataNode: nodes[1])
        do {
            try await body(camera)
            try await quit(camera)
        } catch {
            try? await quit(camera)
            throw error
        }
    }

    private func quit(_ camera: GuestCamera) async throws {
        if try !camera.job.hasEnded {
            try await require("echo quit >\(camera.fifo)")
            _ = try await camera.job.end(within: .seconds(30))
        }
        try await camera.waitForNode(present: false)
    }
}
