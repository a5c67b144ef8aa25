import type { Face, FaceSample } from '#contract/subjects.ts';

/**
 * The position of a subject along the side that is cropped: its centre and half its size, as shares of that
 * side.
 */
export interface SubjectPlace {
  atMs: number;
  at: number;
  half: number;
}

/** One face across the frames of a shot. */
interface Track {
  faces: { atMs: number; face: Face }[];
  /** Grows with the size of the face and the time for which it is visible. */
  weight: number;
}

/** A face that was not detected for longer than this counts as a new one, in ms. */
const GAP_MS = 3000;
/**
 * How far a face may move between two frames: this many of its own widths, and this share of the frame per
 * second.
 */
const NEAR_WIDTHS = 1.2;
const NEAR_A_SECOND = 0.05;
/** In a shot with more frames than this, a face detected in fewer frames is a false detection. */
const MIN_FRAMES = 2;
/**
 * A face other than the main one is followed if it is detected in this many frames in which the main one is
 * not.
 */
const MIN_FRAMES_BESIDE = 3;
const MAX_BESIDE = 50;

/**
 * Returns the positions of the subject of one shot, in order of time: the face that is largest and visible
 * longest, and where it is not detected, the next such face. Empty without a face.
 */
export function subjectPlaces(samples: readonly FaceSample[], along: 'x' | 'y'): SubjectPlace[] {
  const least = samples.length > MIN_FRAMES ? MIN_FRAMES : 1;
  const tracks = tracksOf(samples)
    .filter(({ faces }) => faces.length >= least)
    .toSorted((a, b) => b.weight - a.weight);
  const [main, ...others] = tracks;
  if (!main) return [];
  const followed = [main];
  const secondary = others.filter(({ faces }) => faces.length >= MIN_FRAMES_BESIDE).slice(0, MAX_BESIDE);
  for (const track of secondary) {
    if (followed.every((other) => endOf(other) < startOf(track) || startOf(other) > endOf(track))) {
      followed.push(track);
    }
  }
  return followed
    .flatMap(({ faces }) =>
      faces.map(({ atMs, face }) => ({
        atMs,
        at: face[along],
        half: (along === 'x' ? face.width : face.height) / 2,
      })),
    )
    .toSorted((a, b) => a.atMs - b.atMs);
}

const startOf = ({ faces }: Track): number => faces[0]!.atMs;
const endOf = ({ faces }: Track): number => faces.at(-1)!.atMs;

/** Assigns each face to the nearest track that may have moved there, or to a new track. */
function tracksOf(samples: readonly FaceSample[]): Track[] {
  const tracks: Track[] = [];
  let open: Track[] = [];
  for (const { atMs, faces } of samples) {
    open = open.filter((track) => atMs - endOf(track) <= GAP_MS);
    const assigned = new Set<Track>();
    for (const face of faces.toSorted((a, b) => b.width * b.height - a.width * a.height)) {
      let nearest: Track | null = null;
      let best = Infinity;
      for (const track of open) {
        const last = track.faces.at(-1)!;
        const away = Math.hypot(face.x - last.face.x, face.y - last.face.y);
        const reach =
          NEAR_WIDTHS * Math.max(face.width, last.face.width) + ((atMs - last.atMs) / 1000) * NEAR_A_SECOND;
        if (away < best && away <= reach && !assigned.has(track)) {
          nearest = track;
          best = away;
        }
      }
      if (!nearest) {
        nearest = { faces: [], weight: 0 };
        tracks.push(nearest);
        open.push(nearest);
      }
      nearest.faces.push({ atMs, face });
      nearest.weight += Math.sqrt(face.width * face.height);
      assigned.add(nearest);
    }
  }
  return tracks;
}
