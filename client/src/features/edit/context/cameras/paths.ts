import type { CameraPath } from '#film/framing/camera.ts';
import { cameraPath, shotsOf } from '#film/framing/camera-path.ts';
import { isSameShape, withoutBars } from '#film/framing/framing.ts';
import type { VideoSubjects } from '#contract/project-subjects.ts';
import type { Section } from '#contract/sections.ts';
import { type Aspect, SHAPES } from '#contract/shapes.ts';

/** Whether a video is cropped because its aspect ratio differs from the film's. */
export const isCut = ({ bars }: Pick<Section, 'bars'>, { picture }: VideoSubjects, aspect: Aspect): boolean =>
  !isSameShape(withoutBars(picture, bars), SHAPES[aspect]);

/** The cached paths of a video, by the settings that determine them. Edits of texts reuse them. */
const cache = new WeakMap<VideoSubjects, Map<string, CameraPath>>();
/** The number of paths cached for a video. Each step of a drag adds one. */
const MAX_CACHED = 100;

/** Returns the camera path of each section whose video is cache. */
export function pathsOf(
  following: readonly Section[],
  videos: ReadonlyMap<string, VideoSubjects>,
  aspect: Aspect,
): Map<string, CameraPath> {
  const paths = new Map<string, CameraPath>();
  for (const section of following) {
    const video = videos.get(section.id);
    if (video) paths.set(section.id, pathOf(section, video, aspect));
  }
  return paths;
}

function pathOf({ bars, crop, shotCrops }: Section, video: VideoSubjects, aspect: Aspect): CameraPath {
  const paths = cache.get(video) ?? new Map<string, CameraPath>();
  cache.set(video, paths);
  const settings = JSON.stringify([aspect, bars, crop, shotCrops]);
  const cached = paths.get(settings);
  if (cached) return cached;
  if (paths.size >= MAX_CACHED) paths.clear();
  const path = cameraPath({
    shots: shotsOf(video),
    samples: video.samples ?? [],
    picture: video.picture,
    film: SHAPES[aspect],
    bars,
    crop,
    shotCrops,
  });
  paths.set(settings, path);
  return path;
}
