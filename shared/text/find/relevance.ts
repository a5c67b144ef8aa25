import { termsIn, topicOf } from '../words/terms.ts';

/**
 * How quickly repetitions of a word add less (k1 of BM25), and how much more a long text must contain (b).
 */
const REPEATED = 1.2;
const LENGTH = 0.75;

/**
 * Scores how relevant each text is to a title, by BM25: a word counts more the fewer texts contain it. A text
 * without any of the words scores 0. The same input always gives the same scores.
 */
export function relevanceTo(title: string, texts: readonly string[]): number[] {
  const topic = topicOf(title);
  const counted = texts.map((text) => {
    const terms = termsIn(text);
    const counts = topic.map((topicTerm) => terms.filter((term) => term === topicTerm).length);
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
