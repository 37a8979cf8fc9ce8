// SPDX-License-Identifier: Apache-2.0

/// The public name of a kind of finding, such as `light.dark`. A name is never changed or given another meaning.
public struct FindingID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }
}

extension FindingID {
    public static let deviceNone = Self(rawValue: "device.none")
    public static let deviceNoDriver = Self(rawValue: "device.no-driver")
    public static let deviceDriverRefused = Self(rawValue: "device.driver-refused")
    public static let deviceVirtualHost = Self(rawValue: "device.virtual-host")
    public static let deviceNeedsLibcamera = Self(rawValue: "device.needs-libcamera")
    public static let deviceDropped = Self(rawValue: "device.dropped")
    /// The camera streams, but its controls do not answer.
    public static let deviceControlsSilent = Self(rawValue: "device.controls-silent")
    /// The module does not fit the running kernel, or its files are incomplete.
    public static let deviceModuleBroken = Self(rawValue: "device.module-broken")
    /// The sensor of a camera that is not on USB does not answer, or was not found.
    public static let deviceSensorMissing = Self(rawValue: "device.sensor-missing")
    public static let deviceNoFirmware = Self(rawValue: "device.no-firmware")
    /// Raw data of a sensor, for which there is another converter than libcamera.
    public static let deviceRawSensor = Self(rawValue: "device.raw-sensor")
    /// The media pipeline of a bridge (HDMI, analogue video) is not set up.
    public static let devicePipeline = Self(rawValue: "device.pipeline")
    public static let deviceNotV4L2 = Self(rawValue: "device.not-v4l2")
    public static let deviceSwitchedOff = Self(rawValue: "device.switched-off")
    /// A USB device that does not identify itself.
    public static let deviceNotRecognised = Self(rawValue: "device.not-recognised")
    /// The supply voltage of the board breaks down.
    public static let deviceLowVoltage = Self(rawValue: "device.low-voltage")
    public static let deviceSlowLink = Self(rawValue: "device.slow-link")

    public static let accessNotPermitted = Self(rawValue: "access.not-permitted")
    public static let accessStaleGroup = Self(rawValue: "access.stale-group")
    /// The account that a service is to run as.
    public static let accessNoAccount = Self(rawValue: "access.no-account")
    public static let accessNoSeat = Self(rawValue: "access.no-seat")
    public static let accessRuleOrder = Self(rawValue: "access.rule-order")
    public static let accessNoUdev = Self(rawValue: "access.no-udev")
    /// The host has removed the device behind a node that a container still has.
    public static let accessStaleNode = Self(rawValue: "access.stale-node")
    public static let accessDeviceCgroup = Self(rawValue: "access.device-cgroup")
    public static let accessNodeMissing = Self(rawValue: "access.node-missing")
    public static let accessGroupMismatch = Self(rawValue: "access.group-mismatch")
    public static let accessSandbox = Self(rawValue: "access.sandbox")
    public static let accessSecurityModule = Self(rawValue: "access.security-module")
    public static let accessWorldWritable = Self(rawValue: "access.world-writable")

    public static let nodeMetadata = Self(rawValue: "node.metadata")
    public static let nodeInfrared = Self(rawValue: "node.infrared")
    public static let nodeNotCapture = Self(rawValue: "node.not-capture")
    public static let nodeMoved = Self(rawValue: "node.moved")
    public static let nodeNumber = Self(rawValue: "node.number")
    /// A virtual camera that also says that it is an output.
    public static let nodeRawFormat = Self(rawValue: "node.raw-format")
    public static let nodeAlsoOutput = Self(rawValue: "node.also-output")
    public static let nodeBusy = Self(rawValue: "node.busy")
    public static let nodeBusySelf = Self(rawValue: "node.busy-self")
    public static let nodeDisturbed = Self(rawValue: "node.disturbed")

    public static let streamBandwidth = Self(rawValue: "stream.bandwidth")
    public static let streamUncompressed = Self(rawValue: "stream.uncompressed")
    public static let streamSlowExposure = Self(rawValue: "stream.slow-exposure")
    public static let streamDropped = Self(rawValue: "stream.dropped")
    public static let streamNone = Self(rawValue: "stream.none")
    public static let streamFrozen = Self(rawValue: "stream.frozen")
    public static let streamCorrupt = Self(rawValue: "stream.corrupt")
    public static let streamNoFormat = Self(rawValue: "stream.no-format")
    /// The pictures arrive, but in a form that few programs take.
    public static let streamFewPrograms = Self(rawValue: "stream.few-programs")
    public static let streamNoControl = Self(rawValue: "stream.no-control")
    public static let streamPipeline = Self(rawValue: "stream.pipeline")
    public static let streamDecodeSlow = Self(rawValue: "stream.decode-slow")

    public static let genICamMissing = Self(rawValue: "genicam.missing")
    public static let genICamNoCamera = Self(rawValue: "genicam.no-camera")
    public static let libcameraMissing = Self(rawValue: "libcamera.missing")
    public static let libcameraNoCamera = Self(rawValue: "libcamera.no-camera")
    public static let libcameraNoIPA = Self(rawValue: "libcamera.no-ipa")
    public static let libcameraNoMemory = Self(rawValue: "libcamera.no-memory")
    public static let libcameraUntuned = Self(rawValue: "libcamera.untuned")
    public static let networkNoHost = Self(rawValue: "network.no-host")
    public static let networkNoAnswer = Self(rawValue: "network.no-answer")
    public static let networkUntrusted = Self(rawValue: "network.untrusted")
    public static let networkUnauthorized = Self(rawValue: "network.unauthorized")
    public static let networkNoStream = Self(rawValue: "network.no-such-stream")
    public static let networkNotPictures = Self(rawValue: "network.not-pictures")
    public static let networkCodecMissing = Self(rawValue: "network.codec-missing")
    public static let networkPasswordReadable = Self(rawValue: "network.plain-password")
    public static let networkServerFails = Self(rawValue: "network.server-fails")
    public static let networkClockDiffers = Self(rawValue: "network.clock-differs")
    public static let networkStalls = Self(rawValue: "network.stalls")

