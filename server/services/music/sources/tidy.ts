import { shortened } from '#text/letters/letters.ts';
import { MAX_LINK, MAX_TITLE } from '#contract/limits.ts';
import { MAX_MUSIC_MS, MIN_MUSIC_MS } from '#contract/music-limits.ts';
import { MAX_UPLOAD_BYTES } from '#contract/uploads.ts';
import { textOfHtml } from '#core/media-sources/archive-item.ts';
import type { MusicLicense } from './license.ts';
import type { SourceTrack } from './source.ts';
import { parseUrl } from '#core/lib/parse-url.ts';

/**
 * The maximum number of characters of an artist, so that a film's closing credits have room for the licence
 * after it.
 */
const MAX_ARTIST = 80;
/** The maximum number of characters of a page, so that it fits into a credit. */
const MAX_PAGE = 150;
export const UNKNOWN_ARTIST = 'Unknown artist';
/** Longer texts are shortened before they are examined. */
const MAX_RAW = 2000;
/** Characters that a line cannot show, that a database refuses, or that reorder the text after them. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\s]+/gu;

/** Music as a source describes it. */
export interface RawTrack {
  id: string;
  title: string | null | undefined;
  artist: string | null | undefined;
  license: MusicLicense | null;
  /** 0 if unknown. */
  durationMs: number;
  /** `null` if unknown. */
  bytes: number | null;
  page: string;
  /** Used instead of a page that is too long or not a web address. */
  ownPage: string;
  fileUrl: string;
}

/** Returns music for the page, with bounded texts and valid web addresses; `null` if no film can use it. */
export function tidyTrack({ title, artist, license, ownPage, ...raw }: RawTrack): SourceTrack | null {
  // A source may state anything.
  const bytes = raw.bytes !== null && raw.bytes > 0 ? Math.round(raw.bytes) : null;
  const durationMs = Math.max(0, raw.durationMs);
  if (license === null || raw.id.length > 400 || !isWebAddress(raw.fileUrl)) return null;
  if (durationMs > MAX_MUSIC_MS || (durationMs > 0 && durationMs < MIN_MUSIC_MS)) return null;
  if (bytes !== null && bytes > MAX_UPLOAD_BYTES) return null;
  return {
    id: raw.id,
    title: lineOf(title, MAX_TITLE) || 'Untitled',
    artist: lineOf(artist, MAX_ARTIST) || UNKNOWN_ARTIST,
    license,
    duration: Math.round(durationMs) / 1000,
    page: raw.page.length <= MAX_PAGE && isWebAddress(raw.page) ? raw.page : ownPage,
    fileUrl: raw.fileUrl,
    bytes,
  };
}

/** Returns a text of a source as one plain line of at most `most` characters. */
export function lineOf(text: string | null | undefined, most: number): string {
  const plain = textOfHtml((text ?? '').slice(0, MAX_RAW));
  return shortened(plain.replaceAll(NOT_IN_A_LINE, ' ').trim(), most);
}

function isWebAddress(text: string): boolean {
  return text.length <= MAX_LINK && /^https?:\/\//i.test(text) && parseUrl(text) !== undefined;
}
