// SPDX-License-Identifier: Apache-2.0

/// The public name of a kind of finding, such as `light.dark`. A name is never changed or given another meaning.
package struct FindingID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package var description: String { rawValue }
}

extension FindingID {
    package static let deviceNone = Self(rawValue: "device.none")
    package static let deviceNoDriver = Self(rawValue: "device.no-driver")
    package static let deviceDriverRefused = Self(rawValue: "device.driver-refused")
    package static let deviceVirtualHost = Self(rawValue: "device.virtual-host")
    package static let deviceNeedsLibcamera = Self(rawValue: "device.needs-libcamera")
    package static let deviceDropped = Self(rawValue: "device.dropped")
    /// The camera streams, but its controls do not answer.
    package static let deviceControlsSilent = Self(rawValue: "device.controls-silent")
    /// The module does not fit the running kernel, or its files are incomplete.
    package static let deviceModuleBroken = Self(rawValue: "device.module-broken")
    /// The sensor of a camera that is not on USB does not answer, or was not found.
    package static let deviceSensorMissing = Self(rawValue: "device.sensor-missing")
    package static let deviceNoFirmware = Self(rawValue: "device.no-firmware")
    /// Raw data of a sensor, for which there is another converter than libcamera.
    package static let deviceRawSensor = Self(rawValue: "device.raw-sensor")
    /// The media pipeline of a bridge (HDMI, analogue video) is not set up.
    package static let devicePipeline = Self(rawValue: "device.pipeline")
    package static let deviceNotV4L2 = Self(rawValue: "device.not-v4l2")
    package static let deviceSwitchedOff = Self(rawValue: "device.switched-off")
    /// A USB device that does not identify itself.
    package static let deviceNotRecognised = Self(rawValue: "device.not-recognised")
    /// A program that waits for ever in the kernel's video code.
    package static let deviceDriverHangs = Self(rawValue: "device.driver-hangs")
    /// A board whose processor is too hot.
    package static let deviceTooHot = Self(rawValue: "device.too-hot")
    /// The supply voltage of the board breaks down.
    package static let deviceLowVoltage = Self(rawValue: "device.low-voltage")
    /// Another device uses the bus by which the sensor is asked.
    package static let deviceSharedBus = Self(rawValue: "device.shared-bus")
    package static let deviceSlowLink = Self(rawValue: "device.slow-link")

    package static let accessNotPermitted = Self(rawValue: "access.not-permitted")
    package static let accessStaleGroup = Self(rawValue: "access.stale-group")
    /// The account that a service is to run as.
    package static let accessNoAccount = Self(rawValue: "access.no-account")
    /// A service or container that does not run.
    package static let accessServiceBroken = Self(rawValue: "access.service-broken")
    /// What a service wrote of the camera that this user finds in order.
    package static let accessServiceReports = Self(rawValue: "access.service-reports")
    /// A container whose own network does not lead to the camera.
    package static let accessOwnNetwork = Self(rawValue: "access.own-network")
    /// A browser's question for the camera that nobody answers for good.
    package static let accessPageQuestion = Self(rawValue: "access.page-question")
    package static let accessPageSound = Self(rawValue: "access.page-sound")
    /// The browser keeps a "no" for the page.
    package static let accessPageRefused = Self(rawValue: "access.page-refused")
    /// A header or a frame that forbids a page the camera.
    package static let accessPagePolicy = Self(rawValue: "access.page-policy")
    /// Preferences of Firefox that keep pages from the camera or from its picture.
    package static let accessPageSettings = Self(rawValue: "access.page-settings")
    /// A page that a browser gives no camera.
    package static let accessInsecurePage = Self(rawValue: "access.insecure-page")
    /// A service that ended before the camera was there.
    package static let accessTooEarly = Self(rawValue: "access.too-early")
    package static let accessNoSeat = Self(rawValue: "access.no-seat")
    package static let accessRuleOrder = Self(rawValue: "access.rule-order")
    package static let accessNoUdev = Self(rawValue: "access.no-udev")
    /// The host has removed the device behind a node that a container still has.
    package static let accessStaleNode = Self(rawValue: "access.stale-node")
    package static let accessDeviceCgroup = Self(rawValue: "access.device-cgroup")
    package static let accessNodeMissing = Self(rawValue: "access.node-missing")
    package static let accessGroupMismatch = Self(rawValue: "access.group-mismatch")
    package static let accessSandbox = Self(rawValue: "access.sandbox")
    /// The desktop's camera portal refuses an application in a sandbox.
    package static let accessPortal = Self(rawValue: "access.portal")
    package static let accessSecurityModule = Self(rawValue: "access.security-module")
    package static let accessWorldWritable = Self(rawValue: "access.world-writable")

