// SPDX-License-Identifier: Apache-2.0

import Frames
import Glibc
import SimulatedCamera

/// The thin shell around `Webcam`: waits for the host controller, for commands and for the time of the next frame.
struct Device {
    private let options: Options
    private let journal: Journal
    private let commands: CommandPipe?
    private var webcam: Webcam
    private var port: VirtualPort?
    private var schedule: [ScheduledCommand]

    init(options: Options) throws {
        self.options = options
        journal = try Journal(path: options.journal)
        commands = try options.commands.map { try CommandPipe(path: $0) }
        schedule = options.schedule
        webcam = try Webcam(
            sensor: SimulatedSensor(scene: SimulatedScene(specification: options.scene)), identity: options.identity,
            transfer: options.transfer, journal: journal)
    }

    /// Runs until the quit command.
    mutating func run() throws {
        try plug()
        while true {
            let events = wait()
            if events.commands, let commands {
                for line in commands.read() where try obey(line) == .quit { return }
            }
            if events.port { try serve() }
            if let due = webcam.nextRun, due <= .now {
                while let index = schedule.firstIndex(where: { $0.frame <= webcam.upcomingFrame }) {
                    if try obey(schedule.remove(at: index).command) == .quit { return }
                }
                for reply in try webcam.run(now: .now) { send(reply.encoded) }
            }
        }
    }

    private func wait() -> (port: Bool, commands: Bool) {
        var waits = [
            pollfd(fd: port?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: commands?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        var timeout: Int32 = -1
        if let due = webcam.nextRun {
            timeout = Int32(clamping: Int64(due.since(.now).milliseconds.rounded(.up)))
        }
        _ = unsafe poll(&waits, 2, max(timeout, webcam.nextRun == nil ? -1 : 0))
        return (waits[0].revents != 0, waits[1].revents != 0)
    }

    /// Reads one message from the host controller.
    private mutating func serve() throws {
        guard let port, let header = port.read(USBIPRequest.headerSize) else { return unplugged() }
        switch try USBIPRequest(header: header) {
        case .submit(var transfer):
            guard let body = port.read(transfer.bodySize) else { return unplugged() }
            try transfer.read(body: body)
            for reply in try webcam.submit(transfer, now: .now) { send(reply.encoded) }
        case .unlink(let sequence, let target):
            send(webcam.unlink(target, sequence: sequence).encoded)
        }
    }

    private mutating func send(_ bytes: [UInt8]) {
        if let port, !port.write(bytes) { unplugged() }
    }

    private mutating func plug() throws {
        guard port == nil else { return }
        port = try VirtualPort(port: options.port, speed: options.speed)
        journal.write("plugged", ["port": .number(Int64(options.port))])
    }

    private mutating func unplugged() {
        guard port != nil else { return }
        port = nil
        webcam.disconnect()
        journal.write("unplugged")
    }

    private mutating func obey(_ line: String) throws -> DeviceCommand? {
        guard let command = DeviceCommand(line) else {
            journal.write("unknown_command", ["line": .text(line)])
            return nil
        }
        return try obey(command)
    }

    private mutating func obey(_ command: DeviceCommand) throws -> DeviceCommand {
        switch command {
        case .plug: try plug()
        case .unplug, .quit:
            try port?.unplug()
            unplugged()
        default:
            guard webcam.obey(command) else {
                journal.write("refused_command", ["command": .text("\(command)")])
                return command
            }
        }
        journal.write("obeyed", ["command": .text("\(command)"), "frame": .number(Int64(webcam.upcomingFrame))])
        return command
    }
}
