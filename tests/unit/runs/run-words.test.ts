import { expect, it } from 'vitest';
import { sectionsReady, stepsDone } from '#text/messages/run-words.ts';

it('uses singular and plural', () => {
  expect([0, 1, 2].map((count) => sectionsReady(count))).toEqual([
    '0 sections are ready.',
    '1 section is ready.',
    '2 sections are ready.',
  ]);
  expect([1, 2].map((count) => sectionsReady(count, 'more '))).toEqual([
    '1 more section is ready.',
    '2 more sections are ready.',
  ]);
  expect([1, 2].map((total) => stepsDone({ done: 1, total }))).toEqual([
    '1 of 1 step done',
    '1 of 2 steps done',
  ]);
});
