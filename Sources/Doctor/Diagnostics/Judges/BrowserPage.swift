// SPDX-License-Identifier: Apache-2.0

/// Judges pages that get no camera from their browser, whatever the machine is like: those by plain http.
enum BrowserPage {
    static func find(_ client: CameraClientRecord) -> Finding? {
        client.insecurePage.map { finding($0, client.title, .fail) }
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
