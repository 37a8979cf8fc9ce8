// SPDX-License-Identifier: Apache-2.0

internal import NetworkCameras
internal import OnvifCameras
internal import Output

extension CameraOpener {
    /// Opens an ONVIF camera: asks it where its video is, then reads that.
    func openOnvif(_ address: NetworkAddress, _ request: CaptureRequest) throws(CameraError) -> OpenCamera {
        let stream: OnvifStream
        do throws(NetworkTrouble) {
            stream = try OnvifStream.find(address)
        } catch {
            throw CameraError(error)
        }
        var camera: OpenCamera
        do throws(CameraError) {
            camera = try openVideo(stream.video, request)
        } catch {
            var error = error
            error.onvif = stream
            throw error
        }
        // The path of its video may change; the camera stays the same.
        camera.name = address.name
        camera.identity = address.identity
        camera.onvif = stream
        camera.notes.insert(
            "\(address.name): profile \(VisibleText.escape(stream.profile.name)), \(stream.video.name)", at: 0)
        return camera
    }
}
