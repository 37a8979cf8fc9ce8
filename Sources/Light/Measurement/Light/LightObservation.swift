// SPDX-License-Identifier: Apache-2.0

package import CameraControls
internal import FrameMetrics
package import Frames
package import Scanning

/// The mean light of some frames and their exposure: what a camera's light constant is fitted to.
package struct LightObservation: Sendable {
    package enum Failure: Error {
        case controls(ControlError)
        case stream(FrameSourceError)
        case region(RegionError)
        case streamEnded
        case exposureUnknown(reason: String)
        /// That share of the picture is white.
        case clipped(Double)
        case black
    }

    package let exposure: ExposureReading
    package let linearMean: Double

    /// Number of frames to average.
    private static let frames = 15

    /// Averages some frames of a stream, or a part of each. Blocks until they have arrived.
    package init(
        _ source: any FrameSource, _ surface: any ControlSurface, region: FrameRegion?
    ) throws(Failure) {
        let reader: ExposureReader
        do throws(ControlError) { reader = try ExposureReader(surface) } catch { throw .controls(error) }
        // Read before and after: it must be the same.
        _ = reader.read()
        var sum = 0.0
        var clipped = 0.0
        for _ in 0..<Self.frames {
            let frame: Frame?
            do throws(FrameSourceError) {
                frame = try source.nextFrame(timeout: LiveScan.patience)
            } catch { throw .stream(error) }
            guard let frame else { throw .streamEnded }
            var part = frame.luma
            if let region {
                do throws(RegionError) { part = try frame.luma.part(region).image } catch { throw .region(error) }
            }
            let histogram = LumaHistogram(part)
            let range = LumaRange(of: source.format.fourCC, histogram: LumaHistogram(frame.luma))
            sum += range.linearMean(of: histogram)
            clipped = max(clipped, histogram.share(range.white))
        }
        switch reader.read() {
        case .unknown(let reason): throw .exposureUnknown(reason: reason)
        case .known(let exposure): self.exposure = exposure
        }
        guard clipped < 0.02 else { throw .clipped(clipped) }
        linearMean = sum / Double(Self.frames)
    }

    /// The light constant of a camera that sees a surface of this reflectance in this light.
    ///
    /// - Parameters:
    ///   - error: of `lux`, in stops.
    ///   - source: the origin of `lux`, for the file.
    package func constant(
        lux: Double, reflectance: Double, error: Double, source: String
    ) throws(Failure) -> LightConstant {
        // An unknown gain becomes part of the constant, and so does its error.
        let whole = (error * error + exposure.gainError * exposure.gainError).squareRoot()
        guard
            let constant = LightConstant.fitted(
                lux: lux, reflectance: reflectance, exposure: exposure, linearMean: linearMean, error: whole,
                source: source)
        else { throw .black }
        return constant
    }
}
