// SPDX-License-Identifier: Apache-2.0

import Testing

extension MachineLaboratory {
    /// Units of a real systemd that cannot open the camera, and the remedies that are printed for them.
    @Suite("services")
    struct Services {
        @Test("a service whose user is not in the group; then the group by the printed remedy: ready")
        func group() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                try await laboratory.withSystemd(["gate": "User=nobody\nExecStart=sleep 1000"]) { systemd in
                    try await systemd.run("systemctl start gate")
                    for arguments in [["--unit", "gate"], ["--unit", "gate.service", camera.node]] {
                        let answer = try await systemd.doctor(arguments)
                        answer.expect(
                            "access.not-permitted", evidence: ["crw-rw---- root:video", "user nobody"])
                        let fix = answer.finding("access.not-permitted")?["fixes"][0]["commands"].array
                        #expect(
                            fix?.compactMap(\.string) == [
                                "sudo systemctl edit gate.service   # [Service] SupplementaryGroups=video",
                                "sudo systemctl restart gate.service",
                            ], "\(answer)")
                    }
                    // The service's process, by its number.
                    let process = try await systemd.run("systemctl show --property=MainPID --value gate")
                    try await systemd.doctor(["--pid", process]).expect(
                        "access.not-permitted", evidence: ["user nobody"])
                    try await systemd.edit("gate", "SupplementaryGroups=video")
                    try await systemd.doctor(["--unit", "gate", "--size", "320x240"]).expectHealthy()
                }
            }
        }

        @Test("an account that joined the group after its service started: access.stale-group; restarted: ready")
        func staleGroup() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                try await laboratory.withSystemd(["gate": "User=nobody\nExecStart=sleep 1000"]) { systemd in
                    try await systemd.run("systemctl start gate")
                    try await laboratory.require(Laboratory.nobodyJoinsVideo)
                    let stale = try await systemd.doctor(["--unit", "gate"])
                    try await systemd.run("systemctl restart gate")
                    let restarted = try await systemd.doctor(["--unit", "gate", "--size", "320x240"])
                    try await laboratory.require("cp /run/group /etc/group")
                    stale.expect("access.stale-group", evidence: ["user nobody"])
                    restarted.expectHealthy()
                }
            }
        }

        @Test("a service without devices, and one that may use others only: access.device-cgroup; with cameras: ready")
        func devices() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let units = [
                    "private": "PrivateDevices=yes\nExecStart=sleep 1000",
                    "serial": "DeviceAllow=char-ttyS rw\nExecStart=sleep 1000",
                ]
                try await laboratory.withSystemd(units) { systemd in
                    try await systemd.run("systemctl start private serial")
                    try await systemd.doctor(["--unit", "private"]).expect(
                        "access.device-cgroup", evidence: ["PrivateDevices=yes"])
                    try await systemd.doctor(["--unit", "serial"]).expect(
                        "access.device-cgroup", evidence: ["DeviceAllow=char-ttyS rw"])
                    // Its process has a /dev of its own.
                    let process = try await systemd.run("systemctl show --property=MainPID --value private")
                    try await systemd.doctor(["--pid", process]).expect(
                        "access.node-missing", evidence: ["does not exist"])
                    // What runs in the unit: systemd's filter, an eBPF program, stops even root.
                    try await systemd.doctor([camera.node], in: "serial").expect(
                        "access.device-cgroup", evidence: ["open(\(camera.node)): EPERM"])
                    try await systemd.edit("serial", "DeviceAllow=char-video4linux rw")
                    try await systemd.doctor(["--size", "320x240"], in: "serial").expectHealthy()
                    try await systemd.doctor(["--unit", "serial", "--size", "320x240"]).expectHealthy()
                }
            }
        }

        @Test("a unit of Type=forking whose program stays in the foreground, which systemd ends: access.service-broken; as simple: ready")
        func forking() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let lines = "Type=forking\nTimeoutStartSec=2\nExecStart=sleep 1000"
                try await laboratory.withSystemd(["gate": lines]) { systemd in
                    try await systemd.run("! systemctl start gate")
                    try await systemd.doctor(["--unit", "gate"]).expect(
                        "access.service-broken", evidence: ["Type=forking"])
                    try await systemd.edit("gate", "Type=simple")
                    try await systemd.doctor(["--unit", "gate", "--size", "320x240"]).expectHealthy()
                }
            }
        }

        @Test("what programs of others wrote into a real journal: a size that the camera lacks, and a camera that another one had")
        func words() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let node = camera.node
                let units = [
                    "journal": "Type=notify\nExecStart=/lib/systemd/systemd-journald",
                    "size": "ExecStart=gst-launch-1.0 v4l2src device=\(node) ! video/x-raw,width=31 ! fakesink",
                    "late": "ExecStart=v4l2-ctl --device \(node) --set-fmt-video=width=320,height=240 --stream-mmap --stream-count=1",
                ]
                try await laboratory.withSystemd(units) { systemd in
                    try await systemd.run("systemctl start journal")
                    try await systemd.run(
                        """
                        v4l2-ctl --device \(node) --stream-mmap --stream-count=0 >/dev/null 2>&1 & holder=$!
                        for try in $(seq 50); do v4l2-ctl --device \(node) --set-fmt-video=width=320,height=240 || break; sleep 0.1; done
                        systemctl start late
                        for try in $(seq 100); do systemctl is-active --quiet late || break; sleep 0.2; done
                        kill $holder; wait $holder || true
                        """)
                    try await systemd.run("systemctl start size; for try in $(seq 50); do systemctl is-failed size && exit; sleep 0.2; done")
                    try await systemd.doctor(["--unit", "late", node, "--size", "320x240"]).expect(
                        "node.busy", evidence: ["Device or resource busy"])
                    try await systemd.doctor(["--unit", "size", node, "--size", "320x240"]).expect(
                        "node.wrong-format", evidence: ["not-negotiated"])
                }
            }
        }
    }
}
