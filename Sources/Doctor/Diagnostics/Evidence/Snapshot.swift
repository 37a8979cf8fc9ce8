// SPDX-License-Identifier: Apache-2.0

package import Pictures
package import UdevRules
package import UserSession

/// Everything observed about one camera, picture or stream and its machine: the input of the judges.
///
/// It does not depend on the machine it was taken on, so it can be stored, sent and judged again elsewhere.
package struct Snapshot: Codable, Hashable, Sendable {
    /// The name of the schema. Fields are only ever added; those that an older version did not write read as not reached.
    package var schema = "candela.evidence/1"
    /// The version of the program that took the snapshot.
    package var program: String
    /// When, as RFC 3339.
    package var time: String
    package var subject: Subject
    package var host: Observation<HostRecord> = .notReached
    package var user: Observation<UserRecord> = .notReached
    package var sessions: Observation<SessionSurvey> = .notReached
    package var surroundings: Observation<ContainerSigns> = .notReached
    package var rules: Observation<RuleSurvey> = .notReached
    package var nodes: Observation<[NodeRecord]> = .notReached
    package var selection: Observation<SelectionRecord> = .notReached
    package var holders: Observation<HoldersRecord> = .notReached
    package var stream: Observation<StreamRecord> = .notReached
    package var picture: Observation<PictureEvidence> = .notReached
    package var torches: Observation<[TorchRecord]> = .notReached
    package var profile: Observation<ProfileRecord> = .notReached
    /// What libcamera says; asked only if a camera may need it. Absent in older evidence.
    package var libcamera: Observation<LibcameraRecord>?
    /// What happened in a longer watch; absent unless asked for.
    package var watch: Observation<WatchRecord>?
    /// What the desktop's own way to the camera looks like. Absent in older evidence.
    package var desktop: Observation<DesktopRecord>?
    /// What was seen of a camera on the network; only for such a one.
    package var network: Observation<NetworkRecord>?
    /// Why a GenICam camera could not be opened; absent if it could.
    package var genICam: GenICamRecord?
    /// What was seen of a camera of PipeWire; only for such a one.
    package var pipeWire: Observation<PipeWireRecord>?
    /// Who is examined in place of the user of this process; `nil` for nobody.
    package var client: CameraClientRecord?
    /// Running services of other accounts that are known to use cameras. Absent in older evidence.
    package var services: [CameraClientRecord]?
    /// Services that work with cameras, that nobody asked about and that have trouble of their own. Absent in older evidence.
    package var units: [CameraClientRecord]?
    /// Pages of running browsers that get no camera. Absent in older evidence.
    package var insecurePages: [InsecurePageRecord]?
    /// What is wrong with a picture file of which only part could be read.
    package var damage: String?
    /// The transparent part of a picture file. Absent in older evidence, and without any.
    package var transparency: PictureTransparency?
    /// Only on request.
    package var frames: [KeptFrame]?

    package init(program: String, time: String, subject: Subject) {
        self.program = program
        self.time = time
        self.subject = subject
    }

    /// What was examined.
    package struct Subject: Codable, Hashable, Sendable {
        package enum Kind: String, Codable, Sendable {
            case camera, simulated, stream, picture, network, libcamera
            case genICam = "genicam"
            case pipeWire = "pipewire"
        }
        package var kind: Kind
        /// As the user named it. If nothing was named: the path of the node, or "camera" without a node.
        package var name: String
        /// Whether the user named it.
        package var isNamed: Bool

        package init(kind: Kind, name: String, isNamed: Bool) {
            self.kind = kind
            self.name = name
            self.isNamed = isNamed
        }
    }

    /// The selected node.
    package var chosen: NodeRecord? {
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
package struct KeptFrame: Codable, Hashable, Sendable {
    package var width: Int
    package var height: Int
    package var luma: String

    package init(width: Int, height: Int, luma: String) {
        self.width = width
        self.height = height
        self.luma = luma
    }
}
