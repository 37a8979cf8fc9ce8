// SPDX-License-Identifier: Apache-2.0

/// What would tell causes apart that leave the same evidence.
enum DecidingFacts {
    /// The report with deciding facts for every finding that is one of several possible causes.
    static func adding(to report: DoctorReport) -> DoctorReport {
        var report = report
        let subject = report.subject
        for check in report.checks.indices {
            for index in report.checks[check].findings.indices
            where report.checks[check].findings[index].confidence == .possible {
                report.checks[check].findings[index].deciding = facts(report.checks[check].findings[index].id, subject)
            }
            for index in report.checks[check].notes.indices
            where report.checks[check].notes[index].confidence == .possible {
                report.checks[check].notes[index].deciding = facts(report.checks[check].notes[index].id, subject)
            }
        }
        return report
    }

    private static func facts(_ id: FindingID, _ subject: Snapshot.Subject) -> [DecidingFact] {
        switch subject.kind {
        case .camera, .simulated: live(id, " " + Words.shell(subject.name))
        case .picture: picture(id)
        default: live(id, nil)
        }
    }

    /// - Parameter camera: the camera as an argument; `nil` if the frames come from elsewhere and nothing can be repeated.
    private static func live(_ id: FindingID, _ camera: String?) -> [DecidingFact] {
        func command(_ name: String, _ options: String = "") -> String? {
            camera.map { "candela \(name)\($0)\(options)" }
        }
        switch id {
        case .lightCovered, .lightDark:
            return [
                DecidingFact(
                    "Shine a lamp or the lit screen of a phone into the lens while this runs. If the mean luma rises, the room is dark; if it stays, something covers the lens or the camera is switched off.",
                    command: command("measure", " --duration 10s"))
            ]
        case .lightManualExposure, .lightSettings:
            return [
                DecidingFact(
                    "Make the first change above and look again: if the picture is not better, undo it, as something else is the cause.",
                    command: command("doctor"))
            ]
        case .lightNoise:
            return [
                DecidingFact(
                    "Put a lamp beside the code while this runs. If it reads then, noise was the cause.",
                    command: command("scan", " --once --timeout 20s"))
            ]
        case .lightBacklit:
            return [
                DecidingFact(
                    "Turn the code so that the window or lamp is behind the camera while this runs. If it reads then, the light from behind was the cause.",
                    command: command("scan", " --once --timeout 20s"))
            ]
        case .lightClipped, .symbolGlare:
            return [
                DecidingFact(
                    "Shade the code with a hand, or tilt it, while this runs. If it reads then, a reflection was the cause; if not, the exposure is.",
                    command: command("scan", " --once --timeout 20s"))
            ]
        case .lightFlicker:
            return [
                DecidingFact(
                    "Switch the lamps off, or go to a window, while this runs. Flicker that stays does not come from the lamps.",
                    command: command("measure", " --duration 10s"))
            ]
        case .lightMotion:
            return [
                DecidingFact(
                    "Lay the code down so that nothing moves while this runs. If it reads then, motion was the cause; if not, the focus or the light is.",
                    command: command("scan", " --once --timeout 20s"))
            ]
        case .focusBlurred:
            return [
                DecidingFact(
                    "Move the code slowly from 10 cm to 1 m away from the lens while this runs. If the edges become narrower at some distance, that is where it focuses; if they are wide at every distance, the lens is dirty or its focus is stuck.",
                    command: command("measure", " --symbol --duration 20s"))
            ]
        case .focusHunting:
            return [
                DecidingFact(
                    "Watch it for longer, with nothing moving: reversals that go on mean that the focus does not settle; if they end, it was only searching.",
                    command: command("doctor", " --watch 30s"))
            ]
        case .symbolSmall:
            return [
                DecidingFact(
                    "Halve the distance while this runs. If it reads then, it was too small; if it becomes blurred instead, the lens does not focus that near.",
                    command: command("scan", " --once --timeout 20s"))
            ]
        case .symbolContrast, .symbolDamaged, .symbolBarGrowth:
            return [
                DecidingFact(
                    "Hold another code, for example one on the screen of a phone, at the same place while this runs. If that reads, this print is the cause; if not, the light or the lens is.",
                    command: command("scan", " --once --timeout 20s"))
            ]
        case .symbolQuietZone:
            return [
                DecidingFact(
                    "Lay white paper around the code, close to its bars, while this runs. If it reads then, the margin was the cause.",
                    command: command("scan", " --once --timeout 20s"))
            ]
        case .symbolNone:
            return [
                DecidingFact(
                    "Hold a code that another device reads in front of the lens, so that it fills a third of the picture, and look at the picture that the camera sees.",
                    command: command("scan", " --preview"))
            ]
        case .streamNone:
            return [
                DecidingFact(
                    "Do the first of these, and look again: if frames arrive then, the sleep was the cause; if not, the cable, the port or the camera is.",
                    command: command("doctor", " --only stream"))
            ]
        case .streamBandwidth:
            return [
                DecidingFact(
                    "Ask for a small picture. If frames arrive then, the bus is too slow for the large one; if not, the camera or its cable is at fault.",
                    command: command("doctor", " --size 320x240"))
            ]
        case .streamFrozen:
            return [
                DecidingFact(
                    "Wave a hand before the lens while this runs. If the frames differ then, the view was only still.",
                    command: command("doctor", " --only stream"))
            ]
        case .nodeBusy:
            return [
                DecidingFact(
                    "Look at it as root, who sees the programs of all users. If there is still none, unplug the camera and plug it in again: if it works then, the driver had not let go of it.",
                    command: camera.map { "sudo candela doctor\($0)" })
            ]
        case .deviceNeedsLibcamera, .deviceRawSensor:
            return [
                DecidingFact(
                    "Ask libcamera (package libcamera-tools). A camera in its list works with libcamera's programs; an empty list means that the sensor was not found.",
                    command: "cam --list")
            ]
        case .deviceDriverRefused, .deviceModuleBroken:
            return [
                DecidingFact(
                    "The kernel names the module that it refuses, and the reason; ordinary users may not read that.",
                    command: "sudo journalctl -k -b -g 'module|key|symbol|BPF'")
            ]
        case .accessSecurityModule:
            return [
                DecidingFact(
                    "Try again right after this command was started: a line that names candela and the device says which rule denied it. Without one, it was no security module.",
                    command: "sudo journalctl -k -f -g 'DENIED|denied'")
            ]
        case .desktopUnlisted:
            return [
                DecidingFact(
                    "PipeWire lists the cameras that desktop programs can be given. A camera that is in the list is only kept back by the portal.",
                    command: "wpctl status")
            ]
        default: return []
        }
    }

