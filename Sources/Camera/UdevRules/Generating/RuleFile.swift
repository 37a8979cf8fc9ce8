// SPDX-License-Identifier: Apache-2.0

/// Candela's rules file: its name and its text.
package enum RuleFile {
    /// 70: after `50-udev-default.rules`, whose GROUP it may replace, and before `73-seat-late.rules`, which turns the tag
    /// `uaccess` into ACLs.
    package static let name = "70-candela.rules"
    package static let path = "/etc/udev/rules.d/" + name

    /// The text of the file for the given options.
    ///
    /// One section each for the seat, the group, the torch and the profile. A new kind of rule needs a new section and a new
    /// word in the header.
    package static func text(_ options: RuleOptions) -> String {
        let header = RuleHeader(options)
        let sections =
            [opening, seat(options), group(options)] + (options.torch ? [torch(options)] : [])
            + (options.profileProgram.map { [profile(options, $0)] } ?? [])
        return header.seal(sections.joined(separator: "\n") + "\n" + ending)
    }

    private static let opening = """
        #
        # Its number is below 73, because 73-seat-late.rules turns the tag uaccess into ACLs. The tag and the group are
        # on separate lines, because systemd 258 and later ignore a line whose group they do not accept.

        ACTION=="remove", GOTO="candela_end"

        """

    private static let ending = """
        LABEL="candela_end"

        """

    private static func lines(_ options: RuleOptions, _ assignment: String) -> String {
        let conditions = options.camera.map { ", " + $0.conditions } ?? ""
        return ["video4linux", "media"].map { "SUBSYSTEM==\"\($0)\"\(conditions), \(assignment)\n" }.joined()
    }

    private static func seat(_ options: RuleOptions) -> String {
        "# The user at the seat, through systemd-logind.\n" + lines(options, "TAG+=\"uaccess\"")
    }

    private static func group(_ options: RuleOptions) -> String {
        "# Services, remote sessions and machines without a seat, through the group.\n"
            + lines(options, "GROUP=\"\(options.group)\", MODE=\"0660\"")
    }

    /// GROUP and MODE do not apply to sysfs files, which have no node. Flashes and torches only, never a privacy light.
    private static func torch(_ options: RuleOptions) -> String {
        let match = "SUBSYSTEM==\"leds\", KERNEL==\"\(TorchLED.pattern)\", ACTION==\"add|change\""
        return "# The brightness of torches.\n"
            + [
                "RUN+=\"/bin/chgrp \(options.group) /sys%p/brightness\"", "RUN+=\"/bin/chmod g+w /sys%p/brightness\"",
            ].map { "\(match), \($0)\n" }.joined()
    }

    /// udev runs it directly, not as a service: it is short, and works without systemd. It runs as root and without a home
    /// directory, so it uses the machine's profiles. Only for the capture node, and only when it is added.
    private static func profile(_ options: RuleOptions, _ program: String) -> String {
        let conditions = options.camera.map { ", " + $0.conditions } ?? ""
        return "# Saved settings, applied at plug-in: the profiles in /etc/candela/profiles.\n"
            + "ACTION==\"add\", SUBSYSTEM==\"video4linux\", KERNEL==\"video*\", ATTR{index}==\"0\"\(conditions), "
            + "RUN+=\"\(program) profile apply --at-plug --camera $devnode\"\n"
    }
}

/// The lights in the LED class that are torches.
package enum TorchLED {
    /// Matches kernel names, which end in the function. Source: `Documentation/leds/leds-class.rst`.
    static let pattern = "*:flash|*:torch"

    package static func isTorch(_ name: String) -> Bool { RulePattern.matches(pattern, name) }
}
