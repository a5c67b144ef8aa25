import { type CameraPath, cropAt } from '#film/framing/camera.ts';

/** Crops a video to its camera's position at a second of the file. */
export function aimCamera(video: HTMLVideoElement, path: CameraPath, second: number): void {
  const percent = `${cropAt(path, second * 1000) * 100}%`;
  video.style.objectPosition = `${percent} ${percent}`;
}

/**
 * Crops a video to its camera's position with each frame that it shows, until the returned function is
 * called.
 */
export function followCamera(video: HTMLVideoElement, path: CameraPath): () => void {
  const off = new AbortController();
  const follow = (): void => aimCamera(video, path, video.currentTime);
  // Some browsers do not report the frames of a video. In the others, `currentTime` runs ahead of the frame on the
  // screen.
  const ownTime = 'requestVideoFrameCallback' in video ? [] : ['timeupdate'];
  for (const name of ['loadeddata', 'seeked', ...ownTime]) {
    video.addEventListener(name, follow, { signal: off.signal });
  }
  let next = 0;
  const frame = (_now: number, { mediaTime }: { mediaTime: number }): void => {
    aimCamera(video, path, mediaTime);
    next = video.requestVideoFrameCallback(frame);
  };
  follow();
  next = video.requestVideoFrameCallback?.(frame) ?? 0;
  return () => {
    off.abort();
    video.cancelVideoFrameCallback?.(next);
  };
}