    package static let nodeMetadata = Self(rawValue: "node.metadata")
    package static let nodeInfrared = Self(rawValue: "node.infrared")
    package static let nodeNotCapture = Self(rawValue: "node.not-capture")
    package static let nodeMoved = Self(rawValue: "node.moved")
    package static let nodeWrongFormat = Self(rawValue: "node.wrong-format")
    package static let nodeNumber = Self(rawValue: "node.number")
    package static let nodeRawFormat = Self(rawValue: "node.raw-format")
    /// A virtual camera that also says that it is an output.
    package static let nodeAlsoOutput = Self(rawValue: "node.also-output")
    package static let nodeBusy = Self(rawValue: "node.busy")
    package static let nodeBusySelf = Self(rawValue: "node.busy-self")
    package static let nodeDisturbed = Self(rawValue: "node.disturbed")

    package static let streamBandwidth = Self(rawValue: "stream.bandwidth")
    package static let streamUncompressed = Self(rawValue: "stream.uncompressed")
    package static let streamSlowExposure = Self(rawValue: "stream.slow-exposure")
    package static let streamDropped = Self(rawValue: "stream.dropped")
    package static let streamNone = Self(rawValue: "stream.none")
    /// The sensor waits for pulses from outside.
    package static let streamAwaitsTrigger = Self(rawValue: "stream.awaits-trigger")
    package static let streamMemory = Self(rawValue: "stream.memory")
    package static let streamFrozen = Self(rawValue: "stream.frozen")
    package static let streamCorrupt = Self(rawValue: "stream.corrupt")
    package static let streamNoFormat = Self(rawValue: "stream.no-format")
    /// The camera has refused a control that an automatic mode governs.
    package static let streamLockedControl = Self(rawValue: "stream.locked-control")
    /// Far fewer pictures than the camera agreed to, for no reason that is seen.
    package static let streamLowRate = Self(rawValue: "stream.low-rate")
    /// Only the middle of the sensor is read.
    package static let streamCropped = Self(rawValue: "stream.cropped")
    /// JPEGs that are compressed too much.
    package static let streamCoarse = Self(rawValue: "stream.coarse")
    /// Pictures that are pink, yellow, blue, green or grey all over.
    package static let streamColours = Self(rawValue: "stream.colours")
    package static let streamSmallPicture = Self(rawValue: "stream.small-picture")
    /// A virtual camera whose module was loaded with one size of picture.
    package static let streamFixedSize = Self(rawValue: "stream.fixed-size")
    /// The pictures arrive, but in a form that few programs take.
    package static let streamFewPrograms = Self(rawValue: "stream.few-programs")
    /// A grabber decodes another television standard than its source sends.
    package static let streamStandard = Self(rawValue: "stream.standard")
    package static let streamNoControl = Self(rawValue: "stream.no-control")
    package static let streamPipeline = Self(rawValue: "stream.pipeline")
    package static let streamDecodeSlow = Self(rawValue: "stream.decode-slow")

