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
    }
}

/// A systemd as the first process of a container in the guest, with units of a test.
private struct Systemd {
    let laboratory: Laboratory
    /// Its process in the guest.
    let process: String

    private var prefix: String { "nsenter --target \(process) --mount --pid --cgroup" }

    /// Runs a script where systemd runs, and returns what it prints.
    @discardableResult
    func run(_ script: String) async throws -> String {
        try await laboratory.require("\(prefix) sh -c \(script.shellQuoted)").trimmed
    }

    /// - Parameter unit: the unit in whose control group the doctor runs; `nil` outside of all units.
    func doctor(_ arguments: [String], in unit: String? = nil) async throws -> DoctorAnswer {
        var through = prefix
        if let unit {
            let enter = "echo $$ >/sys/fs/cgroup/system.slice/\(unit).service/cgroup.procs && exec \"$@\""
            through += " sh -c \(enter.shellQuoted) sh"
        }
        return try await laboratory.undisturbed(unless: \.hasEveryFrame) { [through] in
            try await laboratory.end(try laboratory.startDoctor(arguments, through: through))
        }
    }

    /// What `systemctl edit` does with one line for the section `Service`, and a restart.
    func edit(_ unit: String, _ line: String) async throws {
        let folder = "/run/systemd/system/\(unit).service.d"
        try await run(
            """
            mkdir -p \(folder) && printf '[Service]\\n%s\\n' \(line.shellQuoted) >\(folder)/override.conf &&
            systemctl daemon-reload && systemctl restart \(unit)
            """)
    }
}

extension Laboratory {
    /// Starts a systemd of its own with these units, by their names without `.service`, and their section `Service`.
    fileprivate func withSystemd(_ units: [String: String], _ body: (Systemd) async throws -> Void) async throws {
        let files = units.map { name, lines in
            // Nothing of what a system does at its start, which takes a minute in the guest.
            "printf '[Unit]\\nDefaultDependencies=no\\n[Service]\\n%s\\n' \(lines.shellQuoted) >/run/systemd/system/\(name).service"
        }
        try await require(
            """
            set -e
            mkdir -p /sys/fs/cgroup /run/systemd/system
            mountpoint -q /sys/fs/cgroup || mount -t cgroup2 cgroup /sys/fs/cgroup
            printf '[Unit]\\nDefaultDependencies=no\\n' >/run/systemd/system/laboratory.target
            \(files.joined(separator: "\n"))
            """)
        // In its own namespaces it is process 1, and its mounts are not the guest's.
        let job = try start(
            """
            exec unshare --pid --fork --mount --mount-proc --cgroup sh -c 'mount -o remount,bind,ro /sys; exec "$@"' sh \
                env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin container=other \
                /lib/systemd/systemd --system --unit=laboratory.target --log-target=console
            """)
        let clean = """
            pkill -KILL -x systemd
            for try in $(seq 100); do pidof systemd >/dev/null || break; sleep 0.1; done
            rm -rf /run/systemd/system; rmdir /sys/fs/cgroup/system.slice 2>/dev/null; true
            """
        do {
            let process = try await require(
                """
                for try in $(seq 300); do
                    process=$(pidof systemd | tr ' ' '\\n' | head -n 1)
                    [ -z "$process" ] || case $(nsenter --target $process --mount --pid systemctl is-system-running) in
                    running | degraded) echo $process && exit ;;
                    esac
                    sleep 0.1
                done 2>/dev/null
                exit 1
                """
            ).trimmed
            try await body(Systemd(laboratory: self, process: process))
            try await require(clean)
            _ = try await job.end()
        } catch {
            _ = try? await run(clean)
            throw LaboratoryError("\(error)\nsystemd: \(job.output.suffix(2000)) \(job.errors.suffix(2000))")
        }
    }
}
