// SPDX-License-Identifier: Apache-2.0

package import FrameCoding
package import Frames
internal import Output
package import Pictures
internal import Terminal

/// Makes decoders for what comes from outside: picture files and the compressed frames of cameras and streams. By default
/// each decodes in a separate process, which has no files, no network and no rights, so a picture can at worst cost itself.
package struct Decoders: Sendable {
    /// Whether to decode in this process.
    package var isInProcess: Bool
    /// Whether to name on standard error what failed when a process was confined.
    package var namesConfinement: Bool

    package init(isInProcess: Bool = false, namesConfinement: Bool = false) {
        self.isInProcess = isInProcess
        self.namesConfinement = namesConfinement
    }

    /// A decoder of picture files, for any number of threads.
    package func pictures(maximumPixels: Int = PictureLoader.defaultMaximumPixels) -> any PictureDecoder {
        guard !isInProcess else { return PictureLoader(maximumPixels: maximumPixels) }
        return ConfinedPictureLoader(
            program: .ownExecutable, maximumPixels: maximumPixels, onUnconfined: namesConfinement ? Self.note : nil)
    }

    /// A decoder of JPEG frames, for one stream.
    package func frames() throws(MotionJPEGError) -> any JPEGDecoder {
        guard !isInProcess else { return try MotionJPEGDecoder() }
        return ConfinedJPEGDecoder(
            program: .ownExecutable, onIncident: Self.say, onUnconfined: namesConfinement ? Self.note : nil)
    }

    /// A converter of a webcam chip's own format, for one stream; see `V4LConverter`.
    package func converter(
        fileDescriptor: Int32?, format: FourCC, size: FrameSize, bytesPerLine: Int = 0
    ) throws(V4LConversionError) -> any FrameConverter {
        let isHelped = V4LConverter.helped.contains(format)
        if isHelped, !isInProcess {
            Self.say(
                "cannot confine the conversion of \(format) frames: libv4lconvert starts a program for each stream")
        }
        guard !isInProcess, !isHelped else {
            return try V4LConverter(
                fileDescriptor: fileDescriptor, format: format, size: size, bytesPerLine: bytesPerLine)
        }
        return try ConfinedConverter(
            program: .ownExecutable, fileDescriptor: fileDescriptor, format: format, size: size,
            bytesPerLine: bytesPerLine, onIncident: Self.say, onUnconfined: namesConfinement ? Self.note : nil)
    }

    private static let say: @Sendable (String) -> Void = { Console.note(VisibleText.escape($0)) }
    private static let note: @Sendable (String) -> Void = {
        Console.note(VisibleText.escape("the decoder process is not fully confined: \($0)"))
    }
}
