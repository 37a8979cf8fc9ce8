// SPDX-License-Identifier: Apache-2.0

package import UserSession

/// Another user, service, process, container or application whose access to the camera is examined in place of ours.
package enum CameraClient: Hashable, Sendable {
    case user(String)
    /// A unit of systemd, of the system or of this user.
    case unit(String)
    case process(Int)
    /// A container of Docker or Podman.
    case container(String)
    /// A Flatpak's or snap's name.
    case application(String)

    /// Whether it is one that runs, and says of itself why it fails.
    var hasOwnWords: Bool {
        switch self {
        case .unit, .process, .container: true
        case .user, .application: false
        }
    }
}

/// What decides whether an `CameraClient` can open a camera.
package struct CameraClientRecord: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Hashable, Sendable {
        case user, unit
        case userUnit = "user-unit"
        case process, container, flatpak, snap
    }

    package var kind: Kind
    /// The name as in commands: `www-data`, `zoneminder.service`, `org.signal.Signal`; for a process its program's name.
    package var name: String
    package var processID: Int?
    /// With whose rights it opens the camera; `nil` if that is not decided by a user (applications in a sandbox).
    package var user: UserRecord?
    /// Settings of a unit that keep devices from it, or let them through, as `Name=value`.
    package var deviceSettings: [String] = []
    /// Whether a filter, sandbox or missing permission of the application keeps cameras from it; `nil` if that is unknown.
    package var isFiltered: Bool?
    /// What says so.
    package var filter: String?
    /// Whether the node exists where it runs (its own `/dev`); `nil` if that is unknown.
    package var hasNode: Bool?
    /// A video node of its own `/dev` that this machine does not have any more; absent in older evidence, and without one.
    package var goneNode: String?
    /// Why the node there is a leftover, as after a replug; `nil` if it is not, or that is unknown.
    package var leftover: Leftover?
    /// Whether a process runs in a sandbox of firejail; absent in older evidence, and unless it does.
    package var isJailed: Bool?
    /// Whether the desktop's portal has written that it could not show some program's question; absent in older evidence, and unless it has.
    package var isUnasked: Bool?
    /// The systemd unit that a process belongs to.
    package var unit: String?
    /// The account that a unit is to run as and that does not exist; absent in older evidence, and if it exists.
    package var missingAccount: String?
    /// The program of a unit that systemd could not execute, and what it could not do with it; absent in older evidence, and unless
    /// it is so.
    package var missingProgram: String?
    /// The file of settings (EnvironmentFile) that a unit must have and that is not there; absent in older evidence, and unless it is so.
    package var missingSettings: String?
    /// Whether the unit is masked: linked to nothing, or an empty file.
    package var isMasked: Bool?
    /// How the unit ended, as systemd reports it: `217` if it found no such account.
    package var exitStatus: String?
    /// How a unit failed, as systemd reports it: `core-dump`, `oom-kill`; absent in older evidence, and unless it has failed.
    package var result: String?
    /// The step at which systemd failed before it ran a unit's program; absent in older evidence, and unless it is so.
    package var failedStep: StartStep?
    /// Whether systemd has given up starting a unit again that ended too often within a short time; absent in older evidence, and unless it
    /// has.
    package var hasGivenUp: Bool?
    /// What systemd calls the state of the file of a unit that nobody has started since the start of the machine, and that nothing else
    /// starts when it is needed: `disabled`, `enabled`; absent in older evidence, and if it was started.
    package var unstarted: String?
    /// When a unit that does not run ended, in seconds since the start of the machine; absent in older evidence, and if it never ran.
    package var endedAt: Double?
    /// The conditions of a unit that systemd skipped because one is not met, as its file has them; absent in older evidence, and
    /// unless it is so.
    package var unmetConditions: [String]?
    /// Whether a unit whose program is to stay in the foreground ended within seconds of its start, without an error and without
    /// anybody having stopped it; absent in older evidence, and unless it is so.
    package var endedAtOnce: Bool?
    /// What a unit that has failed said last, in the order of time, without what systemd says of it; absent in older evidence, and
    /// unless it has failed.
    package var lastWords: [String]?
    /// Whether a unit is a script of init.d that has ended with all that it started; absent in older evidence, and unless it is.
    package var isEndedScript: Bool?
    /// Whether the units of the user of a user unit start with the machine, before the user logs in (lingering); absent in older evidence,
    /// and unless it is so.
    package var isLingering: Bool?
    /// What a unit that runs said last of a program that it starts and that cannot run; absent in older evidence, and without such.
    package var childTrouble: String?
    /// The serial port of the board's pins that its command names; absent in older evidence, and without one.
    package var pinPort: PinPort?
    /// The element of GStreamer that it says it does not have; absent in older evidence, and without such.
    package var missingElement: MissingElement?
    /// The distribution's Python that it does not run with, although its module for cameras is made for that; absent in older evidence, and
    /// without such.
    package var otherPython: PythonMismatch?
    /// An error of a well-known program or library in what it wrote; absent in older evidence, and without such.
    package var programError: ProgramError?
    /// The video nodes that a process has open, `/dev/video2`; absent in older evidence, and if it has none or that is unknown.
    package var openNodes: [String]?
    /// libcamera's library for programs of V4L2, if it is to be loaded before its program and is not there; absent in older evidence, and
    /// otherwise.
    package var missingPreload: String?
    /// Where that library is, if its place is another one; absent in older evidence, and otherwise.
    package var movedPreload: String?
    /// A command of a unit, or of its script or settings, that writes H.264 to the standard output without a format; absent in older
    /// evidence, and without such.
    package var pipedVideo: PipedVideo?
    /// What a unit or container wrote of trouble with a camera since it was started last, in the order of time; absent in older
    /// evidence, and without such.
    package var complaints: [String]?
    /// The I²C bus that a unit or container said it had not found, and that is not there; absent in older evidence, and without such.
    package var absentBus: AbsentBus?
    /// What it cannot take apart in the address of a camera; absent in older evidence, and without such.
    package var misreadAddress: MisreadAddress?
    /// Streams that its go2rtc does not get from its settings; absent in older evidence, and without such.
    package var misplacedStreams: MisplacedStreams?
    /// What libcamera wrote in a unit or container of a sensor that did not take a control because of its bus; absent in older evidence, and
    /// without such.
    package var sensorErrors: [String]?
    /// The file that has them, if that is not the journal; absent in older evidence, and otherwise.
    package var logFile: String?
    /// Whether systemd waits in vain for the unit's program to put itself into the background; absent in older evidence, and unless
    /// it is so.
    package var neverForks: Bool?
    /// Other accounts with which programs of a container run, beside that of the first one; absent in older evidence, and
    /// without any.
    package var workers: [UserRecord]?
    /// Why a container does not run, as Docker or Podman reports it; absent in older evidence, and if it runs.
    package var stopped: String?
    /// The program that runs a container: `docker` or `podman`; absent in older evidence.
    package var engine: String?
    /// Whether a container's numbers of users are others than this machine's; absent in older evidence, and if that is unknown.
    package var mapsUsers: Bool?
    /// What a container was created with; absent in older evidence.
    package var setup: ContainerSetup?
    /// What SELinux denied on video nodes since the start, as it logged it; absent if it denied nothing there.
    package var denials: [String]?
    /// Nodes that libcamera opens beside the video node, and that its user may not open; absent in older evidence, and without such.
    package var closedNodes: [USBNodeRecord]?
    /// The cameras that its command names; absent in older evidence, and if it names none.
    package var namedDevices: [NamedDevice]?

    /// The format that its command asks for; absent in older evidence, and if it asks for none.
    package var wantedFormat: WantedFormat?
    /// Its command, if that encodes the pictures of a camera to JPEGs; absent in older evidence, and for other programs.
    package var encoding: EncodingCommand?
    /// The camera that its command names by libcamera's name, `/base/soc/i2c0mux/i2c@1/imx519@1a`; absent in older evidence, and if it
    /// names none.
    package var namedSensor: String?
    /// The page of a browser that gets no camera from it, because it comes by http: `http://192.168.1.5`; absent in older evidence,
    /// and without such.
    package var insecurePage: String?
    /// The option of a browser because of which its question for the camera finds no lasting answer, such as `--incognito`; absent in
    /// older evidence, and without such.
    package var questionOption: String?
    /// The pages that get no camera from a browser, because somebody refused it to them; absent in older evidence, without such, and if its
    /// settings cannot be read.
    package var refusedPages: RefusedPages?
    /// The permissions policy that forbids a browser's page the camera; absent in older evidence, and if nothing tells of one.
    package var pagePolicy: PagePolicyRecord?
    /// The preferences of Firefox that keep pages from the camera or from its pictures; absent in older evidence, and without such.
    package var firefox: FirefoxRecord?
    /// Whether the socket of NVIDIA's camera daemon is on the machine and not in its root; absent in older evidence, and unless
    /// it is so.
    package var lacksArgus: Bool?
    /// The library by which a running program can open cameras over USB itself, without its version: `libOrbbecSDK.so`; absent in older
    /// evidence, and without one.
    package var usbLibrary: String?

    /// What a browser keeps of answers to its question for the camera.
    package struct RefusedPages: Codable, Hashable, Sendable {
        /// `https://example.org`, at most eight, by name.
        package var pages: [String]
        /// How many there are.
        package var count: Int
        /// Whether it is set to refuse the camera to all others, too.
        package var refusesAll: Bool
        /// That of them which the browser was started with.
        package var opened: String?

        package init(pages: [String], count: Int, refusesAll: Bool, opened: String?) {
            self.pages = pages
            self.count = count
            self.refusesAll = refusesAll
            self.opened = opened
        }
    }

    /// A pixel format in the command line of a service or program.
    package struct WantedFormat: Codable, Hashable, Sendable {
        /// The option, raw, or what the program does without one: `ustreamer … -m MJPEG`.
        package var command: String
        /// For sentences: `MJPEG`.
        package var name: String
        /// The codes any of which will do.
        package var fourCCs: [String]
        /// Whether the program takes these by itself, without an option.
        package var isDefault: Bool
        /// What it takes instead if the driver gives that.
        package var alsoTaken: [String]?
        /// The device that it asks, if its command tells.
        package var device: String?
        /// The version of ROS, 1 or 2, of a node that takes whatever the driver gives for what it has asked for; absent in older evidence,
        /// and for other programs.
        package var robot: Int?

        package init(command: String, name: String, fourCCs: [String], isDefault: Bool) {
            self.command = command
            self.name = name
            self.fourCCs = fourCCs
            self.isDefault = isDefault
        }
    }

    /// A device in the command line of a service or program.
    package struct NamedDevice: Codable, Hashable, Sendable {
        package var path: String
        /// Where its links lead; `nil` if it does not exist.
        package var target: String?
        /// The program and the option, raw: `motion … -d /dev/video9`; or the line of its settings.
        package var command: String
        /// The file of settings that names it; absent in older evidence, and if the command does.
        package var file: String?

        package init(path: String, target: String?, command: String) {
            self.path = path
            self.target = target
            self.command = command
        }
    }

    /// Why a node is a leftover.
    package enum Leftover: String, Codable, Hashable, Sendable {
        /// It has another number than the camera's.
        case otherDevice
        /// The kernel has closed it: nobody has a permission.
        case closed
    }

    /// What `filter` says of a snap that was built without the plug for cameras.
    static let noPlug = "no plug for cameras"
    /// The beginning of a rule of AppArmor that asks the user whether a snap may open cameras.
    static let prompt = "prompt /dev/video"

    package init(_ kind: Kind, name: String) {
        self.kind = kind
        self.name = name
    }

    /// The command that shows its journal, for evidence and remedies.
    var journalctl: String { "journalctl \(kind == .userUnit ? "--user-unit" : "-u") \(name)" }
    /// The command that shows the last lines of it since the start of the machine.
    var lastJournal: String { "journalctl -b \(kind == .userUnit ? "--user-unit" : "-u") \(Words.shell(name)) -n 50" }
    /// The command that changes its unit.
    var systemctl: String { kind == .userUnit ? "systemctl --user" : "sudo systemctl" }

    /// The program that runs it, if it is a container.
    var containerEngine: String { engine ?? "docker" }
    /// The unit itself, or the one that a process belongs to.
    var ownUnit: String? { kind == .unit || kind == .userUnit ? name : unit }

    /// For sentences.
    package var title: String {
        switch kind {
        case .user: name
        case .unit, .userUnit: "the service \(name)"
        case .process: "the program \(name)\(processID.map { " (process \($0))" } ?? "")"
        case .container: "the container \(name)"
        case .flatpak: "the Flatpak \(name)"
        case .snap: "the snap \(name)"
        }
    }
}
