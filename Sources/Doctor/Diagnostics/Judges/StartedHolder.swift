// SPDX-License-Identifier: Apache-2.0

/// A program that has the camera and was started by something other than a unit of its own: what to stop in place of that unit.
extension HoldersRecord.Holder {
    /// Also for older evidence, which names the unit whatever it runs.
    var startedBy: HoldersRecord.Starter? { starter ?? unit.flatMap(HoldersRecord.Starter.shared) }

    /// Stops it, or says where it comes from; `nil` for a program whose unit is its own.
    var starterFix: Fix? {
        guard let startedBy else { return nil }
        let service = startedBy.name.map(Words.shell)
        switch startedBy.kind {
        case .ssh: return login("over SSH, or on another remote terminal", "the service of such logins")
        case .console: return login("at the console, by hand or in ~/.profile or ~/.bash_profile", "the service of that console")
        case .desktop: return login("in a graphical session", "the display manager")
        case .cron: return scheduled("cron", crontab)
        case .at: return scheduled("at", ["atq"])
        case .supervisord:
            return Fix(
                "Stop \(name) with supervisord, which runs it and starts it again; the first command shows the name that it has there",
                commands: ["sudo supervisorctl status", "sudo supervisorctl stop NAME"], needsRoot: true,
                undo: ["sudo supervisorctl start NAME"], isRunnable: false)
        case .pm2:
            return Fix(
                "Stop \(name) with PM2, which runs it and starts it again, as the user who started it; the first command shows the name that it has there",
                commands: ["pm2 list", "pm2 stop NAME"], undo: ["pm2 start NAME"], isRunnable: false)
        // A script that ends before what it has started: stopping it stops nothing.
        case .openRC where startedBy.name == "local" || startedBy.name == nil:
            return Fix("\(name) was started by a script of OpenRC, mostly one in /etc/local.d: remove it there, and end the process")
        case .openRC:
            return stop(
                "OpenRC", "rc-service \(service ?? "NAME") stop", start: "rc-service \(service ?? "NAME") start",
                atStart: "`rc-update del \(service ?? "NAME")`")
        case .runit:
            return stop(
                "runit", "sv down \(service ?? "NAME")", start: "sv up \(service ?? "NAME")", atStart: "a file `down` in the folder of the service")
        case .s6:
            return stop(
                "s6", "s6-svc -d /run/service/\(service ?? "NAME")", start: "s6-svc -u /run/service/\(service ?? "NAME")",
                atStart: "a file `down` in the folder of the service")
        case .procd:
            let script = "/etc/init.d/\(service ?? "NAME")"
            return Fix(
                "Stop the service \(startedBy.name ?? ""), which runs \(name) and starts it again; `\(script) disable` keeps it from starting again at the next start",
                commands: ["\(script) stop"], needsRoot: true, undo: ["\(script) start"], isRunnable: false)
        }
    }

    private func stop(_ supervisor: String, _ command: String, start: String, atStart: String) -> Fix {
        Fix(
            "Stop the service \(startedBy?.name ?? ""), by which \(supervisor) runs \(name): a process that is only ended can be started again; \(atStart) keeps it from starting again at the next start",
            commands: ["sudo " + command], needsRoot: true, undo: ["sudo " + start], isRunnable: false)
    }

    private func login(_ place: String, _ service: String) -> Fix {
        Fix(
            "\(name) was started in a login of \(user.isEmpty ? "a user" : user) \(place): end it there. Do not stop \(service): that ends every program which was started so"
        )
    }

    private func scheduled(_ scheduler: String, _ show: [String]) -> Fix {
        Fix(
            "\(scheduler) has started \(name): end its process, and remove its line from the table so that it does not start again. The service of \(scheduler) itself runs other tasks, too",
            commands: show, isRunnable: false)
    }

    private var crontab: [String] {
        let own = user.isEmpty || user == "root" ? "sudo crontab -l" : "sudo crontab -l -u \(Words.shell(user))"
        return [own, "ls /etc/cron.d"]
    }
}
