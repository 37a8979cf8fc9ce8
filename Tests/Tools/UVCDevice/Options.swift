// SPDX-License-Identifier: Apache-2.0

/// The command line.
package struct Options: Sendable {
    package var identity = CameraIdentity()
    package var port = 0
    package var speed = BusSpeed.high
    package var transfer = TransferKind.isochronous
    package var scene = "bench"
    package var journal: String?
    package var commands: String?
    package var schedule: [ScheduledCommand] = []

    package static let usage = """
        usage: uvc-device [OPTION]...
        A UVC 1.0 webcam in a port of the kernel's virtual USB host controller (module vhci-hcd), until it is told to
        quit or killed. Needs root.

          --port N            of the controller; default 0
          --manufacturer TEXT  --product TEXT  --serial TEXT
          --speed full|high   of the bus, 12 or 480 Mb/s; default high
          --transfer isochronous|bulk
          --scene SCENE       what it looks at, as in `candela scan sim:SCENE`; default bench
          --log FILE          journal, a JSON object a line; default standard output
          --commands FIFO     made when missing; one command a line:
                              \(DeviceCommand.syntax.split(separator: "\n").joined(separator: "\n                      "))
          --at FRAME:COMMAND  the same, before that frame leaves
        """

    package init(_ arguments: some Sequence<String>) throws(UsageError) {
        var rest = Array(arguments)[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
            switch option {
            case "--port":
                guard let port = Int(value), (0..<15).contains(port) else { throw UsageError("no port \(value)") }
                self.port = port
            case "--manufacturer": identity.manufacturer = value
            case "--product": identity.product = value
            case "--serial": identity.serial = value
            case "--speed":
                guard let speed = BusSpeed(value) else { throw UsageError("no speed \(value)") }
                self.speed = speed
            case "--transfer":
                guard let kind = TransferKind(rawValue: value) else { throw UsageError("no transfer \(value)") }
                transfer = kind
            case "--scene": scene = value
            case "--log": journal = value
            case "--commands": commands = value
            case "--at":
                guard let scheduled = ScheduledCommand(value) else { throw UsageError("no command \(value)") }
                schedule.append(scheduled)
            default: throw UsageError("no option \(option)")
            }
        }
    }
}

package struct UsageError: Error, CustomStringConvertible {
    package var description: String
    init(_ description: String) { self.description = "uvc-device: \(description).\n\(Options.usage)" }
}