    package static let genICamMissing = Self(rawValue: "genicam.missing")
    package static let genICamNoCamera = Self(rawValue: "genicam.no-camera")
    package static let libcameraMissing = Self(rawValue: "libcamera.missing")
    package static let libcameraNoCamera = Self(rawValue: "libcamera.no-camera")
    package static let libcameraNoIPA = Self(rawValue: "libcamera.no-ipa")
    package static let libcameraNoMemory = Self(rawValue: "libcamera.no-memory")
    package static let libcameraUntuned = Self(rawValue: "libcamera.untuned")
    package static let networkNoHost = Self(rawValue: "network.no-host")
    package static let networkNoAnswer = Self(rawValue: "network.no-answer")
    package static let networkUntrusted = Self(rawValue: "network.untrusted")
    package static let networkUnauthorized = Self(rawValue: "network.unauthorized")
    package static let networkNoStream = Self(rawValue: "network.no-such-stream")
    package static let networkNotPictures = Self(rawValue: "network.not-pictures")
    package static let networkCodecMissing = Self(rawValue: "network.codec-missing")
    package static let networkPasswordReadable = Self(rawValue: "network.plain-password")
    package static let networkServerFails = Self(rawValue: "network.server-fails")
    package static let networkKeyFrames = Self(rawValue: "network.key-frames")
    package static let networkClockDiffers = Self(rawValue: "network.clock-differs")
    package static let networkStalls = Self(rawValue: "network.stalls")

    package static let pipeWireNoDaemon = Self(rawValue: "pipewire.no-daemon")
    package static let pipeWireNoManager = Self(rawValue: "pipewire.no-manager")
    package static let pipeWireNoCamera = Self(rawValue: "pipewire.no-camera")
    package static let pipeWireNoPortal = Self(rawValue: "pipewire.no-portal")
    package static let pipeWireRefused = Self(rawValue: "pipewire.refused")
    package static let pipeWireDenied = Self(rawValue: "pipewire.denied")
    package static let pipeWireUnanswered = Self(rawValue: "pipewire.unanswered")
    package static let pipeWireBusy = Self(rawValue: "pipewire.busy")
    package static let pipeWireNoFormat = Self(rawValue: "pipewire.no-format")
    package static let pipeWireNotLinked = Self(rawValue: "pipewire.not-linked")
    package static let pipeWireNoFrames = Self(rawValue: "pipewire.no-frames")
    package static let pipeWireLost = Self(rawValue: "pipewire.lost")
    package static let pipeWireFailed = Self(rawValue: "pipewire.failed")

    package static let lightCovered = Self(rawValue: "light.covered")
    package static let lightDark = Self(rawValue: "light.dark")
    package static let lightClipped = Self(rawValue: "light.clipped")
    package static let lightBacklit = Self(rawValue: "light.backlit")
    package static let lightMotion = Self(rawValue: "light.motion")
    package static let lightNoise = Self(rawValue: "light.noise")
    /// A shadow lies over a part of the code.
    package static let lightShadow = Self(rawValue: "light.shadow")
    /// The first pictures after the start are far darker or brighter than the later ones.
    package static let lightSettling = Self(rawValue: "light.settling")
    /// Nothing is dark and nothing light, as through a film or fog.
    package static let lightHazy = Self(rawValue: "light.hazy")
    /// The automatic exposure does not settle.
    package static let lightPumping = Self(rawValue: "light.pumping")
    package static let lightFlicker = Self(rawValue: "light.flicker")
    /// Settings other than the exposure that are off their defaults and spoil the picture.
    package static let lightSettings = Self(rawValue: "light.settings")
    package static let lightManualExposure = Self(rawValue: "light.manual-exposure")

    package static let focusBlurred = Self(rawValue: "focus.blurred")
    /// A symbol whose bars run into each other, in a picture that is about as sharp as cameras take them.
    package static let focusUnresolved = Self(rawValue: "focus.unresolved")
    package static let focusHunting = Self(rawValue: "focus.hunting")

