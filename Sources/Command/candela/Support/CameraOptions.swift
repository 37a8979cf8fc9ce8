// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
internal import Cameras
public import Frames

/// The camera as an argument of its own.
struct CameraArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The camera: /dev/videoN, a link to it, a serial number, part of its name, or sim:SCENE.",
            discussion: "Without it the best usable camera is taken.", valueName: "camera"))
    var camera: String?
}

/// The camera as an option, for commands whose arguments are something else.
struct CameraOption: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "The camera: /dev/videoN, a link to it, a serial number, part of its name, or sim:SCENE.",
            valueName: "camera"))
    var camera: String?
}

/// What to ask of a stream.
struct StreamOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Pixel format to ask the camera for, as four characters.", valueName: "fourcc"))
    var format: PixelFormatName?

    @Option(help: ArgumentHelp("Picture size to ask the camera for.", valueName: "WxH"))
    var size: FrameSize?

    @Option(help: ArgumentHelp("Frames per second to ask the camera for.", valueName: "rate"))
    var fps: Double?

    @Flag(help: "On standard input, skip to the newest frame instead of reading every one: for live programs.")
    var newest = false

    mutating func validate() throws {
        if let fps, !(fps > 0 && fps <= 1000) {
            throw ValidationError("cannot use --fps \(fps): it takes a rate above 0, up to 1000")
        }
    }

    var request: CaptureRequest {
        CaptureRequest(fourCC: format?.fourCC, size: size, framesPerSecond: fps, isLive: newest)
    }
}

extension FrameSize: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension FrameRegion: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

/// A FourCC as people write it: `mjpg` is `MJPG`, `y10` is `Y10 `.
struct PixelFormatName: ExpressibleByArgument {
    var fourCC: FourCC

    init?(argument: String) {
        guard let fourCC = FourCC(argument.uppercased()) else { return nil }
        self.fourCC = fourCC
    }
}

/// A span of time with its unit: `250ms`, `3.5s`, `2min`; a bare number is refused, except 0.
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
