import {
  type GenerationInput,
  joinFilm,
  type MediaSnapshot,
  type MusicSnapshot,
  narrateSection,
  renderJoin,
  renderSection,
  type SectionSnapshot,
  translateSection,
} from '#contract/jobs/generation.ts';
import { type TitleToTranslate, translateTitles } from '#contract/jobs/titles.ts';
import type { Bars } from '#contract/bars.ts';
import type { CaptionLook } from '#contract/caption-look.ts';
import { groundOf, isHighlighted } from '#film/captions/caption-look.ts';
import { titleLines } from '#film/cards/drawn-text.ts';
import type { FilmCredit } from '#contract/film-credits.ts';
import type { Placement } from '#contract/placement.ts';
import type { LowerThird } from '#contract/lower-third.ts';
import type { Excerpt, TimeBudget } from '#contract/excerpt.ts';
import { nonDefaultsOf } from '#film/time/section-length.ts';
import type { Language } from '#contract/primitives.ts';
import type { JoinPart } from '#film/transitions/film-parts.ts';
import { drawingOf, laterLook, nonDefaultLook, drawsWords } from '#film/captions/drawn-captions.ts';
import { showsTitle } from '#film/cards/titles.ts';
import { artifactKey, type KeyPart } from '../lib/artifact-key.ts';

interface TextToTranslate {
  text: string;
  translateFrom: string | null;
  language: Language;
  budget?: TimeBudget | undefined;
}

/** `translator` is the engine with its version, as the worker reports it. */
export function translationKey(
  translator: string,
  { text, translateFrom, language, budget }: TextToTranslate,
): string {
  const within = budget ? [budget.seconds, budget.words] : [];
  return artifactKey(translateSection, [text, translateFrom, language, translator, ...within]);
}

/** `translator` is the engine with its version, as the worker reports it. */
export function titlesKey(
  translator: string,
  titles: readonly TitleToTranslate[],
  language: Language,
): string {
  const texts = titles.map(({ text, translateFrom }) => [text, translateFrom]);
  return artifactKey(translateTitles, [texts, language, translator]);
}

/** `speakers` identifies the voices that may narrate it (`voiceKey`); `speed` is 1 at normal pace. */
export function narrationKey(
  speakers: string,
  { text, language }: { text: string; language: Language },
  speed: number,
): string {
  return artifactKey(narrateSection, [text, language, speakers, speed]);
}

type Film = Pick<GenerationInput, 'width' | 'height' | 'frameRate' | 'burnSubtitles' | keyof CaptionLook> &
  Partial<Pick<GenerationInput, 'encoder'>>;

/**
 * Combines everything that shapes a rendered section. The fit of the video and the loudness of the source
 * follow from the narration and the scan, so the key does not contain them.
 */
export function renderKey(
  section: Pick<
    SectionSnapshot,
    | 'media'
    | 'title'
    | 'subtitle'
    | 'opens'
    | 'narration'
    | 'words'
    | 'muted'
    | 'noise'
    | 'captions'
    | 'lowerThird'
    | keyof Excerpt
    | keyof Placement
  >,
  film: Film,
  narration: string | null,
): string {
  const { media, startMs, endMs, lowerThird: third } = section;
  const later = laterLook(section, film);
  const style = later ? null : nonDefaultLook(section, film);
  const hasTitle = showsTitle(section) && !(media.kind === 'card' && media.credits);
  // The lines as drawn: an earlier version drew a title with a broken word in tiny letters under its own key.
  const titleText = titleLines(section.title).join('\n');
  const words: KeyPart[] = narration
    ? []
    : section.words.map((word) => [word.text, word.startMs, word.endMs]);
  return artifactKey(renderSection, [
    media.kind,
    media.kind === 'card' ? titleText : media.sha256,
    media.kind === 'video' ? media.scanKey : null,
    startMs,
    endMs,
    narration,
    words,
    drawsWords(section, film),
    film.width,
    film.height,
    film.frameRate,
    ...(section.muted ? ['muted'] : []),
    ...(section.noise ? ['noise'] : []),
    ...(style ? [['captions', ...placedParts(style, style.captionStyle)]] : []),
    ...(later
      ? [[`captions ${drawingOf(later)}`, ...placedParts(later, groundOf(later)), isHighlighted(later)]]
      : []),
    ...(third ? [thirdParts(third)] : []),
    ...(section.titled ? [['title', titleText]] : []),
    ...(hasTitle ? [['title look', TITLE_LOOK, section.subtitle ?? '']] : []),
    ...(hasTitle && section.opens ? ['opens'] : []),
    ...(media.kind === 'card' && media.frame ? [frameParts(media.frame)] : []),
    ...(media.kind === 'card' && media.credits ? [creditParts(media.credits)] : []),
    ...unusualParts(section),
    ...(film.encoder ? [['encoder', film.encoder]] : []),
  ]);
}

