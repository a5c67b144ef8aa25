import { describe, expect, it } from 'vitest';
import { FILM_STYLE_IDS, type FilmStyle, filmStyleSchema } from '#contract/film-styles.ts';
import {
  FILM_STYLES,
  filmStyleOf,
  hasStyle,
  openingSettings,
  type StyledFilm,
  type StyledSection,
} from '#film/styles/film-styles.ts';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { MUSIC_DEFAULTS } from '#contract/music.ts';
import { FIRST_CHOICES } from '#contract/film-choices.ts';
import { SECTION_DEFAULTS } from '#contract/section-settings.ts';

describe('the film styles', () => {
  it.each(FILM_STYLES.map((style) => [style.id, style] as const))(
    'have valid settings, a name and a sentence for %s',
    (_, style) => {
      expect(filmStyleSchema.parse(style)).toEqual(style);
      expect(style.description).toMatch(/^[A-Z].+\.$/);
    },
  );

  it('the film styles are listed in the order of their IDs, each under its own name', () => {
    expect(FILM_STYLES.map(({ id }) => id)).toEqual([...FILM_STYLE_IDS]);
    expect(new Set(FILM_STYLES.map(({ name }) => name)).size).toBe(FILM_STYLES.length);
  });

  // product 26.9
  it('start with the settings of new films and sections, without an opening card', () => {
    const { transition, transitionSeconds, cardStyle } = SECTION_DEFAULTS;
    expect(filmStyleOf('plain')).toMatchObject({
      opening: null,
      captions: null,
      transition,
      transitionSeconds,
      cardStyle,
      lowerStyle: 'boxed',
      credits: FIRST_CHOICES.credits,
      endFades: false,
      musicVolume: MUSIC_DEFAULTS.volume,
    });
  });
});

/** Returns a film of a title card and two videos, as a style makes it. */
function filmOf(style: FilmStyle): StyledFilm {
  const { cardStyle, lowerStyle, transition, transitionSeconds, captions, credits, endFades } = style;
  const section: StyledSection = {
    ...SECTION_DEFAULTS,
    media: 'video',
    lowerName: 'Maya',
    lowerStyle,
    transition,
    transitionSeconds,
  };
  const card = { ...section, media: 'none' as const, cardStyle };
  return {
    options: { ...PLAIN_CAPTIONS, ...captions, burnSubtitles: captions !== null, credits, endFades },
    sections: [
      { ...card, ...(style.opening && openingSettings(style.opening, 'none')) },
      section,
      { ...section, lowerName: '' },
    ],
    music: { volume: style.musicVolume },
  };
}

describe('the comparison of a film with a style', () => {
  const style = filmStyleOf('interview');
  const film = filmOf(style);
  const [card, video, last] = film.sections as [StyledSection, StyledSection, StyledSection];
  const withOptions = (options: Partial<StyledFilm['options']>): StyledFilm => ({
    ...film,
    options: { ...film.options, ...options },
  });
  const withSections = (...sections: StyledSection[]): StyledFilm => ({ ...film, sections });

  // product 26.12
  it.each(FILM_STYLES)('matches only the style that made it: $id', (style) => {
    const matching = FILM_STYLES.filter((other) => hasStyle(other, filmOf(style)));
    expect(matching.map(({ id }) => id)).toEqual([style.id]);
  });

  // product 26.12
  it.each<[string, StyledFilm]>([
    ['captions outside the picture', withOptions({ burnSubtitles: false })],
    ['other captions', withOptions({ captionColor: 'pink' })],
    ['other credits', withOptions({ credits: 'off' })],
    ['no fades', withOptions({ endFades: false })],
    ['louder music', { ...film, music: { volume: 0.9 } }],
    ['another transition', withSections(card, { ...video, transition: 'dip' }, last)],
    ['a longer transition', withSections(card, { ...video, transitionSeconds: 2 }, last)],
    ['another style of a title', withSections({ ...card, cardStyle: 'large' }, video, last)],
    ['another background of the opening card', withSections({ ...card, background: 'red' }, video, last)],
    ['no opening card', withSections(video, last)],
    ['another lower third', withSections(card, { ...video, lowerStyle: 'boxed' }, last)],
  ])('reports a change of %s', (_, changed) => {
    expect(hasStyle(style, changed)).toBe(false);
  });

  // product 26.12
  it.each<[string, StyledFilm]>([
    ['the last transition', withSections(card, video, { ...last, transition: 'dip' })],
    ['the style of a lower third without a name', withSections(card, video, { ...last, lowerStyle: 'line' })],
    ['the style of a title that no picture has', withSections(card, { ...video, cardStyle: 'large' }, last)],
    ['music that the film lacks', { ...film, music: null }],
    [
      'an image with its title at the start',
      withSections({ ...card, media: 'image', titled: true, background: 'red' }, video),
    ],
  ])('ignores %s', (_, changed) => {
    expect(hasStyle(style, changed)).toBe(true);
  });

  it('ignores the style of captions that are not drawn, and the length of cuts', () => {
    const plain = filmOf(filmStyleOf('plain'));
    const [first, second] = plain.sections as [StyledSection, StyledSection];
    expect(
      hasStyle(filmStyleOf('plain'), {
        ...plain,
        options: { ...plain.options, captionSize: 'large' },
        sections: [{ ...first, transitionSeconds: 0.5 }, second],
      }),
    ).toBe(true);
  });
});
