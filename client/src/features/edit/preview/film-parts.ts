import { keptParts } from '#contract/cuts.ts';
import type { FilmPart as FilmSound } from '#contract/film-preview.ts';
import type { Music } from '#contract/music.ts';
import { fadeGain, NARRATION_LEAD_MS } from '#contract/section-length.ts';
import type { Section } from '#contract/sections.ts';
import type { Framing } from '#contract/section-settings.ts';
import type { FilmCue } from '../../../components/player/film/FilmCaptions.tsx';
import type { FilmMusic } from '../../../components/player/film/music.ts';
import type { Clip, FilmPart, FilmTimeline, PartSound } from '../../../components/player/film/timeline.ts';
import { placementOf } from '../section/framing.ts';
import { excerptOf, ownLength } from '../section/ranges.ts';

/** A rest of a section shorter than this has no picture of its own, in seconds. */
const NOTHING = 0.001;
const factor = (decibels: number): number => 10 ** (decibels / 20);

/** A section as the film plays it; its sound as far as it is known. */
export function filmPartOf(section: Section, sound: FilmSound | undefined, framing: Framing): FilmPart {
  const { id, media, preview } = section;
  return {
    id,
    src: media === 'video' ? (preview?.videoUrl ?? null) : null,
    clips: clipsOf(section),
    sound: soundOf(section, sound),
    placement: placementOf(section, framing),
  };
}

/** The music as the film plays it. */
export function musicOf({ gainDb, volume, url, start, duration, fadeOut, ducked }: Music): FilmMusic {
  return { url, level: factor(gainDb) * volume, start, duration, fadeOut, ducked };
}

/** What its cuts leave moves, and the last picture stands for as long as a narration needs it. */
function clipsOf(section: Section): Clip[] {
  const { media, speed, fit, effectiveDuration: length } = section;
  if (media !== 'video') return [{ length, from: 0, rate: 0 }];
  const { extend, slow } = fit ?? { extend: 0, slow: 1 };
  const moving = Math.min(length, (ownLength(section) + extend) * slow);
  const rate = speed / slow;
  const excerpt = excerptOf(section);
  const kept = keptParts(excerpt);
  const clips: Clip[] = [];
  let left = moving;
  let until = excerpt.startMs / 1000;
  for (const [index, { startMs, endMs }] of kept.entries()) {
    // What a narration adds follows the last one.
    const lasts = index === kept.length - 1 ? left : Math.min(left, (endMs - startMs) / 1000 / rate);
    const from = startMs / 1000;
    if (lasts > NOTHING) clips.push({ length: lasts, from, rate });
    left -= lasts;
    until = from + lasts * rate;
  }
  if (length - moving > NOTHING) clips.push({ length: length - moving, from: until, rate: 0 });
  return clips;
}

/** The captions of a section in a film, which may be cut short by the section's end. */
export function cuesOf(
  section: Section,
  timeline: FilmTimeline,
  known: Pick<FilmSound, 'cues'> | undefined,
): FilmCue[] {
  const place = timeline.parts.get(section.id);
  if (!place || !known || !section.captions) return [];
  const at = ({ startMs, endMs }: { startMs: number; endMs: number }) => ({
    start: place.start + startMs / 1000,
    end: Math.min(place.end, place.start + endMs / 1000),
  });
  return known.cues
    .map(({ lines, words, ...cue }) => ({
      ...at(cue),
      lines,
      words: words.map(at),
      onCard: section.media === 'none',
    }))
    .filter((cue) => cue.end > cue.start);
}

function soundOf(section: Section, known: FilmSound | undefined): PartSound {
  const { voice, volume, narrated } = section;
  const length = ownLength(section) + (section.fit?.extend ?? 0);
  const fade = (at: number): number => fadeGain(at, length, section);
  const own = voice === 'muted' || voice === 'silent' ? 0 : factor(known?.gainDb ?? 0) * volume;
  const recorded = narrated ? known?.narration : null;
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
