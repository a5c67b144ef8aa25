import { type CameraPath, cropAt } from '#contract/camera.ts';

/** Cuts a video where its camera is at a second of the file. */
export function aimCamera(video: HTMLVideoElement, path: CameraPath, second: number): void {
  const percent = `${cropAt(path, second * 1000) * 100}%`;
  video.style.objectPosition = `${percent} ${percent}`;
}

/** Keeps a video cut where its camera is, with each picture that it shows, until the returned function is called. */
export function followCamera(video: HTMLVideoElement, path: CameraPath): () => void {
  const off = new AbortController();
  const follow = (): void => aimCamera(video, path, video.currentTime);
  // Not every browser reports its frames. The time of one that does runs ahead of them.
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
