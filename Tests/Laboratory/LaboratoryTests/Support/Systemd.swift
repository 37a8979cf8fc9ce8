// SPDX-License-Identifier: Apache-2.0

import Testing

/// A systemd as the first process of a container in the guest, with units of a test.
struct Systemd {
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
    func withSystemd(_ units: [String: String], _ body: (Systemd) async throws -> Void) async throws {
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
