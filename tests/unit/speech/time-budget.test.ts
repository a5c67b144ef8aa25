import { expect, it } from 'vitest';
import { excerptSchema } from '#contract/excerpt.ts';
import { timeBudget } from '#film/time/section-length.ts';
import { translationKey } from '#core/film/keys.ts';

const excerpt = excerptSchema.parse({ startMs: 1000, endMs: 11_000 });

it('is how much can be spoken while the video plays, by language and speed', () => {
  expect(timeBudget(excerpt, 'en')).toEqual({ seconds: 9, words: 21 });
  expect(timeBudget(excerpt, 'bn')).toEqual({ seconds: 9, words: 18 });
  expect(timeBudget({ ...excerpt, speed: 2 }, 'hi')).toEqual({ seconds: 4, words: 10 });
  // A trim by a frame requires no other translation, and even a very short section has some time.
  expect(timeBudget({ ...excerpt, endMs: 11_040 }, 'en')).toEqual(timeBudget(excerpt, 'en'));
  expect(timeBudget({ ...excerpt, endMs: 1100 }, 'en')).toEqual({ seconds: 1, words: 2 });
});

// product 12.13
it('leads to another translation, and leaves the key unchanged without one', () => {
  const text = { text: 'A text.', translateFrom: 'en', language: 'hi' } as const;
  const keyOf = (budget?: { seconds: number; words: number }) =>
    translationKey('openai-chat@2', { ...text, ...(budget && { budget }) });
  const keys = [keyOf(), keyOf({ seconds: 9, words: 23 }), keyOf({ seconds: 10, words: 26 })];
  expect(new Set(keys).size).toBe(3);
  expect(translationKey('openai-chat@2', { ...text, budget: undefined })).toBe(keys[0]);
});
