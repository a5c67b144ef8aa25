import { describe, expect, it } from 'vitest';
import { termsIn, topicOf } from '#text/words/terms.ts';
import { findRepeats, type SectionToCompare } from '#text/find/find-repeats.ts';
import { relevanceTo } from '#text/find/relevance.ts';

const BREAD = `The history of bread begins a long time ago. Farmers grew wheat near the river, and people made flour
  from it. Every morning the baker opened the shop, and children bought warm bread.`;
const RIVER = `A small spring on the mountain is where the river begins. It falls over stones, passes two villages
  and turns the wheels of an old mill before it reaches the valley and the sea.`;
const PRINTS = ['00ff00ff00ff00ff', '123456789abcdef0', 'ffffffff00000000', '0123012301230123'];
/** The same pictures with a few different bits, as after another encoding. */
const AGAIN = ['00ff00ff00ff00f0', '123456789abcdeff', 'ffffffff00000007', '0123012301230120'];
const OTHERS = ['0f0f0f0f0f0f0f0f', '3333333333333333', 'a5a5a5a5a5a5a5a5', '5555aaaa5555aaaa'];

let sectionCount = 0;
const section = (over: Partial<SectionToCompare> = {}): SectionToCompare => ({
  id: `section ${sectionCount++}`,
  text: '',
  language: 'en',
  footage: null,
  ...over,
});
const footage = (prints: (string | null)[], over: object = {}) => ({
  scanKey: `scan ${sectionCount++}`,
  startMs: 0,
  endMs: 10_000,
  prints,
  ...over,
});
const repeats = (...sections: SectionToCompare[]) =>
  findRepeats(sections).map(({ sectionId, otherId, by }) => [
    sections.findIndex(({ id }) => id === sectionId),
    sections.findIndex(({ id }) => id === otherId),
    by,
  ]);

describe('sections that repeat another one', () => {
  it('sections that repeat another one are found by their words, even if some were recognised differently', () => {
    const misheard = BREAD.replace('wheat', 'meat').replace('river', 'liver').toUpperCase();
    expect(repeats(section({ text: BREAD }), section({ text: RIVER }), section({ text: misheard }))).toEqual([
      [0, 2, 'words'],
      [2, 0, 'words'],
    ]);
  });

  it('reports the section that is mostly contained in the other one, not the longer one', () => {
    const longer = `${RIVER} ${BREAD} ${RIVER.split(' ').toReversed().join(' ')}`;
    expect(repeats(section({ text: longer }), section({ text: BREAD }))).toEqual([[1, 0, 'words']]);
  });

  it.each([
    ['the same words in another order', BREAD, BREAD.split(' ').toReversed().join(' ')],
    [
      'a few words that are said everywhere',
      'Hello and welcome to my channel.',
      'Hello and welcome to my channel.',
    ],
    ['nothing', '', ''],
  ])('sections that repeat another one are not those with %s', (_, one, two) => {
    expect(repeats(section({ text: one }), section({ text: two }))).toEqual([]);
  });

  it('sections that repeat another one are found by their images if one has few words, or another language', () => {
    const [first, repeated] = [footage(PRINTS), footage(AGAIN)];
    const both = [
      [0, 1, 'picture'],
      [1, 0, 'picture'],
    ];
    expect(
      repeats(
        section({ footage: first }),
        section({ footage: repeated }),
        section({ footage: footage(OTHERS) }),
      ),
    ).toEqual(both);
    const dubbed = section({ footage: repeated, text: RIVER, language: 'hi' });
    expect(repeats(section({ footage: first, text: BREAD }), dubbed)).toEqual(both);
  });

  it('sections that repeat another one are not found by images of a person with a different speech', () => {
    const speaks = (text: string) => section({ text, footage: footage(PRINTS) });
    expect(repeats(speaks(BREAD), speaks(RIVER))).toEqual([]);
  });

  it('sections that repeat another one are not found by a few images, nor by images without detail', () => {
    expect(
      repeats(section({ footage: footage(PRINTS.slice(0, 2)) }), section({ footage: footage(AGAIN) })),
    ).toEqual([]);
    const plain = [null, null, null, null];
    expect(repeats(section({ footage: footage(plain) }), section({ footage: footage(plain) }))).toEqual([]);
  });

  it('sections that repeat another one are alike within one video only where they overlap', () => {
    const part = (startMs: number, endMs: number) =>
      section({ footage: footage(PRINTS, { scanKey: 'fixed camera', startMs, endMs }) });
    expect(repeats(part(0, 10_000), part(10_000, 20_000))).toEqual([]);
    expect(repeats(part(0, 10_000), part(2000, 40_000))).toEqual([[0, 1, 'picture']]);
  });
});

describe('relevance to a title', () => {
  it('increases with the number of words mentioned, and decreases with the texts that mention them', () => {
    const [wheat, history, bread, none] = relevanceTo('The History of Breads', [
      'Bread is made of flour.',
      'The history of bread is long.',
      'Bread, and more bread.',
      'A river runs to the sea.',
    ]);
    expect(history).toBeGreaterThan(bread!);
    expect(bread).toBeGreaterThan(wheat!);
    expect(wheat).toBeGreaterThan(0);
    expect(none).toBe(0);
  });

  it.each(['Volcano', 'The and of', 'Compilation - 11/22/2026', ''])(
    'is zero for every text to "%s"',
    (title) => {
      expect(relevanceTo(title, ['A compilation of the river.', 'In 2026, on the 22nd, at 11.'])).toEqual([
        0, 0,
      ]);
    },
  );

  it('recognises plurals, names and words in other scripts', () => {
    expect(topicOf("Volcanoes' cities: houses of Anna’s")).toEqual(termsIn('volcano city house Anna'));
    expect(topicOf('হিমালয়ের পাহাড় और पहाड़ों')).toEqual(['হিমালয়ের', 'পাহাড়', 'पहाड़ों']);
  });
});
