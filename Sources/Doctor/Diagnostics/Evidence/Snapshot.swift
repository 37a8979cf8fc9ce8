// SPDX-License-Identifier: Apache-2.0

public import Pictures
public import UdevRules
public import UserSession

/// Everything observed about one camera, picture or stream and its machine: the input of the judges.
///
/// It does not depend on the machine it was taken on, so it can be stored, sent and judged again elsewhere.
public struct Snapshot: Codable, Hashable, Sendable {
    /// The name of the schema. Fields are only ever added; those that an older version did not write read as not reached.
    public var schema = "candela.evidence/1"
    /// The version of the program that took the snapshot.
    public var program: String
    /// When, as RFC 3339.
    public var time: String
    public var subject: Subject
    public var host: Observation<HostRecord> = .notReached
    public var user: Observation<UserRecord> = .notReached
    public var sessions: Observation<SessionSurvey> = .notReached
    public var surroundings: Observation<ContainerSigns> = .notReached
    public var rules: Observation<RuleSurvey> = .notReached
    public var nodes: Observation<[NodeRecord]> = .notReached
    public var selection: Observation<SelectionRecord> = .notReached
    public var holders: Observation<HoldersRecord> = .notReached
    public var stream: Observation<StreamRecord> = .notReached
    public var picture: Observation<PictureEvidence> = .notReached
    public var torches: Observation<[TorchRecord]> = .notReached
    public var profile: Observation<ProfileRecord> = .notReached
    /// What libcamera says; asked only if a camera may need it. Absent in older evidence.
    public var libcamera: Observation<LibcameraRecord>?
    /// What happened in a longer watch; absent unless asked for.
    public var watch: Observation<WatchRecord>?
    /// What the desktop's own way to the camera looks like. Absent in older evidence.
    public var desktop: Observation<DesktopRecord>?
    /// What was seen of a camera on the network; only for such a one.
    public var network: Observation<NetworkRecord>?
    /// Why a GenICam camera could not be opened; absent if it could.
    public var genICam: GenICamRecord?
    /// What was seen of a camera of PipeWire; only for such a one.
    public var pipeWire: Observation<PipeWireRecord>?
    /// Who is examined in place of the user of this process; `nil` for nobody.
    public var client: CameraClientRecord?
    /// Running services of other accounts that are known to use cameras. Absent in older evidence.
    public var services: [CameraClientRecord]?
    /// What is wrong with a picture file of which only part could be read.
    public var damage: String?
    /// The transparent part of a picture file. Absent in older evidence, and without any.
    public var transparency: PictureTransparency?
    /// Only on request.
    public var frames: [KeptFrame]?

    public init(program: String, time: String, subject: Subject) {
        self.program = program
        self.time = time
        self.subject = subject
    }

    /// What was examined.
    public struct Subject: Codable, Hashable, Sendable {
        public enum Kind: String, Codable, Sendable {
            case camera, simulated, stream, picture, network, libcamera
            case genICam = "genicam"
            case pipeWire = "pipewire"
        }
        public var kind: Kind
        /// As the user named it. If nothing was named: the path of the node, or "camera" without a node.
        public var name: String
        /// Whether the user named it.
        public var isNamed: Bool

        public init(kind: Kind, name: String, isNamed: Bool) {
            self.kind = kind
            self.name = name
            self.isNamed = isNamed
        }
    }

    /// The selected node.
    public var chosen: NodeRecord? {
        guard let sysname = selection.value?.sysname else { return nil }
        return nodes.value?.first { $0.sysname == sysname }
    }

    /// The camera that was named by its node, if the kernel lists it, but there is no such node here.
    var nodeless: NodeRecord? {
        guard subject.isNamed, selection.value?.failure?.kind == .noSuchPath else { return nil }
        return nodes.value?.first { subject.name == "/dev/\($0.sysname)" && $0.path == nil }
    }
}

/// A frame kept with the evidence: rows from the top, one byte per pixel, in Base64.
public struct KeptFrame: Codable, Hashable, Sendable {
    public var width: Int
    public var height: Int
    public var luma: String

    public init(width: Int, height: Int, luma: String) {
        self.width = width
        self.height = height
        self.luma = luma
    }
}
