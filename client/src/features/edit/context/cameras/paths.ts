import type { CameraPath } from '#film/framing/camera.ts';
import { cameraPath, shotsOf } from '#film/framing/camera-path.ts';
import { isSameShape, withoutBars } from '#film/framing/framing.ts';
import type { VideoSubjects } from '#contract/project-subjects.ts';
import type { Section } from '#contract/sections.ts';
import { type Aspect, SHAPES } from '#contract/shapes.ts';

/** Whether a video of another shape than the film is cut. */
export const isCut = ({ bars }: Pick<Section, 'bars'>, { picture }: VideoSubjects, aspect: Aspect): boolean =>
  !isSameShape(withoutBars(picture, bars), SHAPES[aspect]);

/** The paths of a video by what they follow from: an edit of a text makes none again. */
const known = new WeakMap<VideoSubjects, Map<string, CameraPath>>();
/** While a picture is dragged each step has its own. */
const MOST_KNOWN = 100;

/** The camera of each section whose video is known. */
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
  const made = known.get(video) ?? new Map<string, CameraPath>();
  known.set(video, made);
  const settings = JSON.stringify([aspect, bars, crop, shotCrops]);
  const found = made.get(settings);
  if (found) return found;
  if (made.size >= MOST_KNOWN) made.clear();
  const path = cameraPath({
    shots: shotsOf(video),
    samples: video.samples ?? [],
    picture: video.picture,
    film: SHAPES[aspect],
    bars,
    crop,
    shotCrops,
  });
  made.set(settings, path);
  return path;
}
