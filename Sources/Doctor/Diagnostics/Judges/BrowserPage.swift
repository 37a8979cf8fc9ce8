// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Judges pages that get no camera from their browser, whatever the machine is like: those by plain http, those to which a policy or the
/// browser's settings forbid it, and those whose question for the camera nobody answers for good.
enum BrowserPage {
    static func find(_ client: CameraClientRecord) -> Finding? {
        let settings = settings(client)
        return client.insecurePage.map { finding($0, client.title, .fail) } ?? policed(client) ?? refused(client)
            ?? settings.flatMap { $0.severity == .note ? nil : $0 } ?? unanswered(client) ?? settings
    }

    /// A browser that was told once not to give the camera to a page does not ask again.
    private static func refused(_ client: CameraClientRecord) -> Finding? {
        guard let refused = client.refusedPages, !refused.pages.isEmpty || refused.refusesAll else { return nil }
        let isOpened = refused.opened != nil
        let pages = Words.list(refused.pages) + (refused.count > refused.pages.count ? " and \(refused.count - refused.pages.count) more" : "")
        let named = Words.list(Array(refused.pages.prefix(3))) + (refused.count > 3 ? " and others" : "")
        return Finding(
            .accessPageRefused, isOpened ? .fail : refused.refusesAll ? .warn : .note,
            refused.opened.map {
                "\(client.title) refuses the camera to the page \($0): "
                    + (refused.refusesAll ? "its settings allow it to no page that they do not know" : "somebody blocked it there once, and it does not ask again")
            }
                ?? (refused.refusesAll
                    ? "\(client.title) is set to refuse the camera to all pages that it does not know, without asking"
                    : "\(client.title) refuses the camera to \(named): somebody blocked it there once, and it does not ask again. If the page in question is another one, it is not the cause"),
            confidence: isOpened ? .certain : .possible,
            evidence: (refused.refusesAll ? [EvidenceLine("settings of the browser, camera, all pages", "not allowed")] : [])
                + (refused.pages.isEmpty ? [] : [EvidenceLine("settings of the browser, camera, pages that are not allowed", pages)]),
            effect: "such a page is told NotAllowedError (permission denied), and shows no picture; the camera is not at fault",
            fixes: [
                Fix(
                    "Open the page, click the sign left of its address (or the camera at the right of it), allow the camera, and load the page again"),
                Fix(
                    refused.refusesAll
                        ? "Or in the browser's settings, Site settings, Camera (chrome://settings/content/camera): let sites ask to use the camera"
                        : "Or in the browser's settings, Site settings, Camera (chrome://settings/content/camera): take the page out of the list of those that are not allowed"
                ),
            ])
    }

    private static func unanswered(_ client: CameraClientRecord) -> Finding? {
        guard let option = client.questionOption else { return nil }
        let isKiosk = option.hasSuffix("kiosk")
        return Finding(
            .accessPageQuestion, .warn,
            isKiosk
                ? "\(client.title) runs as a kiosk (\(option)), and no policy allows its page the camera: the page waits until somebody answers the browser's question, which a kiosk may not even show"
                : "\(client.title) runs in a private window (\(option)), which forgets at its end that the page may use the camera: it asks again after every start, and the page waits for the answer",
            confidence: .possible,
            evidence: [
                EvidenceLine("command of \(client.title)", option),
                EvidenceLine("policies of the browser (VideoCaptureAllowedUrls)", "none"),
            ],
            effect: "the page shows no picture until the camera is allowed; the camera is not at fault",
            fixes: [
                isKiosk
                    ? Fix("Allow the camera once in the same profile: start the browser without \(option), open the page, answer the question, and start it as before")
                    : Fix("Take \(option) out of the command that starts it (autostart, a unit or a script), and allow the camera once"),
                policy(client.name.lowercased()),
            ])
    }

    /// A page that asks for camera and microphone gets neither where one of them is missing.
    static func withoutSound(_ client: CameraClientRecord, _ host: HostRecord?) -> Finding? {
        guard InsecurePage.browser([client.name]) != nil, host?.machine?.lacksMicrophone == true else { return nil }
        return Finding(
            .accessPageSound, .note,
            "no sound device of this machine records: unless there is a microphone over Bluetooth or the network, a page that asks for camera and microphone together gets neither from \(client.title)",
            confidence: .possible, evidence: [EvidenceLine("/proc/asound/pcm", "no device that records")],
            effect: "such a page is told NotFoundError (Requested device not found); the camera is not at fault",
            fixes: [
                Fix("Connect a microphone, a headset, or a webcam that has a microphone"),
                Fix("Or let the page ask for the picture alone: getUserMedia({video: true})"),
            ])
    }

    private static func policy(_ browser: String) -> Fix {
        let title = "Or allow it for good, with a policy for this page only"
        if browser.contains("firefox") {
            let file = "\(BrowserPolicies.firefox)/policies.json"
            return Fix(
                title,
                commands: [
                    "sudo mkdir -p \(BrowserPolicies.firefox)",
                    "echo '{\"policies\": {\"Permissions\": {\"Camera\": {\"Allow\": [\"https://PAGE\"]}}}}' | sudo tee \(file)",
                ], needsRoot: true, undo: ["sudo rm \(file)"], isRunnable: false)
        }
        let folder = BrowserPolicies.folder(of: browser)
        return Fix(
            title,
            commands: [
                "sudo mkdir -p \(folder)",
                "echo '{\"VideoCaptureAllowedUrls\": [\"https://PAGE\"]}' | sudo tee \(folder)/camera.json",
            ], needsRoot: true, undo: ["sudo rm \(folder)/camera.json"], isRunnable: false)
    }

    static func note(_ page: InsecurePageRecord) -> Finding {
        finding(page.origin, "\(page.program) (process \(page.processID))", .note)
    }

    private static func finding(_ origin: String, _ browser: String, _ severity: Finding.Severity) -> Finding {
        Finding(
            .accessInsecurePage, severity,
            "\(browser) was started with a page by http (\(origin)), and browsers give the camera only to pages by https or from localhost",
            evidence: [
                EvidenceLine("command of \(browser)", origin, source: "W3C, Secure Contexts; Media Capture and Streams")
            ],
            effect: "navigator.mediaDevices does not exist on that page, so it finds no camera and asks for none",
            fixes: [
                Fix("Serve the page by https, with a certificate that the browser accepts, or open it on localhost"),
                Fix(
                    "Or, for a kiosk in a network of its own, let Chromium trust this one address",
                    commands: [
                        "chromium --unsafely-treat-insecure-origin-as-secure=\(Words.shell(origin)) --user-data-dir=\"$HOME/kiosk\" \(Words.shell(origin))"
                    ], isRunnable: false),
            ])
    }
}
