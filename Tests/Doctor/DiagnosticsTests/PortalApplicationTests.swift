// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import UserSession

@Suite("An application that takes cameras from the portal")
struct PortalApplicationTests {
    private func report(_ name: String, hasBackEnd: Bool) -> DoctorReport {
        var client = CameraClientRecord(.flatpak, name: name)
        (client.isFiltered, client.filter) = (true, "devices=dri;")
        var desktop = DesktopRecord()
        desktop.names = ["sway"]
        desktop.backEnds = [.init(name: "wlr", hasAccess: false, desktops: ["sway"])]
        if hasBackEnd { desktop.backEnds.append(.init(name: "gtk", hasAccess: true, desktops: ["gnome"])) }
        return Doctor.judge(
            .healthy {
                $0.client = client
                $0.desktop = .seen(desktop)
            })
    }

    @Test("a portal that cannot ask is told as the cause for an application that uses nothing else, and not for others")
    func broken() {
        #expect(report("org.gnome.Snapshot", hasBackEnd: false).findings.first?.id == .desktopNoDialogue)
        #expect(report("org.gnome.Snapshot.Devel", hasBackEnd: false).findings.first?.id == .desktopNoDialogue)
        #expect(report("com.slack.Slack", hasBackEnd: false).findings.first?.id == .accessSandbox)
        #expect(!report("org.gnome.Snapshot", hasBackEnd: true).findings.contains { $0.id == .desktopNoDialogue })
    }

    @Test("it is not told twice")
    func once() {
        let report = report("org.gnome.Snapshot", hasBackEnd: false)
        #expect(!report.notes.contains { $0.id == .desktopNoDialogue })
    }

    @Test("PipeWire's plug-in for libcamera is looked for beside its others, and unknown without any")
    func plugin() throws {
        func hasPlugin(_ files: [String: String]) throws -> Bool? {
            var all = files
            all["/run/pipewire-0"] = ""
            let tree = try MachineTree(all)
            return withExtendedLifetime(tree) {
                DesktopCollector(files: tree.files, environment: { $0 == "XDG_RUNTIME_DIR" ? "/run" : nil }, ask: { _ in nil }).collect()
            }?.hasLibcameraPlugin
        }
        let support = "/spa-0.2/support/libspa-support.so"
        #expect(try hasPlugin([:]) == nil)
        #expect(try hasPlugin(["/usr/lib64" + support: ""]) == false)
        let folder = "/usr/lib/x86_64-linux-gnu"
        #expect(try hasPlugin([folder + support: "", folder + "/spa-0.2/libcamera/libspa-libcamera.so": ""]) == true)
    }
}
