// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
package import Udev

/// Finds every video node of the machine through udev, and classifies it.
package struct CameraFinder: Sendable {
    package var database: any DeviceDatabase
    /// `nil` opens nothing: nodes are classified from udev and sysfs only.
    package var probe: (any NodeProbe)?
    package var files: any DeviceFiles

    /// Finds the nodes of this machine.
    package init(probe: (any NodeProbe)?) throws(DiscoveryError) {
        do throws(UdevError) {
            self.init(database: try UdevContext(), probe: probe)
        } catch {
            throw DiscoveryError(error)
        }
    }

    package init(
        database: any DeviceDatabase, probe: (any NodeProbe)?, files: any DeviceFiles = SystemDeviceFiles()
    ) {
        self.database = database
        self.probe = probe
        self.files = files
    }

    /// Every node of subsystem video4linux, by number: first `videoN`, then radios, sub-devices and so on.
    ///
    /// If there is a probe, opens each `videoN` that has a device node for a moment.
    package func nodes() throws(DiscoveryError) -> [VideoNode] {
        var memory = ProbeMemory()
        return try nodes(&memory)
    }

    /// The nodes grouped by camera.
    package func cameras() throws(DiscoveryError) -> [Camera] { Camera.group(try nodes()) }

    /// The camera that a query means: see `CameraSelector`.
    package func select(_ query: String?) throws(SelectionError) -> CameraChoice {
        let found: [VideoNode]
        do throws(DiscoveryError) {
            found = try nodes()
        } catch {
            throw SelectionError(.cannotList, error.description)
        }
        return try CameraSelector(nodes: found, files: files).select(query)
    }

    /// Results of earlier probes, so that a monitor does not reopen unchanged nodes: on many cameras opening makes the
    /// light blink.
    struct ProbeMemory {
        var results: [String: Result<NodeCapabilities, NodeOpenFailure>] = [:]
    }

    func nodes(_ memory: inout ProbeMemory) throws(DiscoveryError) -> [VideoNode] {
        let devices: [UdevDevice]
        do throws(UdevError) {
            devices = try database.devices(subsystem: "video4linux")
        } catch {
            throw DiscoveryError(error)
        }
        var drafts = devices.map(draft)
        for index in drafts.indices {
            let syspath = drafts[index].node.syspath
            let known = memory.results[syspath]
            // A camera that opening may hang is judged by udev and sysfs, and opened only to be used.
            let isFragile =
                CameraQuirks.of(model: drafts[index].node.model, name: drafts[index].node.name)?.isFragile == true
            drafts[index].ask(probe: isFragile ? nil : probe, known: known)
            memory.results[syspath] = drafts[index].evidence.opened
        }
        let present = Set(drafts.map(\.node.syspath))
        memory.results = memory.results.filter { present.contains($0.key) }
        return NodeDraft.finish(drafts)
    }
}
