// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MachineFacts
import Testing

@Suite("a driver that crashed")
struct KernelOopsTests {
    /// What Ubuntu 15.10 wrote as a program opened a MacBook's camera (patjak/facetimehd, issue 82).
    private static let log = [
        "[ 5912.204511] BUG: unable to handle kernel paging request at 00000000001c2000",
        "[ 5912.204519] IP: [<ffffffffc0fa30f4>] vb2_dma_sg_alloc+0x194/0x10a0 [videobuf2_dma_sg]",
        "[ 5912.204526] Oops: 0000 [#1] SMP ",
    ]

    private func headline(_ log: [String], streams: Bool = false) -> Finding? {
        Doctor.judge(
            .healthy { snapshot in
                snapshot.host.value?.kernelLog = .seen(log)
                if !streams { snapshot.breakStream { $0.ending = .init(kind: .noFrame, message: "none came in 5000 ms") } }
            }
        ).headline
    }

    @Test("is named with the place of the crash, in its own code or in that which all video drivers share")
    func crashed() throws {
        for place in [
            Self.log[1], "[ 5912.5] RIP: 0010:uvc_video_decode_data+0x12/0x90 [uvcvideo]", "[ 5912.5] pc : vb2_core_qbuf+0x78/0x768 [videobuf2_common]",
        ] {
            let finding = try #require(headline([Self.log[0], place]))
            #expect(finding.message.contains("crashed in this kernel"), "\(finding)")
            #expect(finding.evidence.contains { place.contains($0.value) }, "\(finding)")
            #expect(finding.fixes.contains { $0.commands == ["sudo reboot"] }, "\(finding)")
        }
    }

    @Test(
        "does not explain a camera that has given frames since, nor do crashes elsewhere and warnings",
        arguments: [
            ["[ 1.0] BUG: unable to handle kernel paging request at 00", "[ 1.1] RIP: 0010:nv_drm_close+0x12/0x90 [nvidia_drm]"],
            ["[ 1.0] WARNING: CPU: 0 PID: 1 at drivers/media/v4l2-core", "[ 1.1] RIP: 0010:uvc_open+0x12/0x90 [uvcvideo]"],
            ["[ 1.0] BUG: unable to handle kernel paging request at 00", "[ 1.1] RIP: 0010:do_sys_open+0x12/0x90"],
            // A warning of the camera's driver after another driver's crash: at once, and an hour later.
            [
                "[ 1.0] BUG: unable to handle kernel paging request at 00", "[ 1.1] RIP: 0010:nv_drm_close+0x12/0x90 [nvidia_drm]",
                "[ 1.2] WARNING: CPU: 0 PID: 1 at drivers/media/common", "[ 1.3] RIP: 0010:__vb2_queue_cancel+0x12/0x90 [videobuf2_common]",
            ],
            ["[ 1.0] BUG: unable to handle kernel paging request at 00", "[ 3601.3] RIP: 0010:__vb2_queue_cancel+0x12/0x90 [videobuf2_common]"],
        ])
    func elsewhere(log: [String]) {
        #expect(headline(log)?.message.contains("crashed") != true)
        #expect(headline(Self.log, streams: true) == nil)
    }
}