const placedParts = ({ captionPlace, captionSize, captionColor }: CaptionLook, style: string): KeyPart[] => [
  style,
  captionPlace,
  captionSize,
  captionColor,
];

const thirdParts = ({ name, detail, startMs, endMs, style }: LowerThird): KeyPart[] => [
  'lower third',
  name,
  detail,
  startMs,
  endMs,
  ...(style ? [style] : []),
];

const barsParts = ({ left, top, right, bottom }: Bars): KeyPart[] => [left, top, right, bottom];

const frameParts = ({
  sha256,
  atMs,
  bars,
}: NonNullable<Extract<MediaSnapshot, { kind: 'card' }>['frame']>): KeyPart[] => [
  'frame',
  sha256,
  atMs,
  ...(bars ? barsParts(bars) : []),
];

/** The version of the drawing of titles: since 2, they move and have no outline. */
const TITLE_LOOK = 2;

const creditParts = (pages: readonly (readonly FilmCredit[])[]): KeyPart[] => [
  'credits',
  ...pages.map((page) => page.map(({ title, detail }) => [title, detail])),
];

function unusualParts(section: Excerpt & Placement): KeyPart[] {
  const { cuts, bars, shotCrops, ...unusual } = nonDefaultsOf(section);
  const parts: KeyPart[] = Object.entries(unusual);
  if (shotCrops) parts.push(['shots', shotCrops.map(({ atMs, crop }) => [atMs, crop])]);
  if (bars) parts.push(['bars', ...barsParts(bars)]);
  return cuts ? [...parts, ['cuts', cuts.map(({ startMs, endMs }) => [startMs, endMs])]] : parts;
}

/**
 * Combines the keys of the film's rendered sections and transitions, in order, its music, and what its content
 * credentials contain. The key of a film without music or credentials is the same as before these existed.
 */
export function filmKey(
  {
    title,
    language,
    sections,
    music,
    endFades = false,
  }: Pick<GenerationInput, 'title' | 'language' | 'sections' | 'music'> &
    Partial<Pick<GenerationInput, 'endFades'>>,
  rendered: readonly string[],
  joined: readonly (string | null)[],
  credentials: KeyPart[] = [],
): string {
  const uncaptioned = sections.flatMap(({ captions }, index) => (captions ? [] : index));
  return artifactKey(joinFilm, [
    title,
    language,
    [...rendered],
    sections.map((section) => section.title),
    sections.map((section) => section.sectionId),
    ...(joined.some((join) => join !== null) ? [[...joined]] : []),
    ...(music ? [['music', ...musicParts(music)]] : []),
    ...(uncaptioned.length > 0 ? [['no captions', ...uncaptioned]] : []),
    ...(endFades ? ['end fades'] : []),
    ...(credentials.length > 0 ? [['credentials', ...credentials]] : []),
  ]);
}

/** The audible part of the music; its title and credit are not in the file. */
const musicParts = ({ sha256, gainDb, volume, fadeOut, start, ducked }: MusicSnapshot): KeyPart[] => [
  sha256,
  gainDb,
  volume,
  fadeOut,
  start,
  ducked,
];

/** Combines the keys of the two rendered sections of a transition. */
export function joinKey(
  first: string,
  second: string,
  { transition, before, after, from, to, blend }: JoinPart,
): string {
  const reaches = blend ? [blend.fall, blend.rise, blend.handles] : [];
  const blended = reaches.map((reach): KeyPart => [reach.before, reach.after]);
  return artifactKey(renderJoin, [first, second, transition, before, after, from, to, ...blended]);
}
