import { isDeepStrictEqual } from 'node:util';
import { groundOf, isHighlighted } from '#film/captions/caption-look.ts';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { isSameSetting } from '#film/section-settings.ts';
import { SETTINGS } from '#contract/section-settings.ts';
import {
  FILM_FIELDS,
  type FilmOptions,
  type MUSIC_FIELDS,
  type SectionDifference,
  type VersionChanges,
} from '#contract/versions.ts';
import type { StoredMusic } from '#core/repositories/media/music.ts';
import { writtenOnly } from '../section-views/localized.ts';
import type { VersionSection } from '#core/repositories/versions/film-versions.ts';

type Field = SectionDifference['fields'][number];
interface OptionDifference {
  field: (typeof FILM_FIELDS)[number];
  from: string | boolean | null;
  to: string | boolean | null;
}

/** The maximum number of letters of a text in a comparison. */
const EXCERPT_LENGTH = 160;

/** Compares options. Unknown options do not differ. */
export function compareOptions(from: FilmOptions, to: Partial<FilmOptions>): OptionDifference[] {
  const [was, is] = [
    { ...from, ...styleIn(from) },
    { ...to, ...styleIn(to) },
  ];
  return FILM_FIELDS.flatMap((field) => {
    const [before, after] = [was[field], is[field]];
    // A film without narrations has no gender, and one with a chosen voice has that voice's.
    const isUnknown =
      before === undefined ||
      after === undefined ||
      (field === 'gender' && (before === null || after === null));
    const isVoices = field === 'gender' && (from.speaker !== null || Boolean(to.speaker));
    return isUnknown || isVoices || before === after ? [] : [{ field, from: before, to: after }];
  });
}

/**
 * Returns how captions are drawn, whichever fields of the style decide it; nothing for a film that draws
 * none.
 */
function styleIn({ captionStyle, captionDesign, captionHighlight }: Partial<FilmOptions>) {
  if (captionStyle === undefined) return {};
  const captionLook = { ...PLAIN_CAPTIONS, captionStyle, ...(captionDesign && { captionDesign }) };
  const highlighted = isHighlighted({ ...captionLook, ...(captionHighlight && { captionHighlight }) });
  return { captionStyle: groundOf(captionLook), captionHighlight: highlighted ? 'word' : 'none' };
}

/**
 * Returns what differs of the music. Unknown music does not differ; without music, its settings do not count.
 */
export function compareMusic(
  from: StoredMusic | null | undefined,
  to: StoredMusic | null | undefined,
): VersionChanges['film'] {
  if (from === undefined || to === undefined) return [];
  const isSameFile = from?.sha256 === to?.sha256;
  const differs = !isSameFile || from?.title !== to?.title;
  // Two files with the same title are distinguished by their names.
  const name = (music: StoredMusic | null) =>
    (from?.title === to?.title ? music?.fileName : music?.title) ?? null;
  const which: VersionChanges['film'] = differs ? [{ field: 'music', from: name(from), to: name(to) }] : [];
  if (!from || !to) return which;
  return [
    ...which,
    ...MUSIC_SOUNDS.flatMap(([field, setting]) =>
      from[setting] === to[setting] ? [] : [{ field, from: from[setting], to: to[setting] }],
    ),
  ];
}

const MUSIC_SOUNDS = [
  ['musicVolume', 'volume'],
  ['musicFadeOut', 'fadeOut'],
  ['musicStart', 'start'],
  ['musicDucked', 'ducked'],
  ['musicCredit', 'credit'],
] as const satisfies [(typeof MUSIC_FIELDS)[number], keyof StoredMusic][];

/**
 * Returns the differences between the sections of two films, in the order of the second film. Removed
 * sections stay at their former positions. Texts are compared in all languages of the first film and in
 * `language`.
 */
