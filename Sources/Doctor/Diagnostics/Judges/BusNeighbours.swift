// SPDX-License-Identifier: Apache-2.0

/// Other cameras of the same USB bus that are in use while a stream loses frames: words, evidence and remedies.
struct BusNeighbours {
    private let names: [String]

    /// `nil` if there are none, or the bus is fast enough for all of them.
    init?(_ stream: StreamRecord, _ subject: StreamSubject) {
        guard subject.kind == .camera, subject.node?.bus == "usb", !stream.busNeighbours.isEmpty,
            (subject.node?.usbSpeed ?? 480) < 5000
        else { return nil }
        names = stream.busNeighbours
    }

    var words: String {
        ": \(names.count == 1 ? "another camera" : "\(names.count) other cameras") of the same USB bus \(names.count == 1 ? "is" : "are") in use, and together they may need more than it carries"
    }

    var evidence: EvidenceLine { EvidenceLine("in use on the same bus", names.joined(separator: ", ")) }

    var fixes: [Fix] {
        [
            Fix("End the program that uses \(Words.list(names)), and look again: if no frame is lost then, it is the bus"),
            Fix("Ask all of these cameras for smaller pictures or fewer frames per second, in each program's settings"),
            Fix("Or move a camera to a port on another bus, or to another machine: lsusb -t shows the buses"),
        ]
    }
}
