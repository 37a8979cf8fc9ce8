// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// How a camera on USB has left, by the kernel log.
struct CameraLoss {
    /// A hub that somebody has plugged in, and that left in the same moment as the camera behind it.
    struct Hub {
        var port: USBPort
        /// `0bda:5411`.
        var identifier: String?
        /// The line in which it left.
        var line: String
        /// Whether it has come back since.
        var isBack: Bool
    }

    /// The outermost one; `nil` if the camera left alone, or with a hub that is part of the machine.
    let hub: Hub?
    /// Losses that nobody causes by hand, in the minutes before it left, oldest first: it was back within seconds, or the hub reports
    /// interference. Empty for a single one that was not just before.
    let losses: [String]
    /// The ids of the camera; `nil` if the log has lost the line about them.
    let identifier: String?

    /// How long before its end a camera's earlier losses tell of the same trouble, in seconds.
    private static let mostBefore = 600.0

    /// - Parameter lines: those in which a camera was found and has left.
    init(_ lines: [String], _ log: KernelLogFacts, _ platform: Platform?) {
        guard let gone = lines.last(where: { $0.contains("USB disconnect") }), let left = USBPort(line: gone) else {
            hub = nil
            losses = []
            identifier = nil
            return
        }
        let camera = lines.first.flatMap { USBPort(line: $0) } ?? left
        let end = log.lines.lastIndex(of: gone) ?? log.lines.endIndex
        identifier = Self.device(at: camera, in: log.lines[..<end])
        hub = Self.hub(of: camera, gone, log, platform)
        losses = Self.losses(of: camera, identifier, gone, log)
    }

    private static func hub(of camera: USBPort, _ gone: String, _ log: KernelLogFacts, _ platform: Platform?) -> Hub? {
        let places = log.lines.indices.filter { log.lines[$0].contains("USB disconnect") }
        guard let end = places.last(where: { log.lines[$0] == gone }) else { return nil }
        for port in camera.hubs where SolderedHub(port, log, platform) == nil {
            let own = places.last { USBPort(line: log.lines[$0]) == port && isSameMoment($0, end, log) }
            guard let own else { continue }
            let isBack = log.lines[own...].contains { $0.contains("New USB device found") && USBPort(line: $0) == port }
            return Hub(port: port, identifier: log.identifier(at: port), line: log.lines[own], isBack: isBack)
        }
        return nil
    }

    /// Within a second; without the times, within what a hub with many devices writes.
    private static func isSameMoment(_ place: Int, _ other: Int, _ log: KernelLogFacts) -> Bool {
        guard let first = KernelLogFacts.seconds(log.lines[place]), let second = KernelLogFacts.seconds(log.lines[other]) else {
            return abs(place - other) < 12
        }
        return abs(first - second) <= 1
    }

    /// Source: `hub_port_connect_change` and `port_event` in drivers/usb/core/hub.c for the words about interference.
    ///
    /// Only of this very camera: a telephone that changes its mode, and a board that gets a new program, leave and come back as quickly.
    private static func losses(of camera: USBPort, _ identifier: String?, _ gone: String, _ log: KernelLogFacts) -> [String] {
        // Without times, two that were replugged by hand look the same.
        guard let end = KernelLogFacts.seconds(gone) else { return [] }
        func isOwn(_ line: String) -> Bool {
            guard let time = KernelLogFacts.seconds(line), (0...mostBefore).contains(end - time), let place = log.lines.lastIndex(of: line) else {
                return false
            }
            return device(at: camera, in: log.lines[..<place]) == identifier
        }
        func isBack(_ line: String) -> Bool {
            guard let place = log.lines.lastIndex(of: line), let identifier else { return false }
            let next = log.lines[place...].first { $0.contains("New USB device found") && USBPort(line: $0) == camera }
            return next.flatMap(KernelLogFacts.usbID) == identifier
        }
        let disturbed = log.lines.filter { $0.contains("(EMI?)") && USBPort(line: $0) == camera && isOwn($0) }
        let quick = log.quickDisconnects(of: camera.name).filter { isOwn($0) && isBack($0) }
        let isNear = disturbed.last.flatMap(KernelLogFacts.seconds).map { end - $0 < 10 } == true
        guard quick.count >= 2 || disturbed.count >= 2 || isNear else { return [] }
        let all = Set(quick + disturbed)
        return log.lines.filter(all.contains)
    }

    /// The ids of what these lines have found last at a port.
    private static func device(at port: USBPort, in lines: ArraySlice<String>) -> String? {
        lines.last { $0.contains("New USB device found") && USBPort(line: $0) == port }.flatMap(KernelLogFacts.usbID)
    }
}
