import { describe, expect, it } from 'vitest';
import {
  DEFAULT_FILM_STYLE,
  FILM_STYLE_IDS,
  FILM_STYLES,
  filmStyleOf,
  filmStyleSchema,
} from '#contract/film-styles.ts';
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

  it('are listed in the order of their ids, each under its own name', () => {
    expect(FILM_STYLES.map(({ id }) => id)).toEqual([...FILM_STYLE_IDS]);
    expect(new Set(FILM_STYLES.map(({ name }) => name)).size).toBe(FILM_STYLES.length);
  });

  it('start with the settings of new films and sections, without an opening card', () => {
    const { transition, transitionSeconds, cardStyle } = SECTION_DEFAULTS;
    expect(filmStyleOf(DEFAULT_FILM_STYLE)).toMatchObject({
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
