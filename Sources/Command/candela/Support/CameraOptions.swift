// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Cameras
package import Frames

/// The names of cameras that are no video nodes, for help.
private let otherCameras =
    "one of another kind: libcamera:NAME, aravis:NAME, pipewire:NAME, portal:, http://HOST/PATH, rtsp://HOST/PATH, onvif:HOST"

/// The camera as a positional argument.
struct CameraArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The camera: /dev/videoN, a link to it, a serial number, part of its name, sim:SCENE, or \(otherCameras).",
            discussion: "Without it the best usable camera is used.", valueName: "camera"))
    var camera: String?
}

/// The camera as an option, for commands with other positional arguments.
struct CameraOption: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Use this camera: /dev/videoN, a link to it, a serial number, part of its name, sim:SCENE, or \(otherCameras).",
            valueName: "camera"))
    var camera: String?
}

/// The options of a stream.
struct StreamOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Request this pixel format, as four characters.", valueName: "fourcc"))
    var format: PixelFormatName?

    @Option(help: ArgumentHelp("Request this picture size.", valueName: "WxH"))
    var size: FrameSize?

    @Option(help: ArgumentHelp("Request this frame rate, in frames per second.", valueName: "rate"))
    var fps: Double?

    @Flag(help: "On standard input, skip to the newest frame instead of reading every frame. For live sources.")
    var newest = false

    mutating func validate() throws {
        if let fps, !(fps > 0 && fps <= 1000) {
            throw ValidationError("cannot use --fps \(fps): it must be above 0 and at most 1000")
        }
    }

    var request: CaptureRequest {
        CaptureRequest(fourCC: format?.fourCC, size: size, framesPerSecond: fps, isLive: newest)
    }
}

extension FrameSize: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}

extension FrameRegion: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}

/// A FourCC as people write it: `mjpg` is `MJPG`, `y10` is `Y10 `.
struct PixelFormatName: ExpressibleByArgument {
    var fourCC: FourCC

    init?(argument: String) {
        guard let fourCC = FourCC(argument.uppercased()) else { return nil }
        self.fourCC = fourCC
    }
}

/// A time span with its unit: `250ms`, `3.5s`, `2min`. A number without a unit is rejected, except 0.
struct TimeSpan: ExpressibleByArgument {
    var duration: Duration

    init(_ duration: Duration) { self.duration = duration }

    init?(argument: String) {
        let units: [(String, Double)] = [("ms", 0.001), ("min", 60), ("h", 3600), ("s", 1), ("d", 86400)]
        if argument == "0" {
            duration = .zero
            return
        }
        guard let unit = units.first(where: { argument.hasSuffix($0.0) }),
            let number = Double(argument.dropLast(unit.0.count)), number >= 0, number.isFinite,
            number * unit.1 <= 1e9
        else { return nil }
        duration = .seconds(number * unit.1)
    }

    var defaultValueDescription: String {
        let milliseconds = duration.milliseconds
        guard milliseconds >= 1000 else { return "\(Int(milliseconds))ms" }
        let seconds = milliseconds / 1000
        return seconds == seconds.rounded() ? "\(Int(seconds))s" : "\(seconds)s"
    }
}
