// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A Kinect whose camera the kernel's driver has claimed: it makes a video node of it, and keeps it from the libraries that open such a
/// camera over USB.
enum ClaimedDepthCamera {
    private static let module = "gspca_kinect"
    /// The name that the driver gives itself. Source: drivers/media/usb/gspca/kinect.c.
    private static let driver = "kinect"

    static func find(_ node: NodeRecord, _ snapshot: Snapshot) -> Finding? {
        guard node.bus == "usb", node.driver == driver || node.driver == module else { return nil }
        let host = snapshot.host.value
        let interface = host?.machine?.hardware.first { $0.bus == "usb" && $0.driver == node.driver }?.name
        // What shows that a library is to have it, and not a program of video nodes.
        let client: (CameraClientRecord, String)? = snapshot.client.flatMap { client in client.usbLibrary.flatMap { isOfDepthCameras($0) ? (client, $0) : nil } }
        let wanted = client.map { client, library in
            EvidenceLine(client.processID.map { "/proc/\($0)/maps" } ?? client.title, library)
        }
        return Finding(
            .deviceDriverRefused, client == nil ? .note : .warn,
            "the kernel's driver \(module) has claimed the camera of \(node.title) and makes \(node.place) of it: while it has the camera, libraries that open a Kinect over USB cannot claim it (OpenNI with SensorKinect, old versions of libfreenect)"
                + (client.map { client, library in "; \(client.title) has loaded \(library)" } ?? ""),
            confidence: client == nil ? .certain : .likely,
            evidence: [
                EvidenceLine(interface.map { "/sys/bus/usb/devices/\($0)/driver" } ?? "driver of \(node.place)", node.driver ?? driver)
            ] + (wanted.map { [$0] } ?? []),
            effect: "such a library reports that there is no matching device, that it is busy, or that it cannot create a depth generator; V4L2 programs have the colour and infrared pictures meanwhile",
            fixes: fixes(interface, host, Place(snapshot)))
    }

    private static func isOfDepthCameras(_ library: String) -> Bool { library.hasPrefix("libOpenNI") || library.hasPrefix("libfreenect") }

    private static func fixes(_ interface: String?, _ host: HostRecord?, _ place: Place) -> [Fix] {
        let condition = "If a library (OpenNI, libfreenect) is to have the Kinect"
        let newer = Fix("Or use a library that takes the camera from the driver by itself: newer versions of libfreenect do, and OpenNI2 with its driver for libfreenect")
        if place.isGuest {
            return [
                Fix(
                    "\(condition): on the host, close the programs that show \(module)'s pictures, and unload the module",
                    commands: ["sudo modprobe -r \(module)"], needsRoot: true, undo: ["sudo modprobe \(module)"], isRunnable: false), newer,
            ]
        }
        if host?.machine?.module(module)?.isBuiltIn == true {
            let file = "/sys/bus/usb/drivers/\(driver)"
            guard let interface, DriverJudge.isSafePath(interface) else { return [newer] }
            return [
                Fix(
                    "\(condition): take it from the driver, each time it was plugged in (the driver is built into this kernel)",
                    commands: ["echo \(interface) | sudo tee \(file)/unbind"], needsRoot: true,
                    undo: ["echo \(interface) | sudo tee \(file)/bind"], isRunnable: false), newer,
            ]
        }
        return [
            Fix(
                "\(condition): close the programs that show its pictures from the video node, and unload the module",
                commands: ["sudo modprobe -r \(module)"], needsRoot: true, undo: ["sudo modprobe \(module)"], isRunnable: false),
            place.keepingFromLoading(module, "If it works then, keep the module from being loaded when the Kinect is plugged in"), newer,
        ]
    }
}

extension Place {
    /// Keeps a module from being loaded by itself; who loads it by its name still can.
    fileprivate func keepingFromLoading(_ module: String, _ title: String) -> Fix {
        switch platform.packages {
        case .nix:
            return Fix(
                "\(title) (NixOS: in its configuration)",
                commands: ["# \(Self.nixFile): boot.blacklistedKernelModules = [ \"\(module)\" ];", Self.nixRebuild], needsRoot: true, isRunnable: false)
        case .guix:
            return Fix(
                "\(title) (Guix: in its configuration)",
                commands: ["# \(Self.guixFile), kernel-arguments: \"modprobe.blacklist=\(module)\"", Self.guixRebuild], needsRoot: true, isRunnable: false)
        default:
            let file = "/etc/modprobe.d/blacklist-\(module).conf"
            return Fix(title, commands: ["echo 'blacklist \(module)' | sudo tee \(file)"], needsRoot: true, undo: ["sudo rm \(file)"], isRunnable: false)
        }
    }
}
