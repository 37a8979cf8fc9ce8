// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A camera of a maker of industrial cameras that is a webcam by its interfaces (UVC): programs for GenICam, which are installed, do not
/// list it.
///
/// Source: Aravis, src/arvuvinterface.c, which takes interfaces of the class ef, subclass 05 (USB3 Vision) only; The Imaging Source's list
/// of its USB cameras, most of which are UVC.
enum UVCIndustrialCamera {
    private static let imagingSource = "199e"

    static func note(_ node: NodeRecord, _ host: HostRecord) -> Finding? {
        guard let aravis = host.machine?.aravis, node.driver == "uvcvideo",
            let camera = host.usbCamera(of: node), camera.vendorID?.lowercased() == imagingSource
        else { return nil }
        return Finding(
            .streamFewPrograms, .note,
            "\(node.title) is a webcam by its interfaces (UVC, driver uvcvideo), and no USB3 Vision camera: Aravis and other GenICam software do not list it",
            evidence: [camera.classEvidence, EvidenceLine("Aravis", aravis)],
            effect: "programs for V4L2, candela among them, use it as \(node.place)",
            fixes: [
                Fix("Use it through V4L2, as \(node.place)", commands: ["candela scan \(Words.shell(node.byID.first ?? node.place))"]),
                Fix("Or with its maker's own software for Linux, tiscamera (tcam)"),
                Fix("A program for GenICam needs a camera with USB3 Vision or GigE Vision"),
            ])
    }
}
