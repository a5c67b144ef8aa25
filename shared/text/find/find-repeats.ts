import { wordsIn } from '../words/terms.ts';

export interface SectionToCompare {
  id: string;
  /** The section's text. */
  text: string;
  /** ISO 639-1 code of the text. */
  language: string;
  /** The part of a video that it plays; `null` for anything else. */
  footage: Footage | null;
}

export interface Footage {
  /** Identifies the video's contents. */
  scanKey: string;
  startMs: number;
  endMs: number;
  /** Fingerprints of its stills (see PICTURE_PRINTS); `null` for a still without detail. */
  prints: readonly (string | null)[];
}

export interface Repeat {
  sectionId: string;
  /** The section that repeats most of this one. */
  otherId: string;
  by: 'words' | 'picture';
}

/** Sections beyond this number are not compared: the effort grows with the square. */
const MAX_COMPARED = 200;
/** The maximum number of words of a text that are compared. */
const MAX_WORDS = 400;
/** Texts with fewer words are too generic to compare. */
const FEWEST_WORDS = 15;
/** The number of neighbouring words compared as a unit. A misrecognised word spoils three of these. */
const SHINGLE = 3;
const FEWEST_PRINTS = 3;
/** The maximum number of stills of a section that are searched in others, evenly over its length. */
const MAX_PRINTS = 12;
/**
 * The maximum number of bits, of 64, in which two fingerprints of the same image differ. Another encoding
 * changes up to 6.
 */
const SAME_PICTURE = 8;
/** The share of a section that another one must contain too. */
const REPEAT_SHARE = { words: 0.5, picture: 0.6 };

/**
 * Finds sections most of which another section repeats: the words, or, if one of the two has few words or
 * they are in different languages, the images. Speech takes precedence over images, since a speaker looks the
 * same all the time. So does a fixed camera: two parts of one video count as alike only as far as they
 * overlap.
 * @returns in the sections' order, each with the section that repeats most of its content
 */
export function findRepeats(sections: readonly SectionToCompare[]): Repeat[] {
  const compared = sections.slice(0, MAX_COMPARED).map(prepare);
  const places = placesOf(compared);
  return compared.flatMap((section): Repeat[] => {
    let best: (Repeat & { share: number }) | undefined;
    const sharedCounts = new Uint32Array(compared.length);
    for (const shingle of section.shingles)
      for (const place of places.get(shingle)!) sharedCounts[place]! += 1;
    for (const [place, other] of compared.entries()) {
      if (other === section) continue;
      const overlap = shareIn(section, other, sharedCounts[place]!);
      if (overlap.share < REPEAT_SHARE[overlap.by] || overlap.share <= (best?.share ?? 0)) continue;
      best = { sectionId: section.id, otherId: other.id, ...overlap };
    }
    return best ? [{ sectionId: best.sectionId, otherId: best.otherId, by: best.by }] : [];
  });
}

interface Prepared extends SectionToCompare {
  /** Empty if the text has too few words. */
  shingles: ReadonlySet<string>;
  pictures: readonly Print[];
  sampled: readonly Print[];
}

/** 64 bits. */
type Print = readonly [number, number];

function prepare(section: SectionToCompare): Prepared {
  const words = wordsIn(section.text).slice(0, MAX_WORDS);
  const shingles = words.slice(SHINGLE - 1).map((_, at) => words.slice(at, at + SHINGLE).join(' '));
  const prints = section.footage?.prints ?? [];
  const pictures = prints.flatMap((print): Print[] =>
    print === null ? [] : [[Number.parseInt(print.slice(0, 8), 16), Number.parseInt(print.slice(8), 16)]],
  );
  const every = Math.ceil(pictures.length / MAX_PRINTS);
  return {
    ...section,
    shingles: new Set(words.length < FEWEST_WORDS ? [] : shingles),
    pictures,
    sampled: pictures.filter((_, at) => at % every === 0),
  };
}

/** Returns which sections have each shingle. */
function placesOf(compared: readonly Prepared[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, { shingles }] of compared.entries()) {
    for (const shingle of shingles) {
      const existing = places.get(shingle);
      if (existing) existing.push(place);
      else places.set(shingle, [place]);
    }
  }
  return places;
}

/**
 * Returns the share of a section that another one has too, 0 to 1. `sharedCount` is the number of common
 * shingles.
 */
function shareIn(
  section: Prepared,
  other: Prepared,
  sharedCount: number,
): { share: number; by: Repeat['by'] } {
  const [a, b] = [section.footage, other.footage];
  if (a && b && a.scanKey === b.scanKey) {
    const bothMs = Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs);
    const share = Math.max(0, bothMs) / Math.max(1, a.endMs - a.startMs);
    if (share >= REPEAT_SHARE.picture) return { share, by: 'picture' };
  }
  if (section.language === other.language && section.shingles.size > 0 && other.shingles.size > 0) {
    return { share: sharedCount / section.shingles.size, by: 'words' };
  }
  if (!a || !b || a.scanKey === b.scanKey || section.sampled.length < FEWEST_PRINTS) {
    return { share: 0, by: 'picture' };
  }
  const both = section.sampled.filter((picture) =>
    other.pictures.some((otherPicture) => distance(picture, otherPicture) <= SAME_PICTURE),
  ).length;
  return { share: both / section.sampled.length, by: 'picture' };
}

const distance = (a: Print, b: Print): number => bits(a[0] ^ b[0]) + bits(a[1] ^ b[1]);

/** Counts the bits that are set in a 32-bit number. */
function bits(number: number): number {
  let n = number - ((number >>> 1) & 0x55_55_55_55);
  n = (n & 0x33_33_33_33) + ((n >>> 2) & 0x33_33_33_33);
  return Math.imul((n + (n >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}
