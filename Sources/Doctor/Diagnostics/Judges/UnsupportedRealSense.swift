// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A depth camera of Intel's that the librealsense 2 on this machine does not support: its programs list none, while the camera works.
///
/// Sources: librealsense's v1.12.1 (the last one of its legacy branch, for F200, R200, LR200 and ZR300); the release notes of v2.55.1, "Removed
/// support for L515, SR300".
enum UnsupportedRealSense {
    static func note(_ node: NodeRecord, _ host: HostRecord) -> Finding? {
        guard node.driver == "uvcvideo", let camera = host.usbCamera(of: node),
            let model = RealSenseLibrary.model(vendor: camera.vendorID, product: camera.productID)
        else { return nil }
        let libraries = (host.machine?.realSenseLibraries ?? []).compactMap { path in RealSenseLibrary.version(ofFile: path).map { (path: path, version: $0) } }
        // A program may use any one of them.
        guard let library = libraries.max(by: { $0.version.lexicographicallyPrecedes($1.version) }),
            !libraries.contains(where: { model.isSupported(by: $0.version) })
        else { return nil }
        let version = library.version.map(String.init).joined(separator: ".")
        let release = model.isLegacy ? "v1.12.1" : "v2.54.2"
        return Finding(
            .streamFewPrograms, .note,
            "\(node.title) is a RealSense \(model.name) (8086:\(camera.productID ?? "????")), which the installed librealsense 2 (\(version)) "
                + (model.isLegacy
                    ? "does not support, as no version of the RealSense SDK 2.0 does: only the legacy librealsense 1.x does"
                    : "no longer supports: 2.54.2 is the last release that does"),
            evidence: [
                EvidenceLine("/sys/bus/usb/devices/\(camera.device)/idProduct", camera.productID ?? "unknown"), EvidenceLine("librealsense 2", library.path),
            ],
            effect: "realsense-viewer, rs-enumerate-devices and other programs of this library report \"No device detected\"; programs for V4L2, candela among them, use the camera as \(node.place)",
            fixes: [
                Fix("For pictures, use it through V4L2, as \(node.place)", commands: ["candela scan \(Words.shell(node.byID.first ?? node.place))"]),
                Fix(
                    model.isLegacy
                        ? "For depth, build the legacy librealsense 1.x (\(release)), and use programs that are made for it (cpp-enumerate-devices, cpp-capture)"
                        : "For depth, remove this librealsense 2 and build release \(release), with the programs that use it",
                    commands: ["git clone --branch \(release) https://github.com/IntelRealSense/librealsense"], isRunnable: false),
                Fix("Or use a camera that the installed version supports: those of the series D400"),
            ])
    }
}
