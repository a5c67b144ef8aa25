import { describe, expect, it } from 'vitest';
import type { PlannedSection } from '#contract/jobs/processing.ts';
import { chooseSections } from '#film/drafts/choose-sections.ts';

/** Returns a section whose words are spread evenly over its length, each with its times. */
function section(videoId: string, startS: number, lengthS: number, text: string): PlannedSection {
  const textWords = text.split(' ').filter(Boolean);
  const eachMs = (lengthS * 1000) / Math.max(1, textWords.length);
  return {
    videoId,
    startMs: startS * 1000,
    endMs: (startS + lengthS) * 1000,
    title: `Part ${videoId} ${startS}`,
    language: 'en',
    text,
    words: textWords.map((word, at) => ({
      text: word,
      startMs: startS * 1000 + at * eachMs,
      endMs: startS * 1000 + (at + 1) * eachMs,
      confidence: 1,
    })),
    boundaries: { start: 'sentence', end: 'sentence' },
  };
}

const BREAD =
  'Farmers grew wheat near the river and people made flour from it for their morning meals in winter';
const HARBOUR =
  'The harbour is full of boats at dawn and the keeper of the lighthouse counts them one by one';
const LIGHT = 'A lighthouse keeper lights the lamp of the lighthouse each evening before the ships come home';
const STORM = 'In a storm the keeper stays awake until the last boat is back behind the wall';
const FISH =
  'In the market they sell fish and bread in the morning when the town wakes up and people are hungry';
const request = { words: 'lighthouse keepers', minutes: 1 } as const;
const startsOf = ({ sections }: ReturnType<typeof chooseSections>) =>
  sections.map(({ videoId, startMs, endMs }) => [videoId, startMs / 1000, endMs / 1000]);

