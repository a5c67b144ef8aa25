import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STOP_WORDS } from '#text/words/stop-words.ts';
import { keyPhraseTitles } from '../../../worker/titles/key-phrases.ts';
import { isSwearWord } from '#text/words/swear-words.ts';
import { isSaid } from '../../../worker/titles/said.ts';

const subject = (text: string, part = 1, videoTitle = 'My holiday film') => ({
  text,
  part,
  parts: 4,
  videoTitle,
});
const words = fc
  .array(
    fc.constantFrom(
      'the',
      'and',
      'bread',
      'River,',
      'history.',
      'we',
      'of',
      'incomprehensibilities',
      'school?',
      'नमस्ते',
    ),
    { maxLength: 60 },
  )
  .map((list) => list.join(' '));

describe('keyPhraseTitles', () => {
  it('uses a readable phrase of the speech', () => {
    const text = 'Hello. This is an example video for your convenience. You can see the time.';
    expect(keyPhraseTitles([subject(text)])).toEqual(['Example Video for Your Convenience']);
  });

  it.each([
    ['यह नदी बर्फ़ से जन्म लेती है। घाटी में खेत हैं।', 'यह नदी बर्फ़ से जन्म लेती है'],
    ['शाम को लोग घाट पर दीये जलाते हैं, और नदी रोशनी से चमक उठती है।', 'शाम को लोग घाट पर दीये जलाते हैं'],
    ['पिघलती बर्फ़ का पानी पत्थरों के बीच से तेज़ी से नीचे बहता है।', 'पिघलती बर्फ़ का पानी पत्थरों'],
    ['নৌকায় চড়ে মানুষ এক গ্রাম থেকে আরেক গ্রামে যায় আর ফেরে।', 'নৌকায় চড়ে মানুষ এক গ্রাম'],
  ])('begins like the first sentence in Hindi and Bengali: %s', (text, title) => {
    expect(keyPhraseTitles([subject(text)])).toEqual([title]);
  });

  it('gives the second of two Hindi sections with the same beginning another title', () => {
    const text = 'यह नदी बर्फ़ से आती है। घाटी में हरे खेत हैं।';
    expect(keyPhraseTitles([subject(text), subject(text, 2)])[1]).toBe('घाटी में हरे खेत हैं');
  });

  it("shortens a video's long title between characters as a reader sees them", () => {
    const characters = new Set(Array.from(new Intl.Segmenter().segment('क्षि'), (part) => part.segment));
    const [title] = keyPhraseTitles([subject('', 1, 'क्षि'.repeat(30))]);
    const name = title!.slice(0, -' part 1'.length);
    for (const { segment } of new Intl.Segmenter().segment(name)) expect(characters).toContain(segment);
    expect(name.length).toBeGreaterThan(50);
  });

  it('gives every section a different title', () => {
    const same = [1, 2, 3, 4].map((part) => subject('Farmers grew wheat.', part));
    expect(new Set(keyPhraseTitles(same)).size).toBe(4);
  });

  it('names silent sections after their video', () => {
    expect(keyPhraseTitles([subject('', 3)])).toEqual(['My holiday film part 3']);
  });

  it('does not number the only section of a video', () => {
    expect(keyPhraseTitles([{ ...subject(''), parts: 1 }])).toEqual(['My holiday film']);
  });

  it('adds the video to a single word', () => {
    expect(keyPhraseTitles([subject('Banana.', 2)])).toEqual(['Banana: My holiday film']);
  });

  it('does not join words that may have had others between them', () => {
    const text = 'the illness of a very old man';
    const titles = keyPhraseTitles([{ ...subject(text, 3), unsure: new Set([4, 5]) }]);
    expect(titles).toEqual(['My holiday film part 3']);
    // Words around it may be unsure.
    const around = { ...subject('very old banana perhaps', 3), unsure: new Set([0, 1, 3]) };
    expect(keyPhraseTitles([around])).toEqual(['Banana: My holiday film']);
  });

  // product 11.9
  it('contains no word that may be misrecognised, and none that was not spoken', () => {
    const text = 'Today we look at the names of shit in a garden of old roses.';
    const unsure = new Set([5, 7]);
    const [title] = keyPhraseTitles([{ ...subject(text), unsure }]);
    expect(title).toBe('Garden of Old Roses');
    expect(isSaid('The Names of Old Roses', { ...subject(text), unsure })).toBe(false);
    expect(isSaid('Looking at a Rose Garden', { ...subject(text), unsure })).toBe(true);
    expect(isSaid('A Garden of Tulips', { ...subject(text), unsure })).toBe(false);
  });

  // product 11.20
  it.each<[string, string, number[]]>([
    // A number is never divided.
    ['Two hundred years ago, the first bicycle had no pedals.', 'Two Hundred Years Ago', []],
    ['Today, more than one billion people have a bicycle.', 'One Billion People Have a Bicycle', []],
    // A title does not begin with words directly before or after an unsure word.
    ['Two hundred years ago, the first bicycle had no pedals.', 'First Bicycle Had No Pedals', [0]],
    ['Rubber tires filled the shop.', 'My holiday film part 1', [0]],
    ['The old rubber tires filled the shop.', 'My holiday film part 1', [2]],
    // Nor does it begin in the middle of a phrase that is sure, however little weight the words before have.
    ['We never trust strangers online.', 'Never Trust Strangers Online', []],
    // A clause begins after a comma.
    ['After the rain, tired farmers slept.', 'Tired Farmers Slept', [2]],
  ])('begins at the start of a phrase: %s', (text, title, unsure) => {
    expect(keyPhraseTitles([{ ...subject(text), unsure: new Set(unsure) }])).toEqual([title]);
  });

  // product 11.9
  it("contains no swear word except from subtitles, whatever a recogniser's confidence", () => {
    const text = 'Reviewing the names of shit';
    expect(keyPhraseTitles([subject(text, 4)])).toEqual(['Reviewing the Names']);
    expect(keyPhraseTitles([{ ...subject(text), carried: true }])).toEqual(['Reviewing the Names of Shit']);
    expect(keyPhraseTitles([subject('पिघलती बर्फ़ का चूतिया पानी।', 2)])).toEqual(['My holiday film part 2']);
    for (const word of ['cocktail', 'class', 'passage', 'Essex', 'titanic', 'shape']) {
      expect([word, isSwearWord(word)]).toEqual([word, false]);
    }
  });

  it("respects its limits, whatever the speech and the video's title", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(words, fc.string({ maxLength: 200, unit: 'grapheme' }))), (list) => {
        const titles = keyPhraseTitles(list.map(([text, title], i) => subject(text, i + 1, title)));
        expect(titles).toHaveLength(list.length);
        for (const [i, title] of titles.entries()) {
          expect(title.length).toBeLessThanOrEqual(64);
          const parts = title.split(/\s+/);
          expect(parts.length).toBeGreaterThanOrEqual(3);
          expect(parts.length).toBeLessThanOrEqual(9);
          const fromText = !title.endsWith(`part ${i + 1}`);
          expect(fromText && title.indexOf(':') < 0 && STOP_WORDS.has(parts.at(-1)!.toLowerCase())).toBe(
            false,
          );
        }
      }),
    );
  });
});
