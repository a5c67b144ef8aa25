import { describe, expect, it } from 'vitest';
import { withTitles } from '#film/cards/titles.ts';
import { inLanguage, titlesToTranslate } from '../../../server/services/section-views/localized.ts';
import { filmOf } from '../../helpers/films/planned-film.ts';

type Row = Parameters<typeof titlesToTranslate>[0][number];
const CARD: Row = {
  id: '00000000-0000-4000-8000-000000000000',
  title: 'A river',
  cardSubtitle: 'At night',
  lowerName: '',
  lowerDetail: '',
  texts: { en: { text: 'Said.', translatedFrom: null } },
  original: null,
  localized: {},
  objectKind: null,
  videoId: null,
  titled: false,
};
const always = () => true;

describe('titlesToTranslate', () => {
  // product 25.22
  it('returns the title of a card and the line under it', () => {
    expect(titlesToTranslate([CARD], 'hi', always)).toEqual([
      { sectionId: CARD.id, field: 'cardSubtitle', text: 'At night', translateFrom: 'en' },
      { sectionId: CARD.id, field: 'title', text: 'A river', translateFrom: 'en' },
    ]);
    expect(titlesToTranslate([CARD], 'en', always)).toEqual([]);
  });

  it('leaves out a line that is not shown, is empty, or was translated by a person', () => {
    const fieldsOf = (changes: Partial<Row>) =>
      titlesToTranslate([{ ...CARD, ...changes }], 'hi', always).map(({ field }) => field);
    expect(fieldsOf({ videoId: 'library_a' })).toEqual(['title']);
    expect(fieldsOf({ objectKind: 'image' })).toEqual(['title']);
    expect(fieldsOf({ objectKind: 'image', titled: true })).toEqual(['cardSubtitle', 'title']);
    expect(fieldsOf({ cardSubtitle: '' })).toEqual(['title']);
    const localized = { hi: { cardSubtitle: { text: 'रात में', of: null } } };
    expect(fieldsOf({ localized })).toEqual(['title']);
    expect(inLanguage({ ...CARD, localized }, 'hi').cardSubtitle).toBe('रात में');
  });
});

describe('withTitles', () => {
  // product 25.22
  it('replaces each text with its translation', () => {
    const [, film] = filmOf({ title: 'A river', subtitle: 'At night', media: { kind: 'card' } });
    const { sectionId } = film.sections[0]!;
    const titles = (['cardSubtitle', 'title'] as const).map((field) => ({
      sectionId,
      field,
      text: field,
      translateFrom: 'en',
    }));
    expect(withTitles({ ...film, titles }, ['रात में', 'एक नदी']).sections).toMatchObject([
      { title: 'एक नदी', subtitle: 'रात में' },
    ]);
    // A film of an earlier version has only titles.
    const [title] = titles.slice(1);
    expect(withTitles({ ...film, titles: [title!] }, ['एक नदी']).sections).toMatchObject([
      { title: 'एक नदी', subtitle: 'At night' },
    ]);
  });
});
