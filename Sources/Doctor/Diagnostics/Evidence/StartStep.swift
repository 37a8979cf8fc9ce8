// SPDX-License-Identifier: Apache-2.0

extension CameraClientRecord {
    /// The step at which systemd failed before it ran a unit's program. See: systemd.exec(5), "Process Exit Codes".
    package struct StartStep: Codable, Hashable, Sendable {
        /// In systemd's words: `EXEC`, `CHDIR`, `GROUP`, `NAMESPACE`.
        package var step: String
        /// The program that was to be run, with its path.
        package var program: String
        /// `Permission denied`; `nil` if only the status tells of the step.
        package var reason: String?
        /// What systemd wrote right before it, without the unit's name.
        package var detail: String?
        /// What the unit's setting of this step names: a folder, a group.
        package var setting: String?
        /// What the program's file is; `nil` if it was not looked at.
        package var file: ProgramFile?

        package init(step: String, program: String, reason: String?) {
            self.step = step
            self.program = program
            self.reason = reason
        }
    }

    /// The file of a program that systemd could not execute.
    package struct ProgramFile: Codable, Hashable, Sendable {
        package var kind: Kind
        /// The program that the first line of a script names, `/usr/bin/python`, or the loader of a binary.
        package var interpreter: String?
        /// Whether that is not on this machine; `nil` if it is not known.
        package var lacksInterpreter: Bool?
        /// Whether that line ends as in files of Windows, with a carriage return, which counts as a part of the interpreter's name.
        package var hasCarriageReturn: Bool?
        /// Whether nobody may execute the file.
        package var lacksPermission: Bool?

        package enum Kind: String, Codable, Hashable, Sendable {
            /// With a first line that names its interpreter.
            case script
            /// Built for a kind of processor.
            case binary
            /// With neither.
            case text
            /// It exists, and this user may not read it.
            case closed
            case missing
            /// It may or may not exist, in a folder that is closed to this user.
            case unknown
        }

        package init(_ kind: Kind) { self.kind = kind }
    }
}
