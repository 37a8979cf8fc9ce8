// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// PipeWire of another user's session that has the camera, as one does that is still logged in behind the lock screen: what this user's own
/// PipeWire says of cameras is then no answer, and restarting it changes nothing.
enum OtherSession {
    /// Accounts of login screens, whose session is the machine's own. Source: the display managers' packages.
    static let greeters: Set = ["gdm", "Debian-gdm", "gdm-greeter", "sddm", "lightdm", "greeter", "greetd", "cosmic-greeter", "lxdm", "xdm"]

    /// `nil` if it is the PipeWire of the user who is examined.
    static func find(
        _ holder: HoldersRecord.Holder, _ place: String, _ snapshot: Snapshot, _ evidence: [EvidenceLine], _ effect: String
    ) -> Finding? {
        guard let user = snapshot.user.value, user.id != 0, let own = user.name, !holder.user.isEmpty, holder.user != own, holder.container == nil
        else { return nil }
        let isLogin = greeters.contains(holder.user)
        let message = "the program \(holder.title) is using \(place) for a program that shows the camera in \(holder.user)'s session"
        return Finding(
            .nodeBusy, .fail, isLogin ? message + ", that of the login screen" : message,
            evidence: evidence + [EvidenceLine("user", "\(own), not \(holder.user)")], effect: effect,
            fixes: isLogin ? [wait] : ending(holder.user))
    }

    private static let wait = Fix(
        "Log in at the login screen, or restart the machine: what shows the camera there, such as face recognition, ends with it")

    private static func ending(_ user: String) -> [Fix] {
        let name = Words.shell(user)
        let close = Fix(
            "Let \(user) close the program or the browser tab that shows the camera, or log out: switching to another user and locking the screen end nothing"
        )
        guard user != "root" else { return [close] }
        return [
            close,
            Fix(
                "Or end that user's session: all its programs end, and what they have not saved is lost",
                commands: ["loginctl list-sessions", "sudo loginctl terminate-user \(name)"], needsRoot: true, isRunnable: false),
        ]
    }
}
