import { describe, expect, it } from 'vitest';
import { MAX_TEXT } from '#contract/limits.ts';
import { boundOriginal, boundText } from '#text/transcript/bound-text.ts';

const words = (characters: number) => 'word '.repeat(Math.ceil(characters / 5)).slice(0, characters);

describe('boundText', () => {
  it('returns a text of the maximum length unchanged', () => {
    const text = words(MAX_TEXT);
    expect(boundText(text)).toBe(text);
  });

  it('ends a longer text with a whole word', () => {
    const text = `${'a'.repeat(MAX_TEXT - 10)} ${'b'.repeat(20)}`;
    expect(boundText(text)).toBe('a'.repeat(MAX_TEXT - 10));
  });

  it.each(['a', '漢', '𝄞', `a${'𝄞'.repeat(5)}`])('cuts a text without spaces that repeats %s', (piece) => {
    const bounded = boundText(piece.repeat(MAX_TEXT));
    expect(bounded.length).toBeGreaterThan(MAX_TEXT - 2);
    expect(bounded.length).toBeLessThanOrEqual(MAX_TEXT);
    // No half of a surrogate pair is left.
    expect(bounded).not.toMatch(/\p{Cs}/u);
  });
});

describe('boundOriginal', () => {
  const original = { text: 'said', language: 'en' };

  it('bounds each text and keeps everything else', () => {
    const long = words(MAX_TEXT * 2);
    const brought = { hi: { text: long, of: 'said' } };
    const bounded = boundOriginal({ ...original, wholeText: long, brought });
    expect(bounded).toEqual({
      ...original,
      wholeText: boundText(long),
      brought: { hi: { text: boundText(long), of: 'said' } },
    });
  });

  it('keeps what trims removed as long as all of it fits, and drops it otherwise', () => {
    const trimmed = { before: words(MAX_TEXT - 10), inside: 'said', after: 'later' };
    expect(boundOriginal({ ...original, kept: trimmed })).toEqual({ ...original, kept: trimmed });
    expect(boundOriginal({ ...original, kept: { ...trimmed, after: words(20) } })).toEqual(original);
  });
});
