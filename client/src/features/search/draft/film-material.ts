import { ALL_MATERIAL, DRAFT_MINUTES, type DraftLength, type DraftMinutes } from '#contract/draft-lengths.ts';
import { isEnough, MIN_FILM_SECONDS, usableMs } from '#film/drafts/material.ts';
import type { Video } from '#contract/videos.ts';
import { minutesSeconds, plural } from '../../../lib/format.ts';
import { MANUAL_SECONDS } from '../add/manual-card.ts';

/** The duration of the videos that a film may show. */
export interface Material {
  /** The total, in seconds, of the videos whose length is known. */
  ms: number;
  /** The number of videos whose length is unknown. */
  unknown: number;
}

/** Whether a video's length is known. A link has an assumed length until its site reports it. */
const isLengthKnown = ({ source, duration }: Video): boolean =>
  duration > 0 && !(source === 'Manual' && duration === MANUAL_SECONDS);

export function materialOf(videos: readonly Video[]): Material {
  const withLength = videos.filter(isLengthKnown);
  return {
    ms: usableMs(withLength.map(({ duration }) => duration * 1000)),
    unknown: videos.length - withLength.length,
  };
}

/**
 * Returns the lengths that a film of this material may have. If the material is too short for every fixed
 * length, the film shows all material. A video of unknown length may be long enough for every fixed length.
 */
export function possibleLengths({ ms, unknown }: Material): DraftLength[] {
  const fixed = DRAFT_MINUTES.filter((minutes) => unknown > 0 || isEnough(ms, minutes));
  return fixed.length === 0 && isEnough(ms, ALL_MATERIAL) ? [ALL_MATERIAL] : fixed;
}

/**
 * Returns the requested length if it is possible, otherwise the next shorter one. Returns `null` if there is
 * no shorter one.
 */
export const lengthFor = (minutes: DraftMinutes, possible: readonly DraftLength[]): DraftLength | null =>
  possible.findLast((length) => length === ALL_MATERIAL || length <= minutes) ?? null;

/**
 * Describes how much material there is, and why some lengths are impossible.
 * @param offersMore whether the dialog offers videos that are not ticked
 */
export function materialText(material: Material, offersMore = false): string {
  const { ms, unknown } = material;
  const possible = possibleLengths(material);
  const clock = minutesSeconds(ms / 1000);
  if (unknown > 0) {
    const videos = `${unknown} ${plural(unknown, 'video')}`;
    const lengths =
      ms > 0 ? `${clock} of usable material, plus ${videos} of unknown length.` : 'Video length unknown.';
    return `${lengths} The film may be shorter than you choose.`;
  }
  if (possible.length === 0) {
    return `Too short: ${clock} of usable material. A film needs at least ${minutesSeconds(MIN_FILM_SECONDS)}. Add more videos.`;
  }
  const beyond = DRAFT_MINUTES.filter((minutes) => !possible.includes(minutes));
  if (beyond.length === 0) return `${clock} of usable material.`;
  const lengths = new Intl.ListFormat('en', { type: 'disjunction' }).format(beyond.map(String));
  const reason = `${clock} of usable material, which is too short for ${lengths} minutes.`;
  return offersMore ? `${reason} Select more videos for a longer film.` : reason;
}