export function compareSections(
  from: readonly VersionSection[],
  to: readonly VersionSection[],
  language: string,
): Omit<SectionDifference, 'lost'>[] {
  const before = new Map(from.map((section, index) => [section.id, { section, place: index + 1 }]));
  const after = new Map(to.map((section, index) => [section.id, { section, place: index + 1 }]));
  const common = to.filter(({ id }) => before.has(id));
  const steady = longestRising(common.map(({ id }) => before.get(id)!.place));
  const moved = new Set(common.filter((_, index) => !steady.has(index)).map(({ id }) => id));
  const all = [...to, ...from.filter(({ id }) => !after.has(id))];
  const placeOf = ({ id }: VersionSection) => (after.get(id) ?? before.get(id))!.place;
  return all
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .flatMap(({ id, state }) => {
      const [old, now] = [before.get(id), after.get(id)];
      const fields = old && now ? differingFields(old.section, now.section, language) : [];
      if (old && now && fields.length === 0 && !moved.has(id)) return [];
      const places = { from: old?.place ?? null, to: now?.place ?? null };
      return { sectionId: id, title: state.title, ...places, moved: moved.has(id), fields };
    });
}

function differingFields(from: VersionSection, to: VersionSection, language: string): Field[] {
  const [a, b] = [from.state, to.state];
  const fields: Field[] = [];
  if (a.title !== b.title) fields.push({ field: 'title', from: a.title, to: b.title });
  for (const code of textsCompared(a.texts, language)) {
    const [before, after] = [a.texts[code]?.text ?? '', b.texts[code]?.text ?? ''];
    if (before !== after) fields.push({ field: 'text', language: code, ...excerptsOfChange(before, after) });
  }
  if (a.startMs !== b.startMs || a.endMs !== b.endMs) {
    fields.push({ field: 'range', from: rangeOf(a), to: rangeOf(b) });
  }
  if (a.objectId !== b.objectId) fields.push({ field: 'media', from: mediaOf(from), to: mediaOf(to) });
  // A machine translation for a film does not count as a change.
  const [before, after] = [a, b].map((state) => ({ ...state, localized: writtenOnly(state.localized) }));
  for (const field of SETTINGS) {
    const [was, is] = [before![field], after![field]];
    if (!isSameSetting(was, is)) fields.push({ field, from: was, to: is });
  }
  if (hasOtherTranscript(from, to)) fields.push({ field: 'heard', from: null, to: null });
  return fields;
}

/**
 * Returns the languages in which a version's texts count. Texts of other languages, written later, do not
 * concern its film.
 */
export const textsCompared = (texts: object, language: string): string[] => [
  ...new Set([language, ...Object.keys(texts)]),
];

/**
 * Returns both texts from shortly before the first letter that differs, so that the difference is visible.
 */
function excerptsOfChange(from: string, to: string): { from: string; to: string } {
  const [a, b] = [[...from], [...to]];
  const first = a.findIndex((letter, index) => letter !== b[index]);
  const differs = first < 0 ? a.length : first;
  const start = Math.max(a.length, b.length) > EXCERPT_LENGTH ? Math.max(0, differs - EXCERPT_LENGTH / 4) : 0;
  const excerptOf = (letters: string[]) =>
    (start > 0 ? '…' : '') +
    letters.slice(start, start + EXCERPT_LENGTH).join('') +
    (letters.length > start + EXCERPT_LENGTH ? '…' : '');
  return { from: excerptOf(a), to: excerptOf(b) };
}

/** Returns a section's range in seconds. */
export const rangeOf = ({ startMs, endMs }: Pick<VersionSection['state'], 'startMs' | 'endMs'>) => ({
  start: startMs / 1000,
  end: endMs / 1000,
});

function mediaOf({ videoId, state }: VersionSection): string {
  if (state.objectId) return 'upload';
  return videoId ? 'video' : 'none';
}

/**
 * Whether a version's range of a section has other recognised words, after another transcription or an
 * import.
 */
export function hasOtherTranscript(from: VersionSection, to: VersionSection): boolean {
  const { startMs, endMs } = from.state;
  const within = ({ state }: VersionSection) =>
    state.words.filter((word) => {
      const middle = (word.startMs + word.endMs) / 2;
      return startMs <= middle && middle < endMs;
    });
  return !isDeepStrictEqual(within(from), within(to));
}

/**
 * Returns which of these numbers are in their longest increasing subsequence, by index. The others are the
 * fewest that moved.
 */
function longestRising(numbers: readonly number[]): Set<number> {
  /** By length: the index at which the increasing subsequence of that length ends with the lowest number. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, number] of numbers.entries()) {
    const place = ends.findIndex((end) => numbers[end]! >= number);
    const length = place < 0 ? ends.length : place;
    previous.push(ends[length - 1]);
    ends[length] = index;
  }
  const rising = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) rising.add(index);
  return rising;
}
