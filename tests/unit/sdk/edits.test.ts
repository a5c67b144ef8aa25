import { expect, it } from 'vitest';
import { cutsOfWords } from '../../../client-sdk/cli/edits/cut-words.mjs';
import { parseEdits } from '../../../client-sdk/cli/edits/parse-edits.mjs';

const SPEECH = 'Well, you know, the river, you know, is long. You knew.'.split(' ').map((text, index) => ({
  text,
  start: index,
  end: index + 0.5,
}));

it('every occurrence of a phrase is cut, without regard to case and punctuation', () => {
  expect(cutsOfWords(SPEECH, 'You  know', [])).toEqual([
    { startMs: 1000, endMs: 2500 },
    { startMs: 5000, endMs: 6500 },
  ]);
});

it('new cuts are merged with those of the section, in order', () => {
  const cuts = [
    { startMs: 2000, endMs: 3000 },
    { startMs: 9000, endMs: 9100 },
  ];
  expect(cutsOfWords(SPEECH, 'you know', cuts)).toEqual([
    { startMs: 1000, endMs: 3000 },
    { startMs: 5000, endMs: 6500 },
    { startMs: 9000, endMs: 9100 },
  ]);
});

it.each(['ocean', '...', 'know you'])('nothing is cut for %j, which does not occur', (phrase) => {
  expect(cutsOfWords(SPEECH, phrase, [])).toBeNull();
});

it('all forms of an edit are accepted, alone or in a list', () => {
  const edits = [
    { title: 'River' },
    { order: ['a'] },
    { delete: ['a', 'b'] },
    { section: 'a', set: { title: 'T' } },
    { section: 'a', cutWords: 'um' },
  ];
  expect(parseEdits(edits)).toEqual(edits);
  expect(parseEdits(edits[0])).toEqual([edits[0]]);
});

const WRONG: unknown[] = [
  null,
  'title',
  {},
  { title: 1 },
  { title: '' },
  { title: 'A', delete: ['a'] },
  { section: 'a' },
  { section: 'a', set: [] },
  { section: 'a', cutWords: 'um '.repeat(100) },
  { delete: [] },
  { delete: [1] },
  { __proto__: null, constructor: 'x' },
];

it('an edit of another form is refused before any is applied', () => {
  for (const edit of WRONG) {
    expect(() => parseEdits([{ title: 'Valid' }, edit])).toThrow('Edit 2 has none of the forms');
  }
});
