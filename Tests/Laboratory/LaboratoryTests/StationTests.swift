// SPDX-License-Identifier: Apache-2.0

import Testing

extension MachineLaboratory {
    /// A station as its own unit, under a real systemd, with a real driver.
    @Suite("station")
    struct Stations {
        private static let unit = "candela-station"
        private static let history = "env XDG_DATA_HOME=/var/lib /usr/local/bin/candela history"

        /// Installed as by `make install`, because the unit's sandbox hides home folders. Its user is one that the guest has.
        private static let installing = """
            set -e
            program=\(Package.candela.shellQuoted)
            mkdir -p /usr/local/bin /usr/local/lib/candela /etc/candela /run/systemd/system/candela-station.service.d
            cp -L "$program" /usr/local/bin/candela
            cp -L "$(dirname "$(readlink -f "$program")")"/libcandela-*.so /usr/local/lib/candela/
            printf '[camera]\nuse = "Laboratory Camera"\ninterval = "500ms"\nsize = "320x240"\n' >/etc/candela/station.toml
            /usr/local/bin/candela station unit --program /usr/local/bin/candela >/run/systemd/system/candela-station.service
            printf '[Unit]\nDefaultDependencies=no\nAfter=\n[Service]\nUser=nobody\nGroup=nogroup\n' \
                >/run/systemd/system/candela-station.service.d/laboratory.conf
            """
        private static let removing =
            "rm -rf /usr/local/bin/candela /usr/local/lib/candela /etc/candela /var/lib/candela /var/lib/private/candela"

        /// Waits until the state that the station tells contains a text.
        private func wait(_ systemd: Systemd, _ text: String) async throws -> String {
            try await systemd.run(
                """
                for try in $(seq 300); do
                    status=$(systemctl show --property=StatusText --value \(Self.unit))
                    case $status in *"\(text)"*) echo "$status"; exit 0 ;; esac
                    sleep 0.2
                done
                echo "$status"; systemctl status \(Self.unit) --no-pager -n 50 >&2; exit 1
                """)
        }

        private func scans(_ systemd: Systemd) async throws -> Int {
            Int(try await systemd.run("\(Self.history) --json 2>/dev/null | grep -c . || true")) ?? 0
        }

        @Test("in its sandbox it scans; without its camera it waits, and after SIGKILL and a changed file it goes on")
        func life() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(scene: "bench") { camera in
                try await laboratory.withSystemd([:]) { systemd in
                    try await systemd.run(Self.installing)
                    try await systemd.run("systemctl daemon-reload && systemctl start \(Self.unit)")
                    _ = try await wait(systemd, "scan")
                    _ = try await wait(systemd, "the last")
                    #expect(try await scans(systemd) > 0)
                    // It has neither rights nor other devices, and cannot write elsewhere.
                    let process = try await systemd.run("systemctl show --property=MainPID --value \(Self.unit)")
                    let status = try await systemd.run("cat /proc/\(process)/status")
                    #expect(status.contains("CapEff:\t0000000000000000") && status.contains("NoNewPrivs:\t1"))
                    #expect(status.contains("Seccomp:\t2"))
                    let inside = "nsenter --target \(process) --mount"
                    #expect(
                        try await systemd.run("\(inside) sh -c 'touch /etc/candela/x /usr/x 2>&1; true'").contains(
                            "Read-only"))
                    // Its studio has the camera while somebody looks: only one can stream a real one.
                    try await systemd.run(
                        """
                        ip link set lo up
                        printf '[studio]\nlisten = "127.0.0.1"\n' >>/etc/candela/station.toml
                        systemctl reload \(Self.unit)
                        for try in $(seq 300); do [ -e /var/lib/candela/studio-token ] && break; sleep 0.2; done
                        timeout 30 curl -s -N -H "Authorization: Bearer $(cat /var/lib/candela/studio-token)" \
                            http://127.0.0.1:8347/api/events >/run/candela-events &
                        visitor=$!
                        for try in $(seq 140); do
                            grep -q '"phase":"live"' /run/candela-events && grep -q '^event: scan' /run/candela-events && break
                            sleep 0.2
                        done
                        kill $visitor
                        grep -q '^event: scan' /run/candela-events
                        sed -i '/studio/,$d' /etc/candela/station.toml
                        """)
                    try await camera.obey("unplug")
                    #expect(try await wait(systemd, "does not scan").hasPrefix("not scanning"))
                    try await camera.obey("plug")
                    try await camera.waitForNode(present: true)
                    _ = try await wait(systemd, "scanning; ")
                    let before = try await scans(systemd)
                    try await systemd.run("systemctl kill --signal=KILL \(Self.unit)")
                    // systemd starts it again; its state is that of a new process.
                    try await systemd.run(
                        "for try in $(seq 300); do [ $(systemctl show --property=NRestarts --value \(Self.unit)) = 1 ] && exit; sleep 0.2; done; exit 1"
                    )
                    _ = try await wait(systemd, "the last")
                    #expect(try await scans(systemd) > before)
                    // A mistake is not applied; a good file is.
                    try await systemd.run(
                        "echo 'nonsense = 1' >>/etc/candela/station.toml && systemctl reload \(Self.unit)")
                    #expect(try await wait(systemd, "not in force").contains("line 5"))
                    try await systemd.run(
                        "sed -i '/nonsense/d; s/500ms/400ms/' /etc/candela/station.toml && systemctl reload \(Self.unit)"
                    )
                    _ = try await wait(systemd, "scanning; ")
                    try await systemd.run("systemctl stop \(Self.unit)")
                    #expect(try await systemd.run("systemctl show --property=Result --value \(Self.unit)") == "success")
                    // The doctor, asked as that service: in its sandbox the camera can be opened; with no device allowed it cannot.
                    let doctor = "/usr/local/bin/candela doctor --unit \(Self.unit) 2>&1; true"
                    let good = try await systemd.run(doctor)
                    #expect(good.contains("the service candela-station.service can open /dev/video"), "\(good)")
                    try await systemd.run(
                        """
                        printf '[Service]\nDeviceAllow=\n' >/run/systemd/system/candela-station.service.d/none.conf
                        systemctl daemon-reload
                        """)
                    let bad = try await systemd.run(doctor)
                    #expect(bad.contains("access.") && bad.contains("DeviceAllow"), "\(bad)")
                    try await systemd.run("rm /run/systemd/system/candela-station.service.d/none.conf; \(Self.removing)")
                }
            }
        }
    }
}
