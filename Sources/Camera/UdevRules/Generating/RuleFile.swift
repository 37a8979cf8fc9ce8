// SPDX-License-Identifier: Apache-2.0

/// The rules file of Candela: its name, its text, and what a file found in its place is.
public enum RuleFile {
    /// 70: after `50-udev-default.rules`, whose GROUP it may replace, and before `73-seat-late.rules`, which makes ACLs
    /// of the tag `uaccess`.
    public static let name = "70-candela.rules"
    public static let path = "/etc/udev/rules.d/" + name

    /// The text that gives what the options say.
    ///
    /// A section each for the seat, the group, the torch and the profile; another kind of rule would be a section more
    /// and a word in the header.
    public static func text(_ options: RuleOptions) -> String {
        let header = RuleHeader(options)
        let sections =
            [opening, seat(options), group(options)] + (options.torch ? [torch(options)] : [])
            + (options.profileProgram.map { [profile(options, $0)] } ?? [])
        return header.seal(sections.joined(separator: "\n") + "\n" + ending)
    }

    private static let opening = """
        #
        # Its number is below 73, because 73-seat-late.rules makes ACLs of the tag uaccess. The tag and the group stand
        # on lines of their own, because systemd 258 and later drop a line whose group they do not accept.

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
        "# Whoever sits at the machine, by systemd-logind.\n" + lines(options, "TAG+=\"uaccess\"")
    }

    private static func group(_ options: RuleOptions) -> String {
        "# Services, remote sessions and machines without a seat, by group.\n"
            + lines(options, "GROUP=\"\(options.group)\", MODE=\"0660\"")
    }

    /// sysfs takes no GROUP and MODE: its files have no node. Flashes and torches only, never a privacy light.
    private static func torch(_ options: RuleOptions) -> String {
        let match = "SUBSYSTEM==\"leds\", KERNEL==\"\(TorchLED.pattern)\", ACTION==\"add|change\""
        return "# The brightness of torches.\n"
            + [
                "RUN+=\"/bin/chgrp \(options.group) /sys%p/brightness\"", "RUN+=\"/bin/chmod g+w /sys%p/brightness\"",
            ].map { "\(match), \($0)\n" }.joined()
    }

    /// Run by udev itself, not by a service: it ends in a moment, and works also where systemd does not run. As root and
    /// without a home, so the profiles are the machine's. Only the node pictures come from, and only when it is new.
    private static func profile(_ options: RuleOptions, _ program: String) -> String {
        let conditions = options.camera.map { ", " + $0.conditions } ?? ""
        return "# Saved settings, given back at plug-in: the profiles in /etc/candela/profiles.\n"
            + "ACTION==\"add\", SUBSYSTEM==\"video4linux\", KERNEL==\"video*\", ATTR{index}==\"0\"\(conditions), "
            + "RUN+=\"\(program) profile apply --at-plug --camera $devnode\"\n"
    }
}

/// The lights of the LED class that are torches.
public enum TorchLED {
    /// By their kernel names, which end in their function. Source: `Documentation/leds/leds-class.rst`.
    static let pattern = "*:flash|*:torch"

    public static func isTorch(_ name: String) -> Bool { RulePattern.matches(pattern, name) }
}
