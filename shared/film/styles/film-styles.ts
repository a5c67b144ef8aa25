import { type CaptionLook, PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import type { CreditsChoice } from '#contract/film-credits.ts';
import { type FilmStyleId, type FilmStyle, FILM_STYLE_IDS, type Opening } from '#contract/film-styles.ts';
import { MUSIC_VOLUME } from '#contract/music-limits.ts';
import type { SectionSettings } from '#contract/section-settings.ts';
import { isSameLook, lookOf } from '../captions/caption-look.ts';

const TABLE: Record<FilmStyleId, Omit<FilmStyle, 'id'>> = {
  plain: {
    name: 'Plain',
    description: 'Straight cuts, with captions that viewers can turn on.',
    cardStyle: 'plain',
    opening: null,
    captions: null,
    lowerStyle: 'boxed',
    transition: 'cut',
    transitionSeconds: 1,
    credits: 'auto',
    endFades: false,
    musicVolume: MUSIC_VOLUME,
  },
  documentary: {
    name: 'Documentary',
    description: 'Opening title, crossfades, quiet music and closing credits.',
    cardStyle: 'line',
    opening: { background: 'black', cardPlace: 'middle', cardFrame: 'after', seconds: 4 },
    captions: null,
    lowerStyle: 'line',
    transition: 'crossfade',
    transitionSeconds: 0.8,
    credits: 'on',
    endFades: true,
    musicVolume: 0.2,
  },
  social: {
    name: 'Social',
    description: 'Large captions that highlight each word, and straight cuts.',
    cardStyle: 'large',
    opening: null,
    captions: {
      ...PLAIN_CAPTIONS,
      ...lookOf('outline', true),
      captionPlace: 'middle',
      captionSize: 'large',
      captionColor: 'yellow',
    },
    lowerStyle: 'boxed',
    transition: 'cut',
    transitionSeconds: 1,
    credits: 'auto',
    endFades: false,
    musicVolume: 0.4,
  },
  lecture: {
    name: 'Lecture',
    description: 'Blue opening title, boxed captions and short dips to black.',
    cardStyle: 'plain',
    opening: { background: 'blue', cardPlace: 'middle', cardFrame: 'none', seconds: 4 },
    captions: { ...PLAIN_CAPTIONS, ...lookOf('boxed', false) },
    lowerStyle: 'boxed',
    transition: 'dip',
    transitionSeconds: 0.6,
    credits: 'on',
    endFades: true,
    musicVolume: 0.1,
  },
  interview: {
    name: 'Interview',
    description: 'Names without a box, rounded captions and short crossfades.',
    cardStyle: 'plain',
    opening: { background: 'dark', cardPlace: 'bottom', cardFrame: 'after', seconds: 3 },
    captions: { ...PLAIN_CAPTIONS, ...lookOf('pill', false), captionSize: 'small' },
    lowerStyle: 'plain',
    transition: 'crossfade',
    transitionSeconds: 0.4,
    credits: 'auto',
    endFades: true,
    musicVolume: 0.15,
  },
};

/** The styles in their order on the page. */
export const FILM_STYLES: readonly FilmStyle[] = FILM_STYLE_IDS.map((id) => ({ id, ...TABLE[id] }));

export const filmStyleOf = (id: FilmStyleId): FilmStyle => ({ id, ...TABLE[id] });

type Joined = Pick<SectionSettings, 'transition' | 'transitionSeconds'>;

/** The part of a section that a style sets. */
export type StyledSection = Joined &
  Pick<
    SectionSettings,
    'background' | 'cardPlace' | 'cardFrame' | 'cardStyle' | 'titled' | 'lowerName' | 'lowerStyle'
  > & { media: 'video' | 'image' | 'none' };

/** The part of a film that a style sets. */
export interface StyledFilm {
  options: CaptionLook & { burnSubtitles: boolean; credits: CreditsChoice; endFades: boolean };
  /** In the film's order. */
  sections: readonly StyledSection[];
  /** `null` without music. */
  music: { volume: number } | null;
}

/** Whether a section shows its title: a title card, or an image with its title. */
const isTitled = ({ media, titled }: Pick<StyledSection, 'media' | 'titled'>): boolean =>
  media === 'none' || (media === 'image' && titled);

/**
 * Returns the settings that a style gives the opening title. An image only has the position of a card's
 * title.
 */
export const openingSettings = (
  { background, cardPlace, cardFrame }: Opening,
  media: StyledSection['media'],
): Partial<Pick<SectionSettings, 'background' | 'cardPlace' | 'cardFrame'>> =>
  media === 'none' ? { background, cardPlace, cardFrame } : { cardPlace };

/**
 * Whether a film looks and sounds as the style defines. Settings without a visible or audible effect do not
 * count.
 */
export function hasStyle(style: FilmStyle, { options, sections, music }: StyledFilm): boolean {
  const hasCaptions =
    style.captions === null
      ? !options.burnSubtitles
      : options.burnSubtitles && isSameLook(options, style.captions);
  return (
    hasCaptions &&
    options.credits === style.credits &&
    options.endFades === style.endFades &&
    (music === null || music.volume === style.musicVolume) &&
    sections.slice(0, -1).every((section) => isSameJoin(section, style)) &&
    sections.every((section) => hasLooks(section, style)) &&
    hasOpening(sections, style)
  );
}

/** Whether two transitions are equal. A cut has no length. */
export const isSameJoin = (a: Joined, b: Joined): boolean =>
  a.transition === b.transition && (a.transition === 'cut' || a.transitionSeconds === b.transitionSeconds);

function hasLooks(section: StyledSection, { cardStyle, lowerStyle }: FilmStyle): boolean {
  if (isTitled(section)) return section.cardStyle === cardStyle;
  return section.lowerName.trim() === '' || section.lowerStyle === lowerStyle;
}

function hasOpening([first]: readonly StyledSection[], { opening }: FilmStyle): boolean {
  // Without sections, there is no card to add.
  if (opening === null || !first) return true;
  const expected = Object.entries(openingSettings(opening, first.media)) as [keyof StyledSection, unknown][];
  return isTitled(first) && expected.every(([name, value]) => first[name] === value);
}
