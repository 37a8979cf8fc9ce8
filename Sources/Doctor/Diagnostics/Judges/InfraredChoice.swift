// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Judges a program that has a camera for infrared light open, beside which another one gives pictures in colour: it was chosen by mistake.
enum InfraredChoice {
    static func find(_ client: CameraClientRecord, _ snapshot: Snapshot) -> Finding? {
        // One for recognising faces opens it on purpose.
        guard client.kind == .process, let open = client.openNodes, !["howdy", "biopass", "visage"].contains(where: client.name.lowercased().contains)
        else { return nil }
        let nodes = snapshot.nodes.value ?? []
        let mine = nodes.filter { $0.path.map(open.contains) == true && $0.yieldsPictures }
        guard let infrared = mine.first, mine.allSatisfy({ $0.nodeClass == "infrared" }),
            // The infrared picture of a depth camera is used on purpose.
            !UnclaimedDevice.isDepthCamera(named: infrared.title),
            let colour = nodes.first(where: { $0.nodeClass == "capture" && $0.cameraKey == infrared.cameraKey })
        else { return nil }
        return Finding(
            .nodeInfrared, .warn,
            "\(client.title) has the infrared camera open (\(infrared.place), \(infrared.title)), which is there for recognising faces: its picture is black or grey. The camera for colours is \(colour.place), \(colour.title)",
            confidence: .likely, evidence: [EvidenceLine("/proc/\(client.processID ?? 0)/fd", infrared.place), EvidenceLine(infrared.place, infrared.classReason)],
            effect: "it shows a black, dark or grey picture; the camera for colours is in order",
            fixes: [
                Fix("Choose the other camera in its settings (Devices, Camera): \(colour.title), not the one with IR in its name"),
                Fix("In a browser, also in the settings of the browser itself, which remembers the choice (Chromium: chrome://settings/content/camera)"),
            ])
    }
}