    /// For a picture, which is all there is: another picture tells.
    private static func picture(_ id: FindingID) -> [DecidingFact] {
        let test: String
        switch id {
        case .lightCovered, .lightDark:
            test = "Take it again in daylight: if it is as dark, the camera or its settings are the cause."
        case .lightManualExposure, .lightSettings, .lightClipped:
            test = "Take it again with half the exposure: if the code appears, there was too much light."
        case .symbolGlare:
            test = "Take it again from another side: a reflection moves away from the code, a faded print does not."
        case .lightNoise: test = "Take it again with more light: if it reads then, noise was the cause."
        case .lightBacklit:
            test =
                "Take it again with the window or lamp behind the camera: if it reads then, the light from behind was the cause."
        case .lightFlicker: test = "Take it again in daylight: stripes that are gone came from the lamps."
        case .lightMotion:
            test = "Take it again with camera and code lying still: if it is as blurred, the focus is the cause."
        case .focusBlurred:
            test =
                "Take it again from twice the distance: if the edges are sharper then, the code was too near for the lens."
        case .symbolSmall:
            test = "Take it again from half the distance: if it reads then, the code was too small in the picture."
        case .symbolQuietZone:
            test = "Take it again with white paper laid around the code: if it reads then, the margin was the cause."
        case .symbolContrast, .symbolDamaged, .symbolBarGrowth:
            test =
                "Take a picture of another print of the same code in the same place: if that reads, this print is the cause."
        case .symbolNone:
            test = "Crop the picture to the code, with its white margin: if it reads then, the surroundings hid it."
        default: return []
        }
        return [DecidingFact(test)]
    }
}
