// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Cameras
internal import ConfinedDecoding
internal import Diagnostics
internal import Frames
internal import Output
internal import Terminal

/// The doctor's explanation after a camera has failed: the broken link, and the command to learn more.
enum DoctorsWord {
    /// A sentence for standard error. Examines the machine without streaming, in some milliseconds.
    static func after(_ failure: CameraFailure, of address: CameraAddress) -> String? {
        switch address {
        case .simulated, .standardInput: return nil
        // Its own words tell what the doctor would find.
        case .network, .genICam, .pipeWire: return nil
        case .automatic, .query, .libcamera: break
        }
        var command = "candela doctor"
        if address != .automatic { command += " " + ShellWord.quoted(address.name) }
        guard let finding = Examination.explain(failure, of: address, program: Candela.version) else {
            return "run `\(VisibleText.escape(command))` to find the broken link"
        }
        return
            "\(finding.id): \(VisibleText.escape(finding.message)); run `\(VisibleText.escape(command))` for the evidence "
            + "and the fix"
    }

    static func say(_ failure: CameraFailure, of address: CameraAddress) {
        if let sentence = after(failure, of: address) { Console.note(sentence) }
    }
}

/// Opens a camera for a command. A failure throws its own message and the doctor's.
func openingCamera<R>(
    _ text: String?, decoders: Decoders = Decoders(), _ work: (CameraOpener) throws(CameraError) -> R
) throws(CommandFailure) -> R {
    do throws(CameraError) {
        return try work(CameraOpener(decoders: decoders))
    } catch {
        guard error.concernsCamera else { throw CommandFailure(VisibleText.escape(error.description)) }
        Console.note(VisibleText.escape(error.description))
        throw CommandFailure(DoctorsWord.after(.opening(error), of: CameraAddress(text)) ?? "")
    }
}
