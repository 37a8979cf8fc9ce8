// SPDX-License-Identifier: Apache-2.0

internal import Cameras
internal import Frames
import Glibc
internal import Measurement
internal import Scanning

/// What a camera saw during a while.
public struct CameraMeasurement: Sendable {
    /// The light before the camera.
    public let light: Light
    /// Frames per second; `nil` before the second frame.
    public let frameRate: Double?
    /// Pictures of that time.
    public let frames: Int
    /// The share of the pictures in which a code was read, 0 to 1; `nil` if none was to be read.
    public let readShare: Double?
    /// The median time to read a picture; `nil` if none was to be read.
    public let decodeTime: Duration?
    /// The median width of edges, in pixels: smaller is sharper; `nil` for a picture without edges.
    public let edgeWidth: Double?
    /// The median noise of a pixel, of 255; `nil` if it could not be told from the scene.
    public let noise: Double?

    /// The light before a camera.
    public struct Light: Hashable, Sendable, CustomStringConvertible {
        /// The mean brightness of the picture, 0 to 255.
        public let mean: Double
        /// The share of the picture that is white, so that nothing can be told from it, 0 to 1.
        public let clippedShare: Double
        /// The illuminance before the camera as its exposure and its picture tell it, in lux; `nil` if the camera does not tell
        /// its exposure. The error is a factor of 2 to 4 unless the camera was fitted to a light meter
        /// (`candela measure --fit-lux`).
        public let lux: Double?
        /// The possible error of `lux`: the true value is between `lux` divided and multiplied by it.
        public let errorFactor: Double?
        /// Whether lamps flicker in the picture.
        public let flickers: Bool

        /// `180 lux (× or ÷ 2.1), mean 92 of 255`.
        public var description: String {
            let mean = "mean \(Int(mean.rounded())) of 255" + (flickers ? ", flickers" : "")
            guard let lux, let errorFactor else { return mean }
            return "\(Int(lux.rounded())) lux (× or ÷ \((errorFactor * 10).rounded() / 10)), " + mean
        }
    }
}

extension Camera {
    /// Measures the picture and how well codes are read.
    ///
    /// - Parameters:
    ///   - duration: how long, from the first picture.
    ///   - symbologies: what to read; empty to read nothing, which needs no helper.
    ///   - options: how it streams.
    /// - Returns: the figures.
    /// - Throws: `CameraError`, or `CancellationError` once the task is cancelled and the camera is closed.
    public func measure(
        for duration: Duration, reading symbologies: Set<Symbology> = .standard,
        options: StreamOptions = StreamOptions()
    ) async throws -> CameraMeasurement {
        try await CameraThread.run { channel in
            let reader: any InnerReader
            if symbologies.isEmpty {
                reader = NoReader()
            } else {
                do throws(ReadingError) {
                    try Workers.prepare(options.isolation)
                    reader = try BarcodeReader.make(symbologies, .normal, .frames, options.isolation)
                } catch {
                    throw CameraError(error)
                }
            }
            let streaming = try Streaming(self, options, for: channel)
            defer { streaming.end() }
            var measuring = MeasuringOptions(symbologies: symbologies.inner)
            measuring.duration = duration
            measuring.constant = LightConstantFile.constant(for: streaming.open.identity)
            let session = MeasuringSession(
                source: streaming.open.source, controls: streaming.open.controls, reader: reader, options: measuring)
            do {
                try session.run { _ in }
            } catch MeasuringFailure.source(let error) {
                throw CameraError(error)
            }
            return CameraMeasurement(session.summary, hasRead: !symbologies.isEmpty)
        }
    }
}

extension CameraMeasurement {
    init(_ summary: MeasuringSummary, hasRead: Bool) {
        let estimate = summary.lastLight?.estimate
        light = Light(
            mean: summary.mean.median ?? 0, clippedShare: (summary.clipped.median ?? 0) / 100, lux: estimate?.lux,
            errorFactor: estimate.map { Self.power(of: $0.error) }, flickers: summary.flickerShare > 0.5)
        frameRate = summary.stream.rate
        frames = summary.stream.frames
        readShare = hasRead ? summary.readShare : nil
        decodeTime = hasRead ? summary.decodes.median.map { .milliseconds($0) } : nil
        edgeWidth = summary.edgeWidth.median
        noise = summary.temporalNoise.median ?? summary.spatialNoise.median
    }

    /// 2 to the power of stops.
    private static func power(of stops: Double) -> Double { Glibc.exp2(stops) }
}
