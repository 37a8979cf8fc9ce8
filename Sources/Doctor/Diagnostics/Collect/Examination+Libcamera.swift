// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import Cameras
internal import Frames
internal import Udev
internal import UserSession

extension Examination {
    /// Examines the machine for a camera that was named as one of libcamera.
    func examineLibcamera(
        _ address: CameraAddress, _ program: String, _ stopping: (any FrameSource) -> Void
    ) throws(Refusal) -> Snapshot {
        var snapshot = snapshot(address, .libcamera, program)
        progress(.presence)
        snapshot.host = .seen(HostCollector(files: files).collect())
        snapshot.user = .seen(UserRecord.current())
        var found: [VideoNode] = []
        do {
            found = try CameraFinder(probe: nil).nodes()
            snapshot.nodes = .seen(found.map(NodeRecord.init))
        } catch {
            snapshot.nodes = .unknown("\(error)")
        }
        snapshot.libcamera = LibcameraCollector.collect(nodes: found.compactMap { $0.deviceNumber?.rawValue })
        try stream(address, into: &snapshot, stopping)
        if snapshot.stream.value?.failure != nil {
            // Some pipelines hide a camera that another program uses.
            let drivers = (try? CameraFinder(probe: nil))?.pipelineDrivers ?? []
            snapshot.holders = HoldersCollector.collect(
                found.filter { node in drivers.isEmpty || node.driver.map(drivers.contains) ?? false })
        }
        return snapshot
    }

    /// Continues with a camera of libcamera if no V4L2 node gives pictures and libcamera has a camera for the same request.
    ///
    /// - Returns: whether it did.
    func continueWithLibcamera(
        _ address: CameraAddress, into snapshot: inout Snapshot, _ stopping: (any FrameSource) -> Void
    ) throws(Refusal) -> Bool {
        guard depth == .full, files.root.isEmpty else { return false }
        let query: String? = if case .query(let text) = address { text } else { nil }
        guard let other = opener.other(for: query) else { return false }
        snapshot.subject.kind = .libcamera
        snapshot.subject.name = other.address.name
        let numbers = (try? CameraFinder(probe: nil).nodes())?.compactMap { $0.deviceNumber?.rawValue } ?? []
        snapshot.libcamera = LibcameraCollector.collect(nodes: numbers)
        try stream(other.address, into: &snapshot, stopping)
        return true
    }
}
