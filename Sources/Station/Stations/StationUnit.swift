// SPDX-License-Identifier: Apache-2.0

/// The systemd unit of a station.
///
/// It runs as a user of its own that may open cameras and nothing else of the machine. Why each option stands there, and what
/// a station could not do with a stricter one, is in docs/station.md and docs/threat-model.md.
package enum StationUnit {
    package static let name = "candela-station.service"
    /// The service's user and its group.
    package static let user = "candela-station"
    /// Where the service keeps the history and its state.
    package static let folder = "/var/lib/candela"

    /// For /usr/lib/sysusers.d or /etc/sysusers.d, see sysusers.d(5).
    package static let account = """
        # The user of candela-station.service. Its group opens nothing; video opens cameras.
        u \(user) - "Candela scanning station" \(folder)
        g video -
        m \(user) video

        """

    /// - Parameters:
    ///   - program: the absolute path of the command.
    ///   - configuration: the absolute path of the station's file.
    package static func text(program: String, configuration: String) -> String {
        """
        # Written by `candela station install`. Do not edit: use systemctl edit \(name)
        [Unit]
        Description=Candela scanning station
        Documentation=man:candela-station(1)
        ConditionPathExists=\(quoted(configuration))
        # It starts before the camera and the network are there, and waits for them.
        After=systemd-udevd.service network.target
        StartLimitIntervalSec=0

        [Service]
        Type=notify
        ExecStart=\(quoted(program)) station run --config \(quoted(configuration))
        ExecReload=/bin/kill -HUP $MAINPID
        Restart=always
        RestartSec=2
        # The station is silent only if the thread of a camera hangs in its driver.
        WatchdogSec=120
        # Exposure and light are given back at the end.
        TimeoutStopSec=20
        User=\(user)
        Group=\(user)
        SupplementaryGroups=video
        StateDirectory=candela
        StateDirectoryMode=0700
        UMask=0077
        Environment=HOME=\(folder) XDG_DATA_HOME=/var/lib XDG_STATE_HOME=/var/lib XDG_CONFIG_HOME=\(folder)/config

        # Cameras, and no other device.
        DevicePolicy=closed
        DeviceAllow=char-video4linux rw
        DeviceAllow=char-media rw
        DeviceAllow=char-dma_heap rw

        NoNewPrivileges=yes
        CapabilityBoundingSet=
        AmbientCapabilities=
        ProtectSystem=strict
        ProtectHome=yes
        PrivateTmp=yes
        PrivateUsers=no
        ProtectProc=invisible
        ProtectClock=yes
        ProtectControlGroups=yes
        ProtectHostname=yes
        ProtectKernelLogs=yes
        ProtectKernelModules=yes
        ProtectKernelTunables=yes
        KeyringMode=private
        RemoveIPC=yes
        RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
        RestrictNamespaces=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        LockPersonality=yes
        MemoryDenyWriteExecute=yes
        SystemCallArchitectures=native
        # The readers confine themselves further, with seccomp.
        SystemCallFilter=@system-service seccomp
        SystemCallFilter=~@privileged
        SystemCallErrorNumber=EPERM

        [Install]
        WantedBy=multi-user.target

        """
    }

    /// A station's file to begin with.
    package static let example = """
        # A Candela scanning station. Check this file: candela station check
        # Every key is explained in candela-station(1).

        # name = "gate-3"

        [camera]
        # Without use, the best usable camera. `candela list` shows the names.
        # use = "046d_HD_Pro_Webcam_C920_1A2B3C4D"
        # symbology = ["ean", "qr"]
        # light = "auto"

        [history]
        keep = "90d"

        # [hooks]
        # publish = "mqtt://broker.example/gates/3"

        # [health]
        # listen = "127.0.0.1:9347"

        """

    /// A path for a unit: systemd splits at blanks and replaces % and $.
    private static func quoted(_ path: String) -> String {
        let escaped = path.map { character -> String in
            switch character {
            case "%": "%%"
            case "$": "$$"
            case "\\": "\\\\"
            case "\"": "\\\""
            default: String(character)
            }
        }.joined()
        return escaped.contains(where: \.isWhitespace) ? "\"\(escaped)\"" : escaped
    }
}
