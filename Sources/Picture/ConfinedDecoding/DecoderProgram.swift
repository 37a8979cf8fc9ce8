// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses
internal import FrameCoding
internal import Frames
internal import Pictures

/// The program that runs `DecoderService`.
package struct DecoderProgram: Hashable, Sendable {
    package var path: String
    /// Before the words of the decoder.
    package var arguments: [String]

    package init(path: String, arguments: [String]) {
        self.path = path
        self.arguments = arguments
    }

    /// The hidden command of a decoder: `candela decoder-worker KIND`.
    package static let workerWord = "decoder-worker"

    /// This executable.
    static var ownExecutable: DecoderProgram {
        let own = WorkerProgram.ownExecutable(arguments: [workerWord])
        return DecoderProgram(path: own.path, arguments: own.arguments)
    }

    func program(_ kind: DecoderKind) -> WorkerProgram {
        WorkerProgram(path: path, arguments: arguments + kind.words)
    }
}

/// What a decoder's process decodes. It can load nothing later, because it has no files then.
enum DecoderKind: Hashable, Sendable {
    /// PNG, JPEG and PNM, also frames.
    case common
    /// A format that imlib2 decodes.
    case loaded(PictureFormat)
    case webcam(FourCC, FrameSize, bytesPerLine: Int, hasDevice: Bool)

    init(_ format: PictureFormat) { self = format.needsImlib2 ? .loaded(format) : .common }

    var words: [String] {
        switch self {
        case .common: ["common"]
        case .loaded(let format): ["loaded", format.rawValue]
        case .webcam(let fourCC, let size, let bytesPerLine, let hasDevice):
            [
                "webcam", "\(fourCC.rawValue)", "\(size.width)", "\(size.height)", "\(bytesPerLine)",
                hasDevice ? "1" : "0",
            ]
        }
    }

    init?(words: some Collection<String>) {
        let words = Array(words)
        switch (words.first, words.count) {
        case ("common", 1): self = .common
        case ("loaded", 2):
            guard let format = PictureFormat(rawValue: words[1]) else { return nil }
            self = .loaded(format)
        case ("webcam", 6):
            guard let code = UInt32(words[1]), let width = Int(words[2]), let height = Int(words[3]),
                let bytesPerLine = Int(words[4])
            else { return nil }
            self = .webcam(
                FourCC(rawValue: code), FrameSize(width: width, height: height), bytesPerLine: bytesPerLine,
                hasDevice: words[5] == "1")
        default: return nil
        }
    }
}
