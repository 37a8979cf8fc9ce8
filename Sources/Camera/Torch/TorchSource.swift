// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// A light that can be switched for a camera.
package struct TorchSource: Hashable, Sendable {
    /// How it is switched, most reliable first: what the kernel calls a flash, before what only may be one.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A V4L2 flash sub-device: a mode, a current, and faults.
        case subdevice
        /// A flash in the LED class: brightness and faults.
        case led
        /// A vendor's own light class, `/sys/class/flashlight`.
        case vendor
        /// A control of the camera, as on microscopes.
        case illuminator
        /// The user's own command.
        case command

        /// For reports.
        package var phrase: String {
            switch self {
            case .subdevice: "V4L2 flash sub-device"
            case .led: "LED class flash"
            case .vendor: "vendor flashlight class"
            case .illuminator: "camera control"
            case .command: "your command"
            }
        }
    }

    /// Why it counts as this camera's light.
    package enum Belonging: Hashable, Sendable {
        /// The user named it.
        case named
        /// It is a control of the camera itself.
        case ownControl
        /// The media graph links it to the camera's sensor.
        case linked(graph: String)
        /// It is in the media graph of the camera.
        case sameGraph(String)
        /// It is on the same device as the camera.
        case sameDevice
        /// It is the same light through another interface.
        case sameLight(String)
        /// There is no known relation, but it is the only light.
        case onlyOne
        /// There is no known relation, and there are other lights.
        case unknown

        /// Whether there is evidence for it.
        package var isKnown: Bool {
            switch self {
            case .onlyOne, .unknown: false
            default: true
            }
        }

        /// A clause for people. Names in it are raw.
        package var reason: String {
            switch self {
            case .named: "you named it"
            case .ownControl: "it is a control of this camera"
            case .linked(let graph): "\(graph) links it to this camera's sensor"
            case .sameGraph(let graph): "it is in this camera's media graph, \(graph)"
            case .sameDevice: "it is on the same device as this camera"
            case .sameLight(let other): "it is the same light as \(other)"
            case .onlyOne: "it is the only one on this machine, but it may not belong to this camera"
            case .unknown: "it is not known which camera it belongs to"
            }
        }
    }

    /// What to open to switch it.
    package enum Place: Hashable, Sendable {
        /// The device node, and the LED of the same light if the LED class has it.
        case subdevice(path: String, led: String?)
        /// The sysfs directory.
        case led(folder: String)
        /// The files for the level and for its maximum.
        case vendor(level: String, maximum: String)
        case illuminator(ControlID)
        case command(CommandTemplate)
    }

    package var kind: Kind { place.kind }
    /// The name for `--torch-source`: `/dev/v4l-subdev0`, `white:flash`, `illuminator_1`. Raw: it comes from the driver.
    package var name: String
    package var place: Place
    package var belonging: Belonging
    /// Whether this user may switch it, by file permissions.
    package var isPermitted: Bool

    package init(name: String, place: Place, belonging: Belonging, isPermitted: Bool) {
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

/// A light that looks like a torch but is not one.
package struct NotATorch: Hashable, Sendable {
    /// The driver's name, raw.
    package var name: String
    package var reason: String

    package init(name: String, reason: String) {
        self.name = name
        self.reason = reason
    }
}

/// The lights found for a camera.
package struct TorchSurvey: Hashable, Sendable {
    /// Best first.
    package var sources: [TorchSource]
    package var refused: [NotATorch]
    /// What could not be searched, as sentences.
    package var gaps: [String]

    package init(sources: [TorchSource] = [], refused: [NotATorch] = [], gaps: [String] = []) {
        self.sources = sources
        self.refused = refused
        self.gaps = gaps
    }
}