    package static let symbolSmall = Self(rawValue: "symbol.small")
    package static let symbolQuietZone = Self(rawValue: "symbol.quiet-zone")
    package static let symbolContrast = Self(rawValue: "symbol.contrast")
    package static let symbolGlare = Self(rawValue: "symbol.glare")
    package static let symbolInverted = Self(rawValue: "symbol.inverted")
    package static let symbolDisabled = Self(rawValue: "symbol.disabled")
    package static let symbolDamaged = Self(rawValue: "symbol.damaged")
    package static let symbolCheck = Self(rawValue: "symbol.check")
    package static let symbolBent = Self(rawValue: "symbol.bent")
    package static let symbolUnexplained = Self(rawValue: "symbol.unexplained")
    package static let symbolShort = Self(rawValue: "symbol.short")
    /// Not square: stretched, or seen from the side.
    package static let symbolStretched = Self(rawValue: "symbol.stretched")
    /// Of a symbology that no reader here reads.
    package static let symbolForeign = Self(rawValue: "symbol.foreign")
    /// A Code 39 or Code 128 has no start and stop character.
    package static let symbolUnframed = Self(rawValue: "symbol.unframed")
    /// A corner pattern of a QR code is hidden, missing or broken.
    package static let symbolCornerPattern = Self(rawValue: "symbol.corner-pattern")
    /// A logo or text lies over it.
    package static let symbolCovered = Self(rawValue: "symbol.covered")
    /// It may be only a part of a longer code.
    package static let symbolPartial = Self(rawValue: "symbol.partial")
    /// Bars are much wider or narrower than drawn.
    package static let symbolBarGrowth = Self(rawValue: "symbol.bar-growth")
    /// Bars and spaces are not whole numbers of modules wide.
    package static let symbolUneven = Self(rawValue: "symbol.uneven")
    package static let symbolMirrored = Self(rawValue: "symbol.mirrored")
    /// A symbology that the readers read only straight and clean.
    package static let symbolMaxiCode = Self(rawValue: "symbol.maxicode")
    package static let symbolEncoding = Self(rawValue: "symbol.encoding")
    package static let symbolSeparators = Self(rawValue: "symbol.separators")
    package static let symbolTransparent = Self(rawValue: "symbol.transparent")
    /// A picture file in the colours of a printing press.
    package static let symbolCMYK = Self(rawValue: "symbol.cmyk")
    package static let symbolDotted = Self(rawValue: "symbol.dotted")
    /// The corner patterns of a QR code are not squares.
    package static let symbolStyled = Self(rawValue: "symbol.styled")
    /// No row or column of the picture crosses all bars.
    package static let symbolTilted = Self(rawValue: "symbol.tilted")
    /// Holes in the ink or specks on the paper.
    package static let symbolGrain = Self(rawValue: "symbol.grain")
    /// One of several symbols that carry one text together.
    package static let symbolSequence = Self(rawValue: "symbol.sequence")
    package static let symbolDemanding = Self(rawValue: "symbol.demanding")
    package static let symbolSeveral = Self(rawValue: "symbol.several")
    package static let symbolOutsideRegion = Self(rawValue: "symbol.outside-region")
    package static let symbolNone = Self(rawValue: "symbol.none")

    /// Reading works, without a library.
    package static let readerLibraryMissing = Self(rawValue: "reader.library-missing")
    /// The reader's process could not give up all its rights.
    package static let readerUnconfined = Self(rawValue: "reader.unconfined")

    package static let desktopDenied = Self(rawValue: "desktop.denied")
    package static let desktopNoDialogue = Self(rawValue: "desktop.no-dialogue")
    package static let desktopNoGStreamer = Self(rawValue: "desktop.no-gstreamer")
    /// A camera program has no description of this device.
    package static let desktopUnconfigured = Self(rawValue: "desktop.unconfigured")
    package static let desktopUnlisted = Self(rawValue: "desktop.unlisted")

    package static let torchNotPermitted = Self(rawValue: "torch.not-permitted")
    package static let profileLost = Self(rawValue: "profile.lost")
}
