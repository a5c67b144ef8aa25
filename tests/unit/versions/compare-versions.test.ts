import { describe, expect, it } from 'vitest';
import { SECTION_DEFAULTS } from '#contract/section-settings.ts';
import { filmOptionsSchema } from '#contract/versions.ts';
import type { VersionSection } from '#core/repositories/versions/film-versions.ts';
import { compareOptions, compareSections } from '../../../server/services/versions/compare-versions.ts';

const word = (text: string, startMs: number) => ({ text, startMs, endMs: startMs + 400, confidence: 0.9 });

function section(id: string, over: Partial<VersionSection['state']> = {}): VersionSection {
  return {
    id,
    kind: 'analysed',
    videoId: 'library_one',
    state: {
      ...SECTION_DEFAULTS,
      position: 0,
      title: `Title ${id}`,
      objectId: null,
      fetchKey: 'key',
      startMs: 0,
      endMs: 10_000,
      startReason: 'start',
      endReason: 'end',
      original: null,
      deleted: false,
      texts: { en: { text: 'As it was.', translatedFrom: null } },
      words: [word('one', 500), word('two', 12_000)],
      ...over,
    },
  };
}
const compare = (from: VersionSection[], to: VersionSection[], language = 'en') =>
  compareSections(from, to, language);
/** Returns what differs in a section that is changed like this. */
const fields = (over: Partial<VersionSection['state']>, language = 'en') =>
  compare([section('a')], [section('a', over)], language)[0]?.fields ?? [];

describe('the sections of two versions', () => {
  it('the sections of two versions do not differ if they are the same', () => {
    expect(compare([section('a'), section('b')], [section('a'), section('b')])).toEqual([]);
    // Positions count in the film, not in the table; the reason for an edge is not a difference by itself.
    expect(compare([section('a')], [section('a', { position: 7, startReason: 'edited' })])).toEqual([]);
  });

  it('the sections of two versions are reported as added and removed, each with its position', () => {
    const [a, b, c] = [section('a'), section('b'), section('c')];
    expect(compare([a, b], [a, c])).toEqual([
      { sectionId: 'c', title: 'Title c', from: null, to: 2, moved: false, fields: [] },
      { sectionId: 'b', title: 'Title b', from: 2, to: null, moved: false, fields: [] },
    ]);
  });

  // product 23.5
  it('the sections of two versions are reported as moved, and as few as possible', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => section(id)) as VersionSection[];
    const movedIn = (to: VersionSection[]) =>
      compare([a!, b!, c!, d!], to).flatMap(({ sectionId, moved }) => (moved ? sectionId : []));
    expect(movedIn([d!, a!, b!, c!])).toEqual(['d']);
    expect(movedIn([b!, c!, d!, a!])).toEqual(['a']);
    expect(movedIn([b!, a!, c!, d!])).toHaveLength(1);
    expect(movedIn([d!, c!, b!, a!])).toHaveLength(3);
    // A removal or an addition does not count as a move of other sections.
    expect(movedIn([b!, c!, d!])).toEqual([]);
    expect(movedIn([section('e'), a!, b!, c!, d!])).toEqual([]);
    expect(compare([a!, b!, c!], [c!, a!, b!])[0]).toMatchObject({ sectionId: 'c', from: 3, to: 1 });
  });
});

describe('a section of two versions', () => {
  it('differs in its title, its range and its media', () => {
    expect(fields({ title: 'New' })).toEqual([{ field: 'title', from: 'Title a', to: 'New' }]);
    expect(fields({ startMs: 1500 })).toEqual([
      { field: 'range', from: { start: 0, end: 10 }, to: { start: 1.5, end: 10 } },
    ]);
    expect(fields({ objectId: '8d8ac610-566d-4ef0-9c22-186b2a5ed793' })).toEqual([
      { field: 'media', from: 'video', to: 'upload' },
    ]);
  });

  it.each(Object.keys(SECTION_DEFAULTS))('differs in its %s', (name) => {
    const others: Record<string, unknown> = {
      cuts: [{ startMs: 1000, endMs: 2000 }],
      localized: { hi: { title: { text: 'नाव', of: null } } },
    };
    const other = others[name] ?? 'other';
    expect(fields({ [name]: other })).toEqual([
      { field: name, from: SECTION_DEFAULTS[name as keyof typeof SECTION_DEFAULTS], to: other },
    ]);
  });

  it('does not differ in machine translations', () => {
    expect(fields({ localized: { hi: { title: { text: 'नाव', of: 'Title a' } } } })).toEqual([]);
  });

  it('differs in its text, by language, starting at the difference', () => {
    const ownText = (text: string) => ({ text, translatedFrom: null });
    expect(fields({ texts: { en: ownText('As it is.') } })).toEqual([
      { field: 'text', language: 'en', from: 'As it was.', to: 'As it is.' },
    ]);
    expect(fields({ texts: {} })).toEqual([{ field: 'text', language: 'en', from: 'As it was.', to: '' }]);
    const long = 'word '.repeat(100);
    const [a, b] = [
      section('a', { texts: { en: ownText(`${long}old`) } }),
      section('a', { texts: { en: ownText(`${long}new`) } }),
    ];
    const [field] = compare([a], [b])[0]!.fields;
    expect(field!.from).toMatch(/^….*old$/);
    expect(field!.to).toMatch(/^….*new$/);
  });

  it('does not differ in a text of another language that was written later, but in one of its film', () => {
    const texts = { ...section('a').state.texts, hi: { text: 'नदी', translatedFrom: null } };
    expect(fields({ texts }, 'en')).toEqual([]);
    expect(fields({ texts }, 'hi')).toEqual([{ field: 'text', language: 'hi', from: '', to: 'नदी' }]);
  });

  it('differs in the words recognised in its range, and not outside it', () => {
    expect(fields({ words: [word('uno', 500), word('two', 12_000)] })).toEqual([
      { field: 'heard', from: null, to: null },
    ]);
    expect(fields({ words: [word('one', 500)] })).toEqual([]);
  });
});

describe('the options of two films', () => {
  const options = filmOptionsSchema.parse({ language: 'en', quality: '720p', gender: 'male' });

  it('differ if both are given and not equal', () => {
    expect(compareOptions(options, options)).toEqual([]);
    expect(compareOptions(options, {})).toEqual([]);
    expect(compareOptions(options, { quality: '1080p', aspect: '9:16', burnSubtitles: true })).toEqual([
      { field: 'quality', from: '720p', to: '1080p' },
      { field: 'aspect', from: '16:9', to: '9:16' },
      { field: 'burnSubtitles', from: false, to: true },
    ]);
  });

  it('differ in a voice by its gender or by its name, not in both', () => {
    expect(compareOptions(options, { gender: 'female', speaker: null })).toEqual([
      { field: 'gender', from: 'male', to: 'female' },
    ]);
    expect(compareOptions(options, { gender: 'female', speaker: 'jenny' })).toEqual([
      { field: 'speaker', from: null, to: 'jenny' },
    ]);
    // Without a narration, it had no voice.
    expect(compareOptions({ ...options, gender: null }, { gender: 'female' })).toEqual([]);
  });

  it('of an older version have the defaults of its time', () => {
    expect(filmOptionsSchema.parse({ language: 'en', quality: '720p' })).toMatchObject({
      aspect: '16:9',
      framing: 'fit',
      burnSubtitles: false,
    });
  });
});
