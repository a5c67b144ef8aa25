import { remainingParts } from '#film/time/cuts.ts';
import { creditsMs } from '#film/cards/film-credits.ts';
import type { FilmCredit } from '#contract/film-credits.ts';
import type { FilmPart as FilmSound } from '#contract/film-preview.ts';
import { UNFRAMED } from '#contract/placement.ts';
import { isSeenDuring, lowerThirdOf } from '#film/cards/lower-third.ts';
import type { LowerThird } from '#contract/lower-third.ts';
import type { Music } from '#contract/music.ts';
import { fadeGain, NARRATION_LEAD_MS } from '#film/time/section-length.ts';
import type { Section } from '#contract/sections.ts';
import { captionRange } from '#film/transitions/transitions.ts';
import type { CameraPath } from '#film/framing/camera.ts';
import type { Framing } from '#contract/section-settings.ts';
import type { FilmCue } from '../../../../components/player/film/FilmCaptions.tsx';
import type { FilmThird } from '../../../../components/player/drawn/LowerThirds.tsx';
import type { FilmMusic } from '../../../../components/player/film/music.ts';
import { dippedAt, isCrossfade, seenAt } from '../../../../components/player/film/timeline/shown-at.ts';
import type {
  Clip,
  FilmPart,
  FilmTimeline,
  PartSound,
} from '../../../../components/player/film/timeline/timeline.ts';
import { hasTitle, placementOf } from '../framing.ts';
import { sectionExcerpt, ownLength } from '../ranges.ts';

/** The shortest remainder of a section that has a picture of its own, in seconds. */
const NOTHING = 0.001;
const factor = (decibels: number): number => 10 ** (decibels / 20);

/** Returns a section as the film plays it, with its audio as far as it is known. */
export function filmPartOf(
  section: Section,
  sound: FilmSound | undefined,
  framing: Framing,
  camera?: CameraPath,
): FilmPart {
  const { id, media, preview, transition, transitionSeconds } = section;
  return {
    id,
    src: media === 'video' ? (preview?.videoUrl ?? null) : null,
    clips: clipsOf(section),
    sound: soundOf(section, sound),
    placement: placementOf(section, framing, camera),
    transition: { transition, transitionSeconds },
    edges: edgesOf(section),
  };
}

/** Returns the film's sections, followed by the credits after a cut. */
export function withCredits(parts: FilmPart[], id: string, pages: FilmCredit[][]): FilmPart[] {
  if (pages.length === 0) return parts;
  const cut = { transition: 'cut' as const, transitionSeconds: 1 };
  const credits: FilmPart = {
    id,
    src: null,
    clips: [{ length: creditsMs(pages) / 1000, from: 0, rate: 0 }],
    sound: { own: 0, under: 0, fade: () => 1, narration: null },
    placement: UNFRAMED,
    transition: cut,
  };
  return [...parts.slice(0, -1), ...parts.slice(-1).map((last) => ({ ...last, transition: cut })), credits];
}

/**
 * Returns the section's ends with its narration, which may use the video after the out point or hold a frame.
 */
function edgesOf({ edges, fit }: Section): Section['edges'] {
  if (!edges || !fit) return edges;
  const remaining = fit.freeze > 0 ? 0 : Math.max(0, edges.end.handleMs - fit.extend * 1000);
  return { ...edges, end: { ...edges.end, handleMs: remaining } };
}

/** Returns the music as the film plays it. */
export function musicOf({ gainDb, volume, url, start, duration, fadeOut, ducked }: Music): FilmMusic {
  return { url, level: factor(gainDb) * volume, start, duration, fadeOut, ducked };
}

/**
 * Returns the parts that remain after the cuts, and the last frame, held for as long as the narration needs.
 */
