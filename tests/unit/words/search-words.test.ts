import { describe, expect, it } from 'vitest';
import { findInText } from '#text/find/find-text.ts';
import { searchKey, searchWords } from '#text/words/search-words.ts';
import { chooseVideos } from '../../../client/src/features/search/draft/choose-videos.ts';
import { withWords } from '../../../client/src/lib/selection/manual-videos.ts';
import { feedKey } from '../../../server/services/search/feed-store.ts';
import { videoOf } from '../../helpers/browser/search-page.ts';

const COMPOSED = 'Café Übung ड़ড়';
const FORMS = ['NFC', 'NFD'] as const;
const PAIRS = FORMS.flatMap((stored) => FORMS.map((typed) => [stored, typed] as const));

describe('searches', () => {
  it('searches have one key for every normal form and case', () => {
    const keys = [...FORMS, 'NFKD' as const].map((form) => searchKey(COMPOSED.normalize(form)));
    expect(new Set(keys).size).toBe(1);
    expect(searchKey('CAFE\u0301')).toBe(searchKey('café'));
    expect(searchWords('CAFE\u0301 Übung')).toEqual(['café', 'übung']);
  });

  it.each(PAIRS)('find added videos in %s by words in %s', (stored, typed) => {
    const video = videoOf(1, { title: COMPOSED.normalize(stored) });
    const added = [{ video, url: null }] as unknown as Parameters<typeof withWords>[0];
    for (const word of COMPOSED.split(' ')) expect(withWords(added, word.normalize(typed))).toHaveLength(1);
  });

  it.each(PAIRS)('choose the videos of a draft in %s by words in %s', (stored, typed) => {
    const hits = [1, 2, 3, 4].map((n) => videoOf(n, { title: n === 4 ? 'Übung'.normalize(stored) : 'Sand' }));
    const limits = { maxVideos: 1, maxTotalSeconds: 9999 };
    expect(chooseVideos(hits, 'übung'.normalize(typed), 1, limits)).toEqual([hits[3]]);
  });

  it.each(PAIRS)('find in a text in %s what is typed in %s', (stored, typed) => {
    for (const word of ['Café', 'Übung', 'ड़', '각']) {
      const text = `x ${word}.`.normalize(stored);
      const matches = findInText(text, { find: word.normalize(typed), matchCase: true, wholeWords: true });
      expect(matches.map(({ from, to }) => text.slice(from, to))).toEqual([word.normalize(stored)]);
    }
  });

  it('share their stored results in every normal form', () => {
    const [one, other] = FORMS.map((form) => feedKey({ query: COMPOSED.normalize(form) }, [], []));
    expect(one).toBe(other);
  });
});
