// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// A hand-held scanner that types as a keyboard on this machine, and whose keys do not reach a container: that gets no input device by
/// itself.
struct ScannerInContainer {
    private let scanner: HandScanner
    private let place: Place
    /// The examined container; `nil` if this program runs in the container itself.
    private let client: CameraClientRecord?
    private let evidence: EvidenceLine

    init?(_ scanner: HandScanner, _ snapshot: Snapshot) {
        // In another mode it has other nodes.
        guard scanner.mode == nil else { return nil }
        place = Place(snapshot)
        self.scanner = scanner
        if let client = snapshot.client, client.kind == .container {
            guard client.setup?.hasInput == false else { return nil }
            self.client = client
            evidence = EvidenceLine(
                "\(client.containerEngine) inspect, Devices and DeviceCgroupRules", "no input device (/dev/input, /dev/hidraw*, /dev/bus/usb)")
        } else if snapshot.client == nil, let container = place.container, scanner.isNodeMissing == true, let node = scanner.node,
            // A program can read it over another of its nodes.
            scanner.rawPermissions == nil, scanner.usbPermissions == nil
        {
            client = nil
            evidence = EvidenceLine(node, "missing in this container (\(container.evidence)), and /sys lists it")
        } else {
            return nil
        }
    }

    /// Whether the container's name says that barcodes are what it is for.
    var isForBarcodes: Bool {
        let name = client?.name.lowercased() ?? ""
        return ["barcode", "bbuddy", "scanner"].contains(where: name.contains)
    }

    func finding(_ name: String, _ scannerLine: EvidenceLine, _ rest: [EvidenceLine]) -> Finding {
        Finding(
            .deviceNone, .fail,
            "this machine has no camera, but a hand-held barcode scanner, \(name), and \(client?.title ?? "this container") was given no input device: what the scanner types does not reach it",
            confidence: .likely, evidence: [scannerLine, evidence] + rest,
            effect: "a program in the container that reads the scanner as an input device finds none; in a text field on the machine itself the scanner types",
            fixes: (isAddOn ? addOn : plain) + [
                Fix("If a camera is meant: connect one while this command runs", commands: ["candela list --watch"], isRunnable: false)
            ])
    }

    private var node: String { scanner.link ?? scanner.node ?? "/dev/input/event0" }
    private var isAddOn: Bool { client.map { $0.name.hasPrefix("addon_") || $0.name.hasPrefix("hassio_") } ?? false }
    private var isBarcodeBuddy: Bool {
        let name = client?.name.lowercased() ?? ""
        return name.contains("barcodebuddy") || name.contains("bbuddy")
    }

    /// Which number it has, where that is not known.
    private var look: [String] { scanner.node == nil && scanner.link == nil ? ["cat /proc/bus/input/devices"] : [] }

    /// What an image wants to be told besides. Source: Forceu/barcodebuddy, docker.
    private var option: String { isBarcodeBuddy ? ", and in its environment ATTACH_BARCODESCANNER=true, without which Barcode Buddy does not read it" : "" }

    /// Its configuration is a part of the add-on, so one from a store is copied first. Source: Home Assistant's developer documentation,
    /// "Add-on configuration".
    private var addOn: [Fix] {
        let environment = isBarcodeBuddy ? "  environment: {ATTACH_BARCODESCANNER: \"true\"}" : ""
        return [
            Fix(
                "Give the add-on the scanner's input device: the line of devices in its config.yaml (or config.json)\(option). To change an add-on from a store, copy its folder into the folder addons, where it becomes a local add-on, change the file there, and install that one",
                commands: look + ["# config.yaml: devices: [\"\(node)\"]\(environment)", "ha store reload"], isRunnable: false),
            Fix("If its page in Home Assistant offers a device for the scanner, choose it there, and restart the add-on"),
        ]
    }

    private var plain: [Fix] {
        let path = Words.shell(node)
        let engine = client?.containerEngine ?? (place.engine == .podman ? "podman" : "docker")
        if client == nil, place.hasOwnAccounts {
            return [Fix("On the host, pass \(node) into the container as a device, allow it there (character devices, number 13), and start the container again")]
        }
        let inside = scanner.node.map(Words.shell) ?? path
        return [
            Fix(
                "\(client == nil ? "On the host, c" : "C")reate the container again with the scanner's input device\(option); its user must be root or in the group of that node (input)",
                commands: look + [
                    "\(engine) run --device \(path):\(inside)\(isBarcodeBuddy ? " --env ATTACH_BARCODESCANNER=true" : "") IMAGE",
                    "# docker-compose.yml: devices: [\"\(path):\(inside)\"]",
                ], isRunnable: false),
            Fix(
                "If the scanner is unplugged now and then, its number changes: allow the container all input devices, which lets it read every keyboard",
                commands: ["\(engine) run --volume /dev/input:/dev/input --device-cgroup-rule 'c 13:* rmw' IMAGE"], isRunnable: false),
        ]
    }
}
