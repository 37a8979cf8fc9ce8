// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses
import Glibc
internal import Terminal

/// The side of the process that parses XML: the hidden command `candela xml-worker`.
package enum XMLService {
    package static let workerWord = "xml-worker"

    private static let mostMemory = 128 << 20
    /// The time limit for a document in seconds, in case the parent does not enforce its own.
    private static let longest = 20

    /// Whether this process was started as such a worker.
    package static var isWanted: Bool { CommandLine.arguments.dropFirst().first == workerWord }

    /// Serves until the other end closes. Does not return.
    package static func serve() -> Never {
        guard var service = ConfinedService() else {
            Console.note("\(workerWord) is an internal command; do not run it yourself")
            exit(CommandFailure.Status.couldNot.rawValue)
        }
        let missing = XMLParsing.load()
        let input: SharedMapping
        let output: SharedMapping
        do throws(WorkerFailure) {
            input = try SharedMapping(
                offset: 0, count: XMLParsing.mostBytes, isWritable: false, what: "a document in the XML process")
            output = try SharedMapping(
                offset: XMLMemory.records, count: XMLParsing.mostRecords, isWritable: true,
                what: "the parts of a document in the XML process")
        } catch {
            ConfinedService.send(XMLAnswer(.failed(.worker(error.description)), unconfined: nil).bytes)
            exit(0)
        }
        let unconfined = ConfinedService.confine(mostMemory: mostMemory)
        while let packet = service.receive() {
            var reader = WireReader(packet)
            guard let count = reader.number(Int64.self), (0...XMLParsing.mostBytes).contains(Int(count)) else { break }
            let outcome: XMLAnswer.Outcome
            if let missing {
                outcome = .failed(.missing(missing))
            } else {
                ConfinedService.alarm(after: longest)
                let document = unsafe UnsafeRawBufferPointer(rebasing: input.bytes[..<Int(count)])
                switch unsafe XMLParsing.parse(document, into: output.bytes) {
                case .success(let length): outcome = .parsed(length)
                case .failure(let trouble): outcome = .failed(trouble)
                }
                ConfinedService.alarm(after: 0)
            }
            ConfinedService.send(XMLAnswer(outcome, unconfined: unconfined).bytes)
        }
        exit(0)
    }
}
