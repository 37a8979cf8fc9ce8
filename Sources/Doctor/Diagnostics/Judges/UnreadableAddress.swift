// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Judges a service or container that cannot take apart the address of a camera in its settings: mostly the password in it has signs that
/// mean something in an address. Source: RFC 3986, 3.2.
enum UnreadableAddress {
    /// - Parameter severity: a warning if there is a camera that the client may use as well.
    static func find(_ client: CameraClientRecord, _ severity: Finding.Severity = .fail) -> Finding? {
        guard let misread = client.misreadAddress else { return nil }
        return Finding(
            .accessServiceReports, severity,
            "\(client.title) cannot take apart the address of a camera in its settings: "
                + (misread == .user
                    ? "the user or the password in it has a sign that an address does not hold as it is"
                    : "what follows the host is no port, as where a password has / ? or # in it as it is, or where the @ before the host is written as %40"),
            confidence: .likely, evidence: [EvidenceLine(client.ownLog, misread.words)],
            effect: "the program gets no picture from that camera; other programs can take the same address, and the camera is not at fault",
            fixes: [
                Fix(
                    "In user and password, and only there, write such signs as % with their number: @ is %40, / %2F, # %23, ? %3F, : %3A, ^ %5E, % %25. This asks for a password and prints it so; in files of YAML, put the whole address in quotes",
                    commands: ["python3 -c 'import getpass, urllib.parse; print(urllib.parse.quote(getpass.getpass(), safe=\"\"))'"], isRunnable: false),
                Fix("Or give the camera a user for this program whose password has letters and digits only"),
                client.again("Then start it again"),
            ])
    }
}
