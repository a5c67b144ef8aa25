import { termsIn, topicOf } from './terms.ts';

/** How soon more of the same word adds less (k1 of BM25), and how much a long text must say more (b). */
const REPEATED = 1.2;
const LENGTH = 0.75;

/**
 * How much each of these texts says of a title's words, by BM25: a word counts more the fewer of the texts have it.
 * A text without any of them has 0. The same input always gives the same figures.
 */
export function relevanceTo(title: string, texts: readonly string[]): number[] {
  const topic = topicOf(title);
  const counted = texts.map((text) => {
    const terms = termsIn(text);
    const counts = topic.map((wanted) => terms.filter((term) => term === wanted).length);
    return { length: terms.length, counts };
  });
  const usual = Math.max(1, counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length));
  const rarity = topic.map((_, at) => {
    const having = counted.filter(({ counts }) => counts[at]! > 0).length;
    return Math.log(1 + (texts.length - having + 0.5) / (having + 0.5));
  });
  return counted.map(({ length, counts }) =>
    counts.reduce((sum, count, at) => {
      const dampened = count + REPEATED * (1 - LENGTH + (LENGTH * length) / usual);
      return sum + (rarity[at]! * count * (REPEATED + 1)) / dampened;
    }, 0),
  );
}
