// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import CameraCalibration
package import Cameras
internal import ConfinedDecoding
internal import Diagnostics
internal import Frames
internal import ReadingWorker
package import Scanning
package import Terminal

/// The user's settings, parsed.
package struct StudioPlan: Sendable {
    let address: CameraAddress
    let request: CaptureRequest
    let symbologies: Set<Symbology>
    let effort: ReadingEffort
    let isInProcess: Bool
    let version: String
    let light: LightChoice?
    /// Where codes are searched, unless the page chooses a part.
    var region = ScanRegion.whole

    /// A station's camera.
    package init(
        _ address: CameraAddress, _ request: CaptureRequest, symbologies: Set<Symbology>, effort: ReadingEffort,
        region: ScanRegion, light: LightChoice?, isInProcess: Bool, version: String
    ) {
        self.address = address
        self.request = request
        self.symbologies = symbologies
        self.effort = effort
        self.region = region
        self.light = light
        self.isInProcess = isInProcess
        self.version = version
    }

    /// Options for the doctor.
    var examination: Examination.Options {
        let isInProcess = isInProcess
        var options = Examination.Options(symbologies: symbologies, request: request) {
            effort, use throws(BarcodeReaderError) in
            try Readers(isInProcess: isInProcess).make(effort: effort, for: use)
        }
        options.decoders = decoders
        return options
    }

    var decoders: Decoders { Decoders(isInProcess: isInProcess) }

    /// - Throws: for settings that the command rejects. It has checked them before.
    package init(_ settings: StudioSettings) throws(CommandFailure) {
        address = CameraAddress(settings.camera)
        request = CaptureRequest(
            fourCC: settings.format.flatMap { FourCC($0.uppercased()) }, size: settings.size.flatMap { FrameSize($0) },
            framesPerSecond: settings.framesPerSecond.flatMap { Double($0) }, isLive: true)
        symbologies =
            try settings.symbology.map { (list) throws(CommandFailure) in
                try failing { () throws(SymbologySelection.UnknownName) in try SymbologySelection.parse(list) }
            } ?? SymbologySelection.standard
        effort = settings.effort.flatMap { ReadingEffort(rawValue: $0) } ?? .normal
        isInProcess = settings.isInProcess
        version = settings.version
        light = settings.light.flatMap { LightChoice(rawValue: $0) }
    }
}