function clipsOf(section: Section): Clip[] {
  const { media, speed, fit, effectiveDuration: length } = section;
  if (media !== 'video') return [{ length, from: 0, rate: 0 }];
  const { extend, slow } = fit ?? { extend: 0, slow: 1 };
  const moving = Math.min(length, (ownLength(section) + extend) * slow);
  const rate = speed / slow;
  const excerpt = sectionExcerpt(section);
  const remainingRanges = remainingParts(excerpt);
  const clips: Clip[] = [];
  let secondsLeft = moving;
  let until = excerpt.startMs / 1000;
  for (const [index, { startMs, endMs }] of remainingRanges.entries()) {
    // The part that a narration adds follows the last one.
    const lasts =
      index === remainingRanges.length - 1
        ? secondsLeft
        : Math.min(secondsLeft, (endMs - startMs) / 1000 / rate);
    const from = startMs / 1000;
    if (lasts > NOTHING) clips.push({ length: lasts, from, rate });
    secondsLeft -= lasts;
    until = from + lasts * rate;
  }
  if (length - moving > NOTHING) clips.push({ length: length - moving, from: until, rate: 0 });
  return clips;
}

/**
 * Returns the captions of a section in a film: outside its crossfades, and never beyond its end. Captions
 * that are `drawn` into the video are darkened by a dip.
 */
export function cuesOf(
  section: Section,
  timeline: FilmTimeline,
  known: Pick<FilmSound, 'cues'> | undefined,
  drawn: boolean,
): FilmCue[] {
  const place = timeline.parts.get(section.id);
  if (!place || !known || !section.captions) return [];
  const inMs = (seconds: number): number => Math.round(seconds * 1000);
  const room = {
    lengthMs: inMs(place.end - place.start),
    headMs: isCrossfade(place.rise) ? inMs(place.from + place.rise.seconds - place.start) : 0,
    tailMs: isCrossfade(place.fall) ? inMs(place.end - place.until + place.fall.seconds) : 0,
  };
  const at = ({ startMs, endMs }: { startMs: number; endMs: number }) => ({
    start: place.start + startMs / 1000,
    end: place.start + endMs / 1000,
  });
  const title = hasTitle(section) ? section.cardPlace : null;
  const third = drawnThirdOf(section);
  return known.cues.flatMap(({ lines, words, ...cue }) => {
    const range = captionRange(cue, room);
    if (!range) return [];
    const beside = { title, lowerThird: isSeenDuring(third, cue) };
    const seen = (time: number): number => (drawn ? dippedAt(place, time) : 1);
    return [{ ...at(range), lines, words: words.map(at), beside, seen }];
  });
}

/** Returns the lower third of a section's preview. A section with a drawn title has no lower third. */
const drawnThirdOf = (section: Section): LowerThird | null =>
  hasTitle(section) ? null : lowerThirdOf(section);

/** Returns the lower third of a section in a film; `undefined` if it has no lower third. */
export function thirdOf(section: Section, timeline: FilmTimeline): FilmThird[] {
  const place = timeline.parts.get(section.id);
  const third = drawnThirdOf(section);
  if (!place || !third) return [];
  const { name, detail, style, startMs, endMs } = third;
  return [
    {
      name,
      detail,
      style,
      start: place.start + startMs / 1000,
      end: place.start + endMs / 1000,
      until: place.until,
      seen: (time: number): number => seenAt(place, time),
    },
  ];
}

function soundOf(section: Section, filmSound: FilmSound | undefined): PartSound {
  const { voice, volume, narrated } = section;
  const length = ownLength(section) + (section.fit?.extend ?? 0);
  const fade = (at: number): number => fadeGain(at, length, section);
  const own = voice === 'muted' || voice === 'silent' ? 0 : factor(filmSound?.gainDb ?? 0) * volume;
  const recorded = narrated ? filmSound?.narration : null;
  if (!recorded?.url) return { own, under: own, fade, narration: null };
  const { url, tempo, underDb, spoken } = recorded;
  return {
    own,
    under: own * factor(underDb),
    fade,
    narration: {
      url,
      tempo,
      lead: NARRATION_LEAD_MS / 1000,
      spoken: spoken.map(({ startMs, endMs }) => ({ start: startMs / 1000, end: endMs / 1000 })),
    },
  };
}
