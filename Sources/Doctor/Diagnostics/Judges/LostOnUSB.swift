// SPDX-License-Identifier: Apache-2.0

/// Uncompressed pictures of a USB camera that arrive in part: a camera keeps only a part of a picture, and overwrites it if the host controller
/// does not fetch the data in time. What comes behind the gap is then shifted, or the rest is missing.
///
/// How much data a second that is decides it, and less data helps more often than another cable.
struct LostOnUSB {
    private let stream: StreamRecord
    private let subject: StreamSubject
    private let format: StreamRecord.Format
    /// In MB a second.
    private let rate: Double
    private let speed: Double

    /// `nil` for other streams, and where the driver has marked no picture as incomplete.
    init?(_ stream: StreamRecord, _ subject: StreamSubject) {
        // A grabber's decoder of analog video leaves pictures short if the signal is bad.
        guard subject.kind == .camera, subject.node?.bus == "usb", subject.node?.driver == "uvcvideo", [.plug, .inside].contains(subject.attachment), let format = stream.format,
            let rate = format.megabytes(), let speed = subject.node?.usbSpeed, (1...100_000).contains(speed),
            stream.corrupt > (stream.undecodable ?? 0)
        else { return nil }
        self.stream = stream
        self.subject = subject
        self.format = format
        self.rate = rate
        self.speed = speed
    }

    /// The end of a sentence.
    var words: String {
        ": they are incomplete, as parts of them are lost on USB, where this stream (\(format.text), uncompressed) is \(Self.megabytes(rate)) MB a second"
    }

    var evidence: [EvidenceLine] {
        [
            EvidenceLine(
                "data of the stream",
                "\(format.width) × \(format.height) pixels × \(Words.number(format.bytesPerPixel ?? 0)) bytes × \(Words.number(format.framesPerSecond ?? 0)) frames per second = \(Self.megabytes(rate)) MB/s"
            ),
            EvidenceLine("link", "\(USBSpeed.words(speed)), at most \(Words.number(speed / 8, decimals: 0)) MB/s for all devices on it"),
        ]
    }

    /// What makes the stream less, by the camera's own list of formats.
    var less: [Fix] { [compressed, slower, smaller].compactMap(\.self) }

    /// What else is to be tried, behind cable and port.
    var elsewhere: [Fix] {
        // A controller that is known for it has remedies of its own.
        guard subject.attachment == .plug, subject.weakHost == nil else { return [] }
        let card = subject.isBoard ? "" : ", a USB card for PCIe,"
        return [
            Fix(
                "If it stays: use a port of another USB controller (the list shows which ports share one)\(card) or another computer, as some controllers fetch the data of fast streams too late",
                commands: ["lsusb -t"], isRunnable: false)
        ]
    }

    private var compressed: Fix? {
        stream.offered.first { $0.isCompressed && $0.width == format.width && $0.height == format.height }.map {
            Fix("Take the pictures compressed (\($0.fourCC)), which are a tenth of the data", commands: [command($0, rate: nil)])
        }
    }

    /// The next lower rate of the same pictures.
    private var slower: Fix? {
        let now = format.framesPerSecond ?? 0
        let others = stream.offered.filter { mode in
            let rate = mode.framesPerSecond ?? 0
            return mode.fourCC == format.fourCC && mode.width == format.width && mode.height == format.height && rate >= 1 && rate < now
        }
        return others.max { ($0.framesPerSecond ?? 0) < ($1.framesPerSecond ?? 0) }.map { mode in
            Fix(
                "Ask for a lower frame rate: \(Words.number(mode.framesPerSecond ?? 0)) a second are \(Self.megabytes(mode.megabytes() ?? 0)) MB/s",
                commands: [command(mode, rate: mode.framesPerSecond)])
        }
    }

    /// The largest picture with half of the data or less.
    private var smaller: Fix? {
        let others = stream.offered.filter { mode in
            mode.fourCC == format.fourCC && mode.area < format.area && mode.megabytes().map { $0 <= rate / 2 } == true && (mode.framesPerSecond ?? 0) >= 5
        }
        return others.max { ($0.area, $0.framesPerSecond ?? 0) < ($1.area, $1.framesPerSecond ?? 0) }.map { mode in
            Fix(
                (slower == nil ? "Ask for a smaller picture, or for fewer a second (--fps), if the camera has a lower rate" : "Or ask for a smaller picture")
                    + ": \(mode.width)x\(mode.height) at \(Words.number(mode.framesPerSecond ?? 0)) a second is \(Self.megabytes(mode.megabytes() ?? 0)) MB/s",
                commands: [command(mode, rate: mode.framesPerSecond)])
        }
    }

    private func command(_ mode: StreamRecord.Format, rate: Double?) -> String {
        "candela scan \(subject.argument) --format \(Words.shell(mode.fourCC.filter { $0 != " " })) --size \(mode.width)x\(mode.height)"
            + (rate.map { " --fps \(Words.number($0))" } ?? "")
    }

    private static func megabytes(_ rate: Double) -> String { Words.number(rate, decimals: rate < 10 ? 1 : 0) }
}
