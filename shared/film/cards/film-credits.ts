import type { CreditsChoice, FilmCredit } from '#contract/film-credits.ts';
import type { Language } from '#contract/primitives.ts';
import { shortened } from '#text/letters/letters.ts';
import { asksForCredit, needsNoCredit } from '#text/words/licenses.ts';

/** The heading of the card, which is also its chapter title. */
export const CREDITS_TITLES: Record<Language, string> = {
  en: 'Credits',
  hi: 'श्रेय',
  bn: 'কৃতজ্ঞতা স্বীকার',
};
const MUSIC_WORDS: Record<Language, string> = { en: 'Music', hi: 'संगीत', bn: 'সঙ্গীত' };

/** Limits of a line, in characters. */
const MAX_CREDIT_TITLE = 80;
const MAX_CREDIT_DETAIL = 120;

/** The source of a creator's own videos, which need no credit. */
const OWN = 'upload';
/** The channel of a link whose page does not name one. */
const NO_CHANNEL = 'User Added';

export interface CreditedVideo {
  id: string;
  title: string;
  channel: string;
  license?: string | null | undefined;
  source: string;
}

export interface CreditedMusic {
  title: string;
  /** Empty if the source requires no credit. */
  credit: string;
}

/** Whether a music credit is required, unlike under CC0. */
function isCreditAsked(credit: string): boolean {
  // The address of a page may contain anything.
  const text = credit.toLowerCase().replaceAll(/https?:\/\/\S+/g, '');
  return asksForCredit(text) || !needsNoCredit(text);
}

/**
 * Returns the sources for the credits card: each video of another creator once, and music that requires a
 * credit. Returns an empty list if the film has no card.
 * @param videos the sections' videos, in the film's order
 */
export function filmCreditsOf(
  choice: CreditsChoice,
  { videos, music }: { videos: readonly CreditedVideo[]; music: CreditedMusic | null },
  language: Language,
): FilmCredit[] {
  const others = [...new Map(videos.map((video) => [video.id, video])).values()].filter(
    ({ source }) => source !== OWN,
  );
  const hasCredit = music !== null && music.credit.trim() !== '';
  const isAsked =
    (hasCredit && isCreditAsked(music.credit)) || others.some(({ license }) => asksForCredit(license));
  if (choice === 'off' || (choice === 'auto' && !isAsked)) return [];
  return [
    ...others.map(({ title, channel, license }) =>
      creditOf(title, [channel === NO_CHANNEL ? null : channel, license]),
    ),
    ...(hasCredit ? [creditOf(music.title, [MUSIC_WORDS[language], music.credit])] : []),
  ];
}

function creditOf(title: string, details: (string | null | undefined)[]): FilmCredit {
  const line = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
  const present = details.map((detail) => line(detail ?? '')).filter((detail) => detail !== '');
  return {
    title: shortened(line(title), MAX_CREDIT_TITLE),
    detail: shortened(present.join(' · '), MAX_CREDIT_DETAIL),
  };
}

/** The maximum number of sources on a page. */
const PAGE = 5;

/** Divides the credits into pages with about the same number of sources. */
export function creditPages(credits: readonly FilmCredit[]): FilmCredit[][] {
  const pages = Math.ceil(credits.length / PAGE);
  return Array.from({ length: pages }, (_, page) => {
    const at = (place: number): number => Math.ceil((place * credits.length) / pages);
    return credits.slice(at(page), at(page + 1));
  });
}

/** The duration in which a page appears or disappears, in ms. */
export const CREDITS_FADE_MS = 300;

/**
 * Returns when each page is shown, in ms from the card's start: 3 s, and longer for more than three sources.
 */
export function pageTimes(pages: readonly (readonly FilmCredit[])[]): { startMs: number; endMs: number }[] {
  let endMs = 0;
  return pages.map(({ length }) => {
    const startMs = endMs;
    endMs += Math.max(3000, 1500 + 500 * length);
    return { startMs, endMs };
  });
}

/** Returns the length of the card, in ms; 0 without pages. */
export const creditsMs = (pages: readonly (readonly FilmCredit[])[]): number =>
  pageTimes(pages).at(-1)?.endMs ?? 0;

/** The colours of the card's sources, and its margins as shares of the video's sides. */
export const CREDITS_LOOK = { heading: '#ffc861', title: '#ffffff', detail: '#c3c8d0', margin: 0.1 };
/** The average width of a letter, as a share of its line height. */
const LETTER = 0.36;
/**
 * In sizes of a source's title: the heading, the second line, and the space after the heading and between
 * sources.
 */
const SIZES = { heading: 1.25, detail: 0.76, afterHeading: 0.8, between: 0.5 };

/**
 * Returns the heights of a page's lines and of the gaps between them, in the units of the video's sides. A
 * page with many lines is smaller, so that all of it fits within the margins.
 */
export function creditsShape(
  page: readonly FilmCredit[],
  { width, height }: { width: number; height: number },
): Record<'heading' | 'title' | 'detail' | 'afterHeading' | 'between', number> {
  const room = {
    width: width * (1 - 2 * CREDITS_LOOK.margin),
    height: height * (1 - 2 * CREDITS_LOOK.margin),
  };
  const usual = Math.min(height * 0.055, width * 0.05);
  const lines = (text: string, size: number): number =>
    text === '' ? 0 : Math.ceil((text.length * LETTER * size) / room.width);
  const needed = (size: number): number =>
    page.reduce(
      (sum, { title, detail }) =>
        sum +
        size * lines(title, size) +
        size * SIZES.detail * lines(detail, size * SIZES.detail) +
        size * SIZES.between,
      size * (SIZES.heading + SIZES.afterHeading - SIZES.between),
    );
  const title = usual * Math.min(1, Math.sqrt(room.height / needed(usual)), room.height / needed(usual));
  return {
    title,
    heading: title * SIZES.heading,
    detail: title * SIZES.detail,
    afterHeading: title * SIZES.afterHeading,
    between: title * SIZES.between,
  };
}
