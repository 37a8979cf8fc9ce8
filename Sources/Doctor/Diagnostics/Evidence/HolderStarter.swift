// SPDX-License-Identifier: Apache-2.0

extension HoldersRecord {
    /// What has started a program, where that is no unit of systemd which runs this program and nothing else.
    package struct Starter: Codable, Hashable, Sendable {
        package enum Kind: String, Codable, Hashable, Sendable {
            /// A login over SSH, at a console, or in a graphical session without logind: its service runs all such logins.
            case ssh, console, desktop
            case cron, at
            /// Supervisors that start it again after it has ended.
            case supervisord, pm2, openRC, runit, s6, procd
        }
        package var kind: Kind
        /// The name of the service as its supervisor knows it: raw; `nil` if that is not known, and for those that are none.
        package var name: String?

        package init(_ kind: Kind, name: String? = nil) {
            self.kind = kind
            self.name = name
        }

        /// Whether a program that is only ended is started again.
        var startsAgain: Bool {
            switch kind {
            case .supervisord, .pm2, .openRC, .runit, .s6, .procd: true
            case .ssh, .console, .desktop, .cron, .at: false
            }
        }

        /// What a service is that runs programs of its users, or of other people's choice: stopping it ends more than one program, and can
        /// lock everybody out. `nil` for one that is not known as such.
        ///
        /// - Parameter service: `cron.service`, `getty@tty1.service`; `agetty.tty1` with OpenRC and runit.
        package static func shared(_ service: String) -> Starter? {
            let name = service.prefix { $0 != "@" && $0 != "." }
            switch name {
            case "ssh", "sshd", "dropbear", "mosh", "telnetd", "inetd", "xinetd", "ttyd", "cockpit", "code-server": return Starter(.ssh)
            case "getty", "agetty", "serial-getty", "console-getty", "container-getty", "autovt", "kmsconvt", "login": return Starter(.console)
            case "display-manager", "gdm", "gdm3", "sddm", "lightdm", "lxdm", "xdm", "kdm", "wdm", "slim", "nodm", "greetd", "ly", "lemurs", "emptty",
                "cosmic-greeter", "xrdp", "xrdp-sesman", "vncserver", "tigervncserver", "x2goserver", "nxserver", "gnome-terminal-server":
                return Starter(.desktop)
            case "cron", "crond", "cronie", "dcron", "fcron", "bcron", "anacron", "busybox-crond": return Starter(.cron)
            case "atd", "at": return Starter(.at)
            case "supervisor", "supervisord": return Starter(.supervisord)
            default: return name.hasPrefix("pm2") ? Starter(.pm2) : nil
            }
        }
    }
}
