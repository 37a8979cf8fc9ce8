// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A barcode program of the distribution, run once per picture with its defaults.
struct PeerProgram: Sendable {
    var name: String
    var arguments: [String]
    var parse: @Sendable (_ output: [UInt8]) -> [GivenCode]

    struct Run {
        var codes: [GivenCode] = []
        /// User and system time of the process.
        var milliseconds = 0.0
        /// Whether a signal ended it: then its reads are lost.
        var died = false
    }

    /// `nil` when the program is not installed.
    func run(on picture: String) -> Run? {
        guard let process = MeasuredProcess([name] + arguments + [picture]) else { return nil }
        return Run(
            codes: process.signal == 0 ? parse(process.output) : [], milliseconds: process.milliseconds,
            died: process.signal != 0)
    }

    // MARK: - The peers

    /// zbarimg, without `--raw`, which omits the symbology, and `--xml`, which garbles bytes over 0x7f.
    static let zbarimg = PeerProgram(name: "zbarimg", arguments: ["-q", "--nodbus"]) { output in
        let names = [
            "EAN-13": "EAN-13", "EAN-8": "EAN-8", "UPC-A": "UPC-A", "UPC-E": "UPC-E", "CODE-39": "Code-39",
            "CODE-93": "Code-93", "CODE-128": "Code-128", "Codabar": "Codabar", "I2/5": "ITF", "DataBar": "DataBar",
            "DataBar-Exp": "DataBarExpanded", "QR-Code": "QR", "EAN-2": "EAN-2", "EAN-5": "EAN-5",
        ]
        // A text may contain line breaks: a line that starts with a symbology is a new code.
        var codes: [GivenCode] = []
        var lines = output.split(separator: 0x0a, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        for line in lines {
            if let colon = line.firstIndex(of: 0x3a),
                let symbology = names[String(decoding: line[..<colon], as: UTF8.self)]
            {
                codes.append(GivenCode(symbology: symbology, bytes: Array(line[(colon + 1)...])))
            } else if !codes.isEmpty {
                codes[codes.count - 1].bytes += [0x0a] + line
            }
        }
        return codes
    }

    static let zxingReader = PeerProgram(name: "ZXingReader", arguments: []) { output in
        let names = [
            "EAN-13": "EAN-13", "EAN-8": "EAN-8", "UPC-A": "UPC-A", "UPC-E": "UPC-E", "Code39": "Code-39",
            "Code93": "Code-93", "Code128": "Code-128", "Codabar": "Codabar", "ITF": "ITF", "DataBar": "DataBar",
            "DataBarExpanded": "DataBarExpanded", "QRCode": "QR", "MicroQRCode": "MicroQR", "Aztec": "Aztec",
            "PDF417": "PDF417", "DataMatrix": "DataMatrix", "MaxiCode": "MaxiCode",
        ]
        // A block of `Name: value` lines a code; the text may hold line breaks, the bytes are hexadecimal.
        var codes: [GivenCode] = []
        var bytes: [UInt8]?
        for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("Bytes:") { bytes = hexBytes(String(line.dropFirst(6))) }
            if line.hasPrefix("Format:"), let read = bytes {
                let word = line.dropFirst(7).trimmingCharacters(in: .whitespaces)
                codes.append(GivenCode(symbology: names[word] ?? word, bytes: read))
                bytes = nil
            }
            if line.hasPrefix("Error:"), !codes.isEmpty { codes.removeLast() }
        }
        return codes
    }
}
