// SPDX-License-Identifier: Apache-2.0

import Glibc

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
        Simulate a UVC 1.0 webcam in a port of the kernel's virtual USB host controller (module vhci-hcd), until a quit
        command or a signal. Needs root.

          --port N            use port N of the controller; default 0
          --manufacturer TEXT  --product TEXT  --serial TEXT
          --usb-id VENDOR:PRODUCT  identify as this device, in hexadecimal; default 1209:0001
          --class video|vendor  be a webcam, or a device of no standard class; default video
          --formats FORMAT,...  offer these of YUYV, MJPG and H264; default YUYV,MJPG
          --video FILE        what it sends as H264, again and again: a byte stream with access unit delimiters
          --pictures FILE     what it shows as YUYV of 640x480 in place of a scene, again and again: brightness, a byte a
                              pixel, one picture after the other; the journal then has the time of each
          --speed full|high   set the speed of the bus, 12 or 480 Mb/s; default high
          --transfer isochronous|bulk
          --scene SCENE       show this scene, as in `candela scan sim:SCENE`; default bench
          --log FILE          write the journal, one JSON object per line, to FILE; default standard output
          --commands FIFO     read commands from FIFO, created if missing; one per line:
                              \(DeviceCommand.syntax.split(separator: "\n").joined(separator: "\n                      "))
          --at FRAME:COMMAND  run a command before that frame is sent
        """

    package init(_ arguments: some Sequence<String>) throws(UsageError) {
        var rest = Array(arguments)[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
            switch option {
            case "--port":
                guard let port = Int(value), (0..<15).contains(port) else { throw UsageError("unknown port \(value)") }
                self.port = port
            case "--manufacturer": identity.manufacturer = value
            case "--product": identity.product = value
            case "--serial": identity.serial = value
            case "--usb-id":
                let numbers = value.split(separator: ":").compactMap { UInt16($0, radix: 16) }
                guard numbers.count == 2 else { throw UsageError("unknown USB id \(value)") }
                (identity.vendorID, identity.productID) = (numbers[0], numbers[1])
            case "--class":
                guard ["video", "vendor"].contains(value) else { throw UsageError("unknown class \(value)") }
                identity.isVendorSpecific = value == "vendor"
            case "--formats":
                let names = value.split(separator: ",").map(String.init)
                identity.formats = names.compactMap { VideoFormat(name: $0) }
                guard !names.isEmpty, identity.formats.count == names.count else {
                    throw UsageError("unknown format in \(value)")
                }
            case "--video":
                guard let packets = Self.packets(value) else { throw UsageError("no H.264 in \(value)") }
                identity.video = packets
            case "--pictures":
                guard let pictures = RecordedPictures(path: value) else { throw UsageError("no picture in \(value)") }
                identity.pictures = pictures
            case "--speed":
                guard let speed = BusSpeed(value) else { throw UsageError("unknown speed \(value)") }
                self.speed = speed
            case "--transfer":
                guard let kind = TransferKind(rawValue: value) else { throw UsageError("unknown transfer \(value)") }
                transfer = kind
            case "--scene": scene = value
            case "--log": journal = value
            case "--commands": commands = value
            case "--at":
                guard let scheduled = ScheduledCommand(value) else { throw UsageError("unknown command \(value)") }
                schedule.append(scheduled)
            default: throw UsageError("unknown option \(option)")
            }
        }
    }
}

extension Options {
    /// The pictures of a recorded byte stream; each begins with an access unit delimiter.
    private static func packets(_ path: String) -> [[UInt8]]? {
        guard let file = unsafe fopen(path, "re") else { return nil }
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        bytes.removeSubrange(count...)
        let starts = bytes.indices.filter { bytes[$0...].starts(with: [0, 0, 0, 1, 9]) }
        guard !starts.isEmpty else { return nil }
        return zip(starts, starts.dropFirst() + [bytes.count]).map { Array(bytes[$0..<$1]) }
    }
}

package struct UsageError: Error, CustomStringConvertible {
    package var description: String
    init(_ description: String) { self.description = "uvc-device: \(description).\n\(Options.usage)" }
}
