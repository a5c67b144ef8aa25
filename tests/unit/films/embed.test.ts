import { describe, expect, it } from 'vitest';
import { shareTermsSchema } from '#contract/sharing.ts';
import { embedSize } from '#film/embed.ts';
import { readSites } from '../../../client/src/lib/film/embed-origins.ts';

describe('readSites', () => {
  it('reads addresses as people type them, and the API accepts the result', () => {
    const typed =
      'example.com\n\n  https://Blog.Example.com/post?x=1#top \nhttp://localhost:8080/\nexample.com';
    const { origins, invalid } = readSites(typed);
    expect({ origins, invalid }).toEqual({
      origins: ['https://example.com', 'https://blog.example.com', 'http://localhost:8080'],
      invalid: null,
    });
    const idn = readSites('বাংলা.com');
    expect(shareTermsSchema.parse({ embedOrigins: [...origins, ...idn.origins] }).embedOrigins).toHaveLength(
      4,
    );
  });

  it.each(['ftp://example.com', 'javascript:alert(1)', 'two words', 'https://'])(
    'reports %s as invalid',
    (line) => {
      expect(readSites(`example.com\n${line}\nother.com`)).toEqual({
        origins: ['https://example.com'],
        invalid: line,
      });
    },
  );
});

describe('embedSize', () => {
  it('keeps the proportions of the film within the limits', () => {
    expect(embedSize({ width: 1920, height: 1080 })).toEqual({ width: 960, height: 540 });
    expect(embedSize({ width: 1080, height: 1920 }, { height: 640 })).toEqual({ width: 360, height: 640 });
    expect(embedSize({ width: 1920, height: 1080 }, { width: 1 })).toEqual({ width: 1, height: 1 });
  });
});
