// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
internal import Threads

/// One reading of a picture, and what it took.
struct TimedReading {
    var codes: [Barcode]
    /// Milliseconds by the clock.
    var clock: Double
    /// Milliseconds of processor time: of this thread, or of the process that reads for it.
    var processor: Double

    init(_ reader: any BarcodeReader, _ image: LumaImage, _ symbologies: Set<Symbology>) {
        let separate = reader as? any SeparateReader
        // A process that is not running yet has used nothing.
        func spent() -> Duration {
            guard let separate else { return ProcessorClock.ofThisThread }
            return separate.processorTime ?? .zero
        }
        let (began, before) = (FrameTimestamp.now, spent())
        codes = reader.read(image, symbologies: symbologies)
        clock = FrameTimestamp.now.since(began).milliseconds
        // A worker that was replaced, or has ended, starts at zero.
        let used = (spent() - before).milliseconds
        processor = used >= 0 ? min(used, clock) : clock
    }
}
