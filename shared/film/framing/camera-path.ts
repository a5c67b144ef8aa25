import type { Bars } from '#contract/bars.ts';
import type { Part } from '#contract/cuts.ts';
import type { FaceSample, ShotCrops } from '#contract/subjects.ts';
import type { CameraPath, CameraShot } from './camera.ts';
import { cameraMoves } from './camera-moves.ts';
import { isSameShape, withoutBars } from './framing.ts';
import { subjectPlaces } from './subject-places.ts';

interface Size {
  width: number;
  height: number;
}

interface Followed {
  /** The shots in order of time, without gaps. */
  shots: readonly Part[];
  /** In order of time. */
  samples: readonly FaceSample[];
  /** The sizes of the video's frames and of the film, each in its own unit. */
  picture: Size;
  film: Size;
  bars: Bars | undefined;
  /** The visible part of a shot without a face. */
  crop: number;
  /** Framings that were set by hand. */
  shotCrops: ShotCrops;
}

/** The shots of a scanned video. */
export const shotsOf = ({
  shotsMs,
  durationMs,
}: {
  shotsMs: readonly number[];
  durationMs: number;
}): Part[] => [0, ...shotsMs].map((startMs, index) => ({ startMs, endMs: shotsMs[index] ?? durationMs }));

/** The positions of a crop are rounded to this many steps: less than half a pixel. */
const CROP_STEPS = 20_000;

/**
 * Returns how a video that fills a film of another shape follows the faces in it: smoothly within a shot, and
 * instantly at a cut. A shot that was framed by hand stays there. A shot without a face is cropped as the
 * section is.
 */
export function cameraPath({ shots, samples, picture, film, bars, crop, shotCrops }: Followed): CameraPath {
  const visible = withoutBars(picture, bars);
  const stay = (startMs: number, at: number): CameraShot => ({
    startMs,
    points: [{ atMs: startMs, crop: at }],
  });
  if (shots.length === 0 || isSameShape(visible, film)) return [stay(0, crop)];
  const [ofPicture, ofFilm] = [visible.width / visible.height, film.width / film.height];
  const along = ofPicture > ofFilm ? 'x' : 'y';
  const view = Math.min(ofPicture, ofFilm) / Math.max(ofPicture, ofFilm);
  const cropOf = (middle: number) =>
    Math.round(Math.max(0, Math.min(1, (middle - view / 2) / (1 - view))) * CROP_STEPS) / CROP_STEPS;
  let sample = 0;
  let byHand = 0;
  return shots.map((shot): CameraShot => {
    const { startMs, endMs } = shot;
    const faceSamples: FaceSample[] = [];
    for (; sample < samples.length && samples[sample]!.atMs < endMs; sample += 1) {
      if (samples[sample]!.atMs >= startMs) faceSamples.push(inPicture(samples[sample]!, bars));
    }
    while (byHand < shotCrops.length && shotCrops[byHand]!.atMs < startMs) byHand += 1;
    const chosen = shotCrops[byHand];
    if (chosen && chosen.atMs < endMs) return stay(startMs, chosen.crop);
    const places = subjectPlaces(faceSamples, along);
    if (places.length === 0) return stay(startMs, crop);
    const points = cameraMoves(places, shot, view).map(({ atMs, value }) => ({ atMs, crop: cropOf(value) }));
    return { startMs, points };
  });
}

/** Converts the positions of a sample to the frame between the video's bars. */
function inPicture(sample: FaceSample, bars: Bars | undefined): FaceSample {
  if (!bars) return sample;
  const width = 1 - bars.left - bars.right;
  const height = 1 - bars.top - bars.bottom;
  return {
    ...sample,
    faces: sample.faces.map((face) => ({
      x: (face.x - bars.left) / width,
      y: (face.y - bars.top) / height,
      width: face.width / width,
      height: face.height / height,
    })),
  };
}