describe('the sections of a draft', () => {
  const sections = [
    section('a', 0, 15, BREAD),
    section('a', 20, 15, STORM),
    section('b', 0, 15, HARBOUR),
    section('b', 30, 15, LIGHT),
  ];

  // product 17.3
  it('mention the words of the search: the best one opens the film, the others follow in order', () => {
    const drafted = chooseSections([...sections, section('c', 0, 15, FISH)], request);
    expect(startsOf(drafted)).toEqual([
      ['b', 30, 45],
      ['a', 20, 35],
      ['b', 0, 15],
      ['c', 0, 15],
    ]);
    expect(drafted.draft.reasons).toEqual([
      {
        title: 'Part b 30',
        why: 'It opens the film because it says the most about the search. It mentions “lighthouse” and “keepers”.',
      },
      { title: 'Part a 20', why: 'It mentions “keepers”.' },
      { title: 'Part b 0', why: 'It mentions “lighthouse” and “keepers”.' },
      {
        title: 'Part c 0',
        why: 'It doesn’t mention the search. It was added because you selected its video.',
      },
    ]);
  });

  // product 17.3
  it('the sections of a draft include others from each video in turn if too few mention the words', () => {
    const drafted = chooseSections(
      [
        section('a', 0, 15, BREAD),
        section('a', 20, 15, STORM),
        section('b', 0, 15, FISH),
        section('c', 0, 15, LIGHT),
        section('c', 20, 15, HARBOUR),
      ],
      { words: 'wheat', minutes: 1 },
    );
    expect(startsOf(drafted)).toEqual([
      ['a', 0, 15],
      ['a', 20, 35],
      ['b', 0, 15],
      ['c', 0, 15],
    ]);
  });

  it('include one of each video, however many sections of the others mention the words', () => {
    const named = [
      section('a', 0, 15, FISH),
      ...[0, 15, 30, 45].map((startS) => ({ ...section('b', startS, 15, ''), title: 'A lighthouse' })),
    ];
    const drafted = chooseSections(named, { words: 'lighthouse', minutes: 1 });
    expect(drafted.sections.map(({ videoId }) => videoId)).toEqual(['a', 'b', 'b', 'b']);
    const extra = chooseSections(sections.slice(0, 2), request).draft.reasons.map(({ why }) => why);
    expect(extra).toContain('It doesn’t mention the search. It was added to reach the length.');
  });

  // product 17.3
  it('number the chosen parts of a video again, and leave out the number of an only part', () => {
    const named = [
      { ...section('a', 0, 20, ''), title: 'A harbour part 1' },
      { ...section('a', 20, 20, ''), title: 'A harbour part 2' },
      { ...section('b', 0, 20, ''), title: 'A river part 1' },
      { ...section('b', 20, 20, 'The old lighthouse'), title: 'A river part 2' },
      { ...section('b', 40, 20, 'Somebody sleeps in a lighthouse'), title: 'A river part 3' },
      { ...section('c', 0, 20, ''), title: 'My film part 2' },
    ];
    const titlesOf = (sections: PlannedSection[]) =>
      chooseSections(sections, { words: 'lighthouse', minutes: 1 }).sections.map(({ title }) => title);
    expect(titlesOf(named)).toEqual(['A river', 'A harbour', 'My film part 2']);
    expect(titlesOf(named.slice(0, 5))).toEqual(['A river part 1', 'A harbour', 'A river part 2']);
  });

  // product 17.3
  it('the sections of a draft follow the order of the videos if no words were requested', () => {
    const drafted = chooseSections(sections, { minutes: 1 });
    expect(startsOf(drafted).map(([videoId, startS]) => [videoId, startS])).toEqual([
      ['a', 0],
      ['a', 20],
      ['b', 0],
      ['b', 30],
    ]);
    expect(drafted.draft.sentence).toBe('This 1:00 draft uses 4 sections.');
    expect(drafted.draft.reasons[0]!.why).toBe('It follows the order of the videos.');
  });

  it('may be shorter than 8 s if they are whole', () => {
    const short = Array.from({ length: 12 }, (_, at) => section('a', at * 5, 5, `${BREAD} ${at}`));
    const lengths = chooseSections(short, { minutes: 1 }).sections.map(
      ({ startMs, endMs }) => endMs - startMs,
    );
    expect(lengths.every((ms) => ms === 5000)).toBe(true);
  });

  // product 17.4
  it('the sections of a draft are the same whenever they are chosen', () => {
    expect(chooseSections(sections, request)).toEqual(chooseSections(structuredClone(sections), request));
  });

  // product 17.5
  it('come with the length of the film, and why it is shorter', () => {
    expect(chooseSections(sections.slice(1), request).draft.sentence).toBe(
      'This 0:45 draft uses 3 sections about “lighthouse keepers”. We couldn’t find more, so it is shorter than 1:00.',
    );
    expect(chooseSections(sections, request).draft.sentence).toBe(
      'This 1:00 draft uses 3 sections about “lighthouse keepers” and 1 other section.',
    );
    const long = [section('a', 0, 30, LIGHT), section('b', 0, 30, HARBOUR)];
    expect(chooseSections(long, request).draft.sentence).toBe(
      'This 1:00 draft uses 2 sections about “lighthouse keepers”.',
    );
  });

  it('the sections of a draft follow the order of the videos if only titles mention the words', () => {
    const named = [
      { ...section('a', 0, 15, BREAD), title: 'Lighthouse part 1' },
      { ...section('a', 15, 8, ''), title: 'Lighthouse part 2' },
      { ...section('b', 0, 15, FISH), title: 'Lighthouse keepers' },
    ];
    const { sections: film, draft } = chooseSections(named, request);
    expect(film.map(({ title }) => title)).toEqual(named.map(({ title }) => title));
    expect(draft.reasons.filter(({ why }) => why.startsWith('It opens'))).toEqual([]);
  });

  // product 17.2
  it('the sections of a draft are all but the repeats if a film of all material was requested', () => {
    const all = [...sections, section('c', 0, 48, LIGHT), section('c', 50, 3, 'A gull')];
    const drafted = chooseSections(all, { ...request, minutes: 'all' });
    expect(startsOf(drafted)).toEqual([
      ['c', 0, 48],
      ['a', 0, 15],
      ['a', 20, 35],
      ['b', 0, 15],
      ['c', 50, 53],
    ]);
    expect(drafted.draft.sentence).toBe(
      'This 1:36 draft uses 3 sections about “lighthouse keepers” and 2 other sections.',
    );
    expect(drafted.draft.reasons.map(({ why }) => why)).toContain(
      'It doesn’t mention the search. The film uses all of the material.',
    );
  });

  // product 17.3
  it('the sections of a draft are trimmed to the length at the end of a word, with their text', () => {
    const drafted = chooseSections([section('a', 0, 50, LIGHT), section('b', 10, 48, STORM)], request);
    const [, last] = drafted.sections;
    expect(last!.endMs).toBeLessThanOrEqual(20_000);
    expect(last!.endMs).toBe(last!.words.at(-1)!.endMs);
    expect(last!.endMs - last!.startMs).toBeGreaterThanOrEqual(8000);
    expect(last!.text).toBe(last!.words.map(({ text }) => text).join(' '));
    expect(STORM.startsWith(last!.text)).toBe(true);
    expect(last!.boundaries.end).toBe('length');
    expect(drafted.draft.reasons[1]!.why).toContain('It was shortened to fit the length.');
  });

  // product 17.3
  it('leave out repeats, and sections that would be too short', () => {
    const second = chooseSections([section('a', 0, 15, LIGHT), section('b', 0, 15, LIGHT)], request);
    expect(startsOf(second)).toEqual([['a', 0, 15]]);
    const full = chooseSections([section('a', 0, 55, LIGHT), section('b', 0, 15, STORM)], request);
    expect(startsOf(full)).toEqual([['a', 0, 55]]);
  });

  // product 17.5
  it('sections follow the order of the videos if none mentions the words, which the draft reports', () => {
    const drafted = chooseSections([section('a', 0, 30, BREAD), section('b', 0, 40, '')], request);
    expect(startsOf(drafted)).toEqual([
      ['a', 0, 30],
      ['b', 0, 30],
    ]);
    expect(drafted.draft.sentence).toBe(
      'This 1:00 draft uses 2 sections. None of the videos mentions “lighthouse keepers”.',
    );
    expect(chooseSections([], request)).toMatchObject({ sections: [], draft: { reasons: [] } });
  });
});
