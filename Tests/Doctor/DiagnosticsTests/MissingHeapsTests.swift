// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MachineFacts
import Testing
import UserSession

@Suite("memory that libcamera does not get for pictures")
struct MissingHeapsTests {
    /// What is told of a Raspberry Pi whose libcamera gets no memory.
    ///
    /// - Parameter hasHeaps: whether /dev/dma_heap has any; `nil` if that is unknown.
    private func finding(hasHeaps: Bool?, inContainer: Bool = false) -> Finding? {
        Doctor.judge(
            .healthy { snapshot in
                var machine = MachineRecord(platform: Platform())
                machine.platform.board = "Raspberry Pi 4 Model B Rev 1.4"
                machine.hasMemoryHeaps = hasHeaps
                snapshot.host.value?.machine = machine
                snapshot.node.driver = "unicam"
                snapshot.node.nodeClass = "needs-libcamera"
                snapshot.node.classReason = "device_caps 0x25200001 has IO_MC: its pipeline must be set up through the media controller"
                snapshot.node.yieldsPictures = false
                snapshot.stopBefore()
                snapshot.libcamera = .seen(
                    LibcameraRecord(cameras: [], complaints: ["ERROR RPI dma_heaps.cpp:53 Could not open any dmaHeap device"]))
                if inContainer {
                    snapshot.surroundings = .seen(ContainerSigns(signs: [.init(.docker, evidence: "/.dockerenv")]))
                }
            }
        ).headline
    }

    private func remedies(_ finding: Finding?) -> String {
        (finding?.fixes ?? []).flatMap { [$0.title] + $0.commands }.joined(separator: "\n")
    }

    @Test("a kernel without heaps is told, and no rule is offered for what is not there")
    func noHeaps() {
        let found = finding(hasHeaps: false)
        #expect(found?.id == .deviceNeedsLibcamera && found?.message.contains("has no DMA-BUF heaps") == true)
        #expect(remedies(found).contains("CONFIG_DMABUF_HEAPS") && !remedies(found).contains("dma_heap\""))
    }

    @Test("heaps that are there, or that nobody looked for, can be closed to the user")
    func closedHeaps() {
        for hasHeaps in [true, nil] {
            let found = finding(hasHeaps: hasHeaps)
            #expect(found?.message.contains("has no DMA-BUF heaps") == false)
            #expect(remedies(found).contains("SUBSYSTEM==\"dma_heap\""))
        }
    }

    @Test("the devices of a container say nothing of the kernel")
    func inContainer() {
        #expect(finding(hasHeaps: false, inContainer: true)?.message.contains("has no DMA-BUF heaps") == false)
    }
}
