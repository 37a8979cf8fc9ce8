// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import ConfinedProcesses
internal import Frames
package import Scanning

/// The worker's side, which `WorkerProgram` must run.
package enum WorkerService {
    /// The memory limit: prepared copies have a few megapixels, a whole picture 40.
    private static let mostMemory = 1 << 30
    /// The time limit for a picture in seconds, in case the parent does not enforce its own.
    private static let longest = 90

    /// Serves until the other end closes.
    ///
    /// - Parameter makeReader: loads the libraries. It is the last code that can access files.
    /// - Returns: 2 if this process was not started as a worker, otherwise 0.
    package static func run(makeReader: () -> any SteppedReader) -> Int32 {
        guard var service = ConfinedService(), let memory = try? SharedPicture() else { return 2 }
        let reader = makeReader()
        ConfinedService.loadCharacterSets()
        var shortfall = reader.shortfall
        shortfall.unconfined = ConfinedService.confine(mostMemory: mostMemory)
        send(.ready(supported: reader.supported, shortfall: shortfall))
        serve(reader, memory, &service)
        return 0
    }

    private static func serve(_ reader: any SteppedReader, _ memory: SharedPicture, _ service: inout ConfinedService) {
        var storage: (pixels: PixelStorage, capacity: Int)?
        reader.onStep = { memory.note(step: $0, lane: $1) }
        while let packet = service.receive(), let request = WorkerRequest(packet) {
            guard case .read(let size, let capacity, let symbologies, let leavingOut, let isAlone) = request else {
                reader.reset()
                continue
            }
            let pixels: PixelStorage
            do throws(WorkerFailure) {
                if let storage, storage.capacity == capacity {
                    pixels = storage.pixels
                } else {
                    storage = nil
                    pixels = try memory.map(capacity: capacity)
                    storage = (pixels, capacity)
                }
            } catch {
                // Never "nothing read" of a picture that was not seen.
                send(.cannot(BarcodeReaderError(reader: "worker", error.description)))
                continue
            }
            guard let image = LumaImage(storage: pixels, size: size, rowStride: size.width) else {
                let reason = "cannot map a picture in the reader process: it is larger than the memory"
                send(.cannot(BarcodeReaderError(reader: "worker", reason)))
                continue
            }
            ConfinedService.alarm(after: longest)
            reader.leftOut = leavingOut
            reader.isAlone = isAlone
            let codes = reader.read(image, symbologies: symbologies)
            memory.note(step: nil, lane: 0)
            for code in codes.prefix(WorkerAnswer.mostCodes) { send(.code(code)) }
            let doubts = (reader as? any DoubtingReader)?.doubtful ?? []
            for code in doubts.prefix(WorkerAnswer.mostDoubts) { send(.doubt(code)) }
            send(.done)
            // Lanes that nobody waits for are still under the alarm, and named in the notes.
            reader.finish()
            ConfinedService.alarm(after: 0)
        }
    }

    private static func send(_ answer: WorkerAnswer) { ConfinedService.send(answer.bytes) }
}