    public static let pipeWireNoDaemon = Self(rawValue: "pipewire.no-daemon")
    public static let pipeWireNoManager = Self(rawValue: "pipewire.no-manager")
    public static let pipeWireNoCamera = Self(rawValue: "pipewire.no-camera")
    public static let pipeWireNoPortal = Self(rawValue: "pipewire.no-portal")
    public static let pipeWireRefused = Self(rawValue: "pipewire.refused")
    public static let pipeWireDenied = Self(rawValue: "pipewire.denied")
    public static let pipeWireUnanswered = Self(rawValue: "pipewire.unanswered")
    public static let pipeWireBusy = Self(rawValue: "pipewire.busy")
    public static let pipeWireNoFormat = Self(rawValue: "pipewire.no-format")
    public static let pipeWireNotLinked = Self(rawValue: "pipewire.not-linked")
    public static let pipeWireNoFrames = Self(rawValue: "pipewire.no-frames")
    public static let pipeWireLost = Self(rawValue: "pipewire.lost")
    public static let pipeWireFailed = Self(rawValue: "pipewire.failed")

    public static let lightCovered = Self(rawValue: "light.covered")
    public static let lightDark = Self(rawValue: "light.dark")
    public static let lightClipped = Self(rawValue: "light.clipped")
    public static let lightBacklit = Self(rawValue: "light.backlit")
    public static let lightMotion = Self(rawValue: "light.motion")
    public static let lightNoise = Self(rawValue: "light.noise")
    /// A shadow lies over a part of the code.
    public static let lightShadow = Self(rawValue: "light.shadow")
    /// The automatic exposure does not settle.
    public static let lightPumping = Self(rawValue: "light.pumping")
    public static let lightFlicker = Self(rawValue: "light.flicker")
    /// Settings other than the exposure that are off their defaults and spoil the picture.
    public static let lightSettings = Self(rawValue: "light.settings")
    public static let lightManualExposure = Self(rawValue: "light.manual-exposure")

    public static let focusBlurred = Self(rawValue: "focus.blurred")
    public static let focusHunting = Self(rawValue: "focus.hunting")

    public static let symbolSmall = Self(rawValue: "symbol.small")
    public static let symbolQuietZone = Self(rawValue: "symbol.quiet-zone")
    public static let symbolContrast = Self(rawValue: "symbol.contrast")
    public static let symbolGlare = Self(rawValue: "symbol.glare")
    public static let symbolInverted = Self(rawValue: "symbol.inverted")
    public static let symbolDisabled = Self(rawValue: "symbol.disabled")
    public static let symbolDamaged = Self(rawValue: "symbol.damaged")
    /// A logo or text lies over it.
    public static let symbolCheck = Self(rawValue: "symbol.check")
    public static let symbolShort = Self(rawValue: "symbol.short")
    public static let symbolCovered = Self(rawValue: "symbol.covered")
    /// It may be only a part of a longer code.
    public static let symbolPartial = Self(rawValue: "symbol.partial")
    /// Bars are much wider or narrower than drawn.
    public static let symbolBarGrowth = Self(rawValue: "symbol.bar-growth")
    public static let symbolMirrored = Self(rawValue: "symbol.mirrored")
    /// A symbology that the readers read only straight and clean.
    public static let symbolMaxiCode = Self(rawValue: "symbol.maxicode")
    public static let symbolEncoding = Self(rawValue: "symbol.encoding")
    public static let symbolSeparators = Self(rawValue: "symbol.separators")
    public static let symbolTransparent = Self(rawValue: "symbol.transparent")
    public static let symbolDotted = Self(rawValue: "symbol.dotted")
    /// The corner patterns of a QR code are not squares.
    public static let symbolStyled = Self(rawValue: "symbol.styled")
    /// No row or column of the picture crosses all bars.
    public static let symbolTilted = Self(rawValue: "symbol.tilted")
    /// Holes in the ink or specks on the paper.
    public static let symbolGrain = Self(rawValue: "symbol.grain")
    /// One of several symbols that carry one text together.
    public static let symbolSequence = Self(rawValue: "symbol.sequence")
    public static let symbolSeveral = Self(rawValue: "symbol.several")
    public static let symbolOutsideRegion = Self(rawValue: "symbol.outside-region")
    public static let symbolNone = Self(rawValue: "symbol.none")

    /// Reading works, without a library.
    public static let readerLibraryMissing = Self(rawValue: "reader.library-missing")
    /// The reader's process could not give up all its rights.
    public static let readerUnconfined = Self(rawValue: "reader.unconfined")

    public static let desktopDenied = Self(rawValue: "desktop.denied")
    public static let desktopNoDialogue = Self(rawValue: "desktop.no-dialogue")
    public static let desktopUnlisted = Self(rawValue: "desktop.unlisted")

    public static let torchNotPermitted = Self(rawValue: "torch.not-permitted")
    public static let profileLost = Self(rawValue: "profile.lost")
}
