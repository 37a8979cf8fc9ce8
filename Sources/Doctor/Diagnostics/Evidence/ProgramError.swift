// SPDX-License-Identifier: Apache-2.0

/// An error in the words of a well-known program or library, which says why it gets no pictures, whatever the camera is like.
package struct ProgramError: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// The programs of a Raspberry Pi have nothing that encodes H.264.
        case noEncoder = "no-encoder"
        /// A module of Python was built for another version of NumPy.
        case arrayLibrary = "array-library"
        /// A library of libcamera's module for the image processor (IPA) has another version than the one that it was built with.
        case imageModule = "image-module"
        /// libcamera has no module for the image processor.
        case noImageModule = "no-image-module"
        /// libcamera cannot read the file with the settings of the image processor for the sensor.
        case tuningFile = "tuning-file"
        /// libcamera's software image processor cannot use the graphics card that it was given.
        case graphics
        /// An option of FFmpeg stands where it may not.
        case inputOption = "input-option"
        /// FFmpeg's file has no place for a codec.
        case unfitCodec = "unfit-codec"
        /// Home Assistant has not loaded what its cameras need for a stream.
        case noStreamIntegration = "no-stream-integration"
        /// GStreamer has no decoder for what the camera sends.
        case noDecoder = "no-decoder"
        /// FFmpeg finds no node of a codec in hardware.
        case codecNode = "codec-node"
        /// The sound of a stream has times that go backward.
        case soundTimes = "sound-times"
        /// The library of the Azure Kinect has no display for its depth engine.
        case depthEngine = "depth-engine"
        /// A camera of ONVIF gives this machine as its own address.
        case ownAddress = "own-address"
        /// An input device that a program of Python reads has gone.
        case goneInput = "gone-input"
        /// A network camera answers with another transport than FFmpeg has asked for.
        case otherTransport = "other-transport"
    }

    package var kind: Kind
    /// What the program wrote, raw.
    package var line: String
    /// What the line names: a codec, an option, a file, a camera; absent if it names none.
    package var detail: String?

    package init(_ kind: Kind, line: String, detail: String? = nil) {
        self.kind = kind
        self.line = line
        self.detail = detail
    }
}
