// SPDX-License-Identifier: Apache-2.0

public import CameraControls

/// A light that can be switched for a camera.
public struct TorchSource: Hashable, Sendable {
    /// How it is switched, the most honest way first: what the kernel calls a flash, before what merely may be one.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A V4L2 flash sub-device: a mode, a current, and faults.
        case subdevice
        /// A flash of the LED class: brightness and faults.
        case led
        /// A vendor's own class of lights, `/sys/class/flashlight`.
        case vendor
        /// A control of the camera, as microscopes have.
        case illuminator
        /// A command of the user's.
        case command

        /// For reports.
        public var phrase: String {
            switch self {
            case .subdevice: "V4L2 flash sub-device"
            case .led: "LED class flash"
            case .vendor: "vendor's flashlight class"
            case .illuminator: "control of the camera"
            case .command: "command of yours"
            }
        }
    }

    /// Why it is taken for this camera's light.
    public enum Belonging: Hashable, Sendable {
        /// The user said so.
        case named
        /// It is a control of the camera itself.
        case ownControl
        /// The media graph links it to the camera's sensor.
        case linked(graph: String)
        /// It is in the media graph of the camera.
        case sameGraph(String)
        /// It hangs on the same device as the camera.
        case sameDevice
        /// It is another way to the same light.
        case sameLight(String)
        /// Nothing relates them, but there is no other.
        case onlyOne
        /// Nothing relates them, and there are others.
        case unknown

        /// Whether something says so, rather than nothing speaking against it.
        public var isKnown: Bool {
            switch self {
            case .onlyOne, .unknown: false
            default: true
            }
        }

        /// A clause for people. Names in it are raw.
        public var reason: String {
            switch self {
            case .named: "you named it"
            case .ownControl: "it is a control of this camera"
            case .linked(let graph): "\(graph) links it to this camera's sensor"
            case .sameGraph(let graph): "it is in this camera's media graph, \(graph)"
            case .sameDevice: "it hangs on the same device as the camera"
            case .sameLight(let other): "it is the light of \(other)"
            case .onlyOne: "it is the only one on this machine; nothing ties it to this camera"
            case .unknown: "nothing tells which camera it belongs to"
            }
        }
    }

    /// What is opened to switch it.
    public enum Place: Hashable, Sendable {
        /// The device node, and the LED of the same light, if the LED class has it too.
        case subdevice(path: String, led: String?)
        /// The folder in sysfs.
        case led(folder: String)
        /// The files for the level and for its maximum.
        case vendor(level: String, maximum: String)
        case illuminator(ControlID)
        case command(CommandTemplate)
    }

    public var kind: Kind { place.kind }
    /// What `--torch-source` takes: `/dev/v4l-subdev0`, `white:flash`, `illuminator_1`. Names are the drivers': raw.
    public var name: String
    public var place: Place
    public var belonging: Belonging
    /// Whether this user may switch it, as far as permissions tell.
    public var isPermitted: Bool

    public init(name: String, place: Place, belonging: Belonging, isPermitted: Bool) {
        self.name = name
        self.place = place
        self.belonging = belonging
        self.isPermitted = isPermitted
    }
}

extension TorchSource.Place {
    var kind: TorchSource.Kind {
        switch self {
        case .subdevice: .subdevice
        case .led: .led
        case .vendor: .vendor
        case .illuminator: .illuminator
        case .command: .command
        }
    }
}

/// A light that might be taken for a torch and is none.
public struct NotATorch: Hashable, Sendable {
    /// The driver's: raw.
    public var name: String
    public var reason: String

    public init(name: String, reason: String) {
        self.name = name
        self.reason = reason
    }
}

/// The lights found for a camera.
public struct TorchSurvey: Hashable, Sendable {
    /// The one to take first.
    public var sources: [TorchSource]
    public var refused: [NotATorch]
    /// What could not be looked at, as sentences.
    public var gaps: [String]

    public init(sources: [TorchSource] = [], refused: [NotATorch] = [], gaps: [String] = []) {
        self.sources = sources
        self.refused = refused
        self.gaps = gaps
    }
}
