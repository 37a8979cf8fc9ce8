// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Cameras
internal import Frames
internal import Measurement
internal import Output
internal import Scanning
internal import Terminal

/// Fits a camera's light constant to a light meter reading, and saves it.
struct LightFit {
    let address: CameraAddress
    let stream: StreamOptions
    let region: FrameRegion?
    /// The light meter reading; `nil` to use the ambient light sensor.
    let lux: Double?
    let reflectance: Double
    let style: MeasureStyle
    let isVerbose: Bool

    /// Errors in stops of a meter on the object, and of a sensor that faces another way than the camera.
    private static let meterError = 0.3
    private static let sensorError = 1.0

    func run() throws {
        var reading = (lux: lux ?? 0, error: Self.meterError, source: "--fit-lux")
        if lux == nil {
            guard let sensor = AmbientLightSensor.read() else {
                throw CommandFailure(
                    "cannot fit to an ambient light sensor: this machine has none; use a light meter and --fit-lux")
            }
            guard sensor.lux > 0 else {
                throw CommandFailure(
                    "cannot fit to the ambient light sensor \(VisibleText.escape(sensor.name)): it reads 0 lux; "
                        + "uncover it, or add light")
            }
            reading = (sensor.lux, Self.sensorError, "--fit-als, \(sensor.name)")
        }
        let camera = try openingCamera(address == .automatic ? nil : address.name) { opener throws(CameraError) in
            try opener.open(address, request: stream.request)
        }
        for note in camera.words(isVerbose: isVerbose, isNamed: address != .automatic) {
            Console.note(VisibleText.escape(note))
        }
        let source = camera.source
        Interruption.onSignal { [weak source] in source?.stop() }
        defer { source.stop() }
        guard let controls = camera.controls else {
            throw CommandFailure("cannot fit the light constant: the stream has no controls")
        }
        let seen: LightObservation
        let constant: LightConstant
        do throws(LightObservation.Failure) {
            seen = try LightObservation(source, controls, region: region)
            constant = try seen.constant(
                lux: reading.lux, reflectance: reflectance, error: reading.error,
                source: "\(JSONValue.fixed(reading.lux, decimals: 1) ?? "?") lux by \(reading.source)")
        } catch {
            throw Self.failure(error, camera)
        }
        guard case .fitted(let origin) = constant.origin else { return }
        let entry = LightConstantTable.Entry(
            constant: constant.value, error: constant.error, source: origin, date: WallTime.now.text)
        let path = try LightConstantFile.keep(entry, for: camera.identity)
        try report(constant, seen, reading.lux, camera, path)
    }

    private static func failure(_ failure: LightObservation.Failure, _ camera: OpenCamera) -> CommandFailure {
        switch failure {
        case .controls(let error): CommandFailure(VisibleText.escape(error.description))
        case .stream(let error): CommandFailure(VisibleText.escape(error.description))
        case .region(let error): CommandFailure(error.description)
        case .streamEnded: CommandFailure("cannot fit the light constant: the stream ended early")
        case .exposureUnknown(let reason):
            CommandFailure(
                "cannot fit the light constant of \(VisibleText.escape(CameraAddress(camera.name).label)): \(reason)",
                status: .found)
        case .clipped(let share):
            CommandFailure(
                "cannot fit the light constant: \(Int((100 * share).rounded())) % of the picture is white; "
                    + "reduce the exposure, or use --region to select a darker part", status: .found)
        case .black: CommandFailure("cannot fit the light constant: the picture is black; add light", status: .found)
        }
    }

    private func report(
        _ constant: LightConstant, _ seen: LightObservation, _ lux: Double, _ camera: OpenCamera, _ path: String
    ) throws(CommandFailure) {
        func fixed(_ value: Double, _ decimals: Int) -> String { JSONValue.fixed(value, decimals: decimals) ?? "?" }
        guard style == .text else {
            let report: JSONValue = [
                "event": "fit", "schema": "candela.measure/1", "source": .string(camera.name),
                "camera": .string(camera.identity), "lux": .number(lux, decimals: 3),
                "reflectance": .number(reflectance, decimals: 3),
                "exposure_ms": .number(seen.exposure.time * 1000, decimals: 2),
                "gain_stops": .number(seen.exposure.gainStops, decimals: 2),
                "linear_mean": .number(seen.linearMean, decimals: 5), "constant": .number(constant.value, decimals: 3),
                "assumed_constant": .number(LightConstant.assumed.value, decimals: 3),
                "error_stops": .number(constant.error, decimals: 2), "file": .string(path),
            ]
            return try Console.print(report.text)
        }
        try Console.print(
            "light constant of \(VisibleText.escape(CameraAddress(camera.name).label)): "
                + "\(fixed(constant.value, 2)) stops, ± \(fixed(constant.error, 1)) "
                + "(assumed before: \(fixed(LightConstant.assumed.value, 2)))")
        try Console.print(
            "  from \(fixed(lux, 1)) lux on \(fixed(100 * reflectance, 0)) % grey, exposed "
                + "\(fixed(seen.exposure.time * 1000, 1)) ms, mean linear light \(fixed(seen.linearMean, 3))")
        try Console.print("  saved in \(VisibleText.escape(path))")
    }
}
