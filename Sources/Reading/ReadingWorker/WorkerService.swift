// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import CReadingWorker
internal import Frames
import Glibc
package import Scanning

/// The worker's side, which `WorkerProgram` must run.
public enum WorkerService {
    /// The memory limit: prepared copies have a few megapixels, a whole picture 40.
    private static let mostMemory = 1 << 30
    /// The time limit for a picture in seconds, in case the parent does not enforce its own.
    private static let longest = 90

    /// Serves until the other end closes.
    ///
    /// - Parameter makeReader: loads the libraries. It is the last code that can access files.
    /// - Returns: 2 if this process was not started as a worker, otherwise 0.
    package static func run(makeReader: () -> any SteppedReader) -> Int32 {
        guard isSocket(Int32(CANDELA_WORKER_SOCKET)),
            let memory = SharedPicture(descriptor: Int32(CANDELA_WORKER_MEMORY))
        else { return 2 }
        // Ctrl-C and a service stop are handled by the parent; when it exits, its socket closes.
        for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] { _ = signal(number, SIG_IGN) }
        candela_worker_watch()
        let reader = makeReader()
        candela_worker_load_character_sets()
        var shortfall = reader.shortfall
        shortfall.unconfined = confine()
        send(.ready(supported: reader.supported, shortfall: shortfall))
        serve(reader, memory)
        return 0
    }

    private static func confine() -> String? {
        var step: UnsafePointer<CChar>?
        let failure = unsafe candela_worker_confine(mostMemory, &step)
        guard failure != 0 else { return nil }
        let words = unsafe step.map { unsafe String(cString: $0) } ?? "confine itself"
        return "it could not \(words): \(unsafe String(cString: strerror(failure)))"
    }

    private static func serve(_ reader: any SteppedReader, _ memory: SharedPicture) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var storage: (pixels: PixelStorage, capacity: Int)?
        reader.onStep = { memory.note(step: $0) }
        while let request = receive(&buffer) {
            guard case .read(let size, let capacity, let symbologies, let leavingOut) = request else {
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
            alarm(after: longest)
            reader.leftOut = leavingOut
            let codes = reader.read(image, symbologies: symbologies)
            memory.note(step: -1)
            for code in codes.prefix(WorkerAnswer.mostCodes) { send(.code(code)) }
            let doubts = (reader as? any DoubtingReader)?.doubtful ?? []
            for code in doubts.prefix(WorkerAnswer.mostDoubts) { send(.doubt(code)) }
            alarm(after: 0)
            send(.done)
        }
    }

    private static func alarm(after seconds: Int) {
        var timer = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: seconds, tv_usec: 0))
        unsafe setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    }

    // MARK: Packets

    private static func isSocket(_ descriptor: Int32) -> Bool {
        var type: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0 else { return false }
        return type == SOCK_SEQPACKET.rawValue
    }

    private static func receive(_ buffer: inout [UInt8]) -> WorkerRequest? {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe recv(Int32(CANDELA_WORKER_SOCKET), $0.baseAddress, $0.count, 0)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            return WorkerRequest(buffer[..<count])
        }
    }

    /// An answer that does not fit into a packet is not sent.
    private static func send(_ answer: WorkerAnswer) {
        let bytes = answer.bytes
        guard bytes.count <= WorkerAnswer.longest else { return }
        _ = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(Int32(CANDELA_WORKER_SOCKET), $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
    }
}
