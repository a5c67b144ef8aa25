import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { exampleFile, GUIDE, withNeedsTable } from '#core/config/documents.ts';
import { startRows } from '#core/config/needs.ts';
import { entries } from '#core/config/variables.ts';

const ENGINES = {
  transcriber: 'pocketsphinx@5',
  voice: 'espeak-ng@1.51',
  translator: 'none',
  titles: 'key-phrases@2',
};
const LINKS = { pages: null, runtime: null, examples: null };
const SOURCES = [
  { id: 'youtube', name: 'YouTube', available: true, standIn: true },
  { id: 'vimeo', name: 'Vimeo', available: true, standIn: true },
  { id: 'manual', name: 'Manual', available: true, standIn: false },
];
const config: Parameters<typeof startRows>[1] = { engines: ENGINES, links: LINKS, sources: SOURCES };

test(".env.example and the operator's guide are what `npm run config:docs` writes", () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(exampleFile());
  const guide = readFileSync(GUIDE, 'utf8');
  expect(guide).toBe(withNeedsTable(guide));
  expect(() => withNeedsTable('# No marks')).toThrow('lacks its markers');
});

test('.env.example has each variable once, with a sentence and without a value', () => {
  const lines = readFileSync('.env.example', 'utf8').split('\n');
  const names = lines.filter((line) => /^\w/.test(line)).map((line) => line.replace(/=$/, ''));
  expect(names.toSorted()).toEqual(entries.map(([name]) => name).toSorted());
  for (const name of names) expect(lines[lines.indexOf(`${name}=`) - 1]).toMatch(/^# \S/);
});

test('an entry refers to other variables by their names', () => {
  const names = new Set<string>(entries.map(([name]) => name));
  const named = entries.flatMap(([, { pair, onlyWith, replaces = [] }]) =>
    [pair, onlyWith?.split('=')[0], ...[replaces].flat().map((row) => row.with)].filter(
      (name) => name !== undefined,
    ),
  );
  expect(named).toContain('STRIPE_WEBHOOK_SECRET');
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});

describe('the table of npm start', () => {
  const nowOf = (env: Record<string, string>, now = config) =>
    Object.fromEntries(startRows(env, now).map(([need, what]) => [need, what]));

  test('shows what is a stand-in, and what is real', () => {
    expect(nowOf({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' })).toMatchObject({
      'Sign-in': 'the real one',
      'YouTube channels': 'the real one',
      Database: 'a private PostgreSQL',
      Translation: 'none: texts are read as they are written',
      Payment: 'a test provider, nothing is charged',
    });
    expect(nowOf({ GOOGLE_CLIENT_ID: 'id' })['Sign-in']).toBe('a stand-in, no account needed');
  });

  test('shows what works for engines, not what is set', () => {
    const set = { TRANSCRIBE_URL: 'http://localhost', CHAT_URL: 'http://localhost' };
    expect(nowOf(set)).toMatchObject({ 'Speech to text': 'pocketsphinx (English)', Titles: 'key-phrases' });
    const engines = {
      transcriber: 'none',
      voice: 'elevenlabs@v2',
      translator: 'libretranslate@1',
      titles: 'none',
    };
    expect(nowOf({}, { ...config, engines })).toMatchObject({
      'Speech to text': 'nothing: no transcripts',
      Voice: 'elevenlabs',
      Translation: 'libretranslate',
      Titles: 'key phrases',
    });
  });

  test('shows for each site whether it is searched', () => {
    const search = (changes: object[]) => {
      const sources = SOURCES.map((source, index) => ({ ...source, ...changes[index] }));
      return nowOf({}, { ...config, sources })['Video search'];
    };
    expect(search([])).toBe('stand-ins of YouTube, Vimeo');
    expect(search([{ standIn: false }])).toBe('YouTube; stand-ins of Vimeo');
    expect(search([{ standIn: false }, { available: false, standIn: false }])).toBe('YouTube');
    const none = { available: false, standIn: false };
    expect(search([none, none])).toBe('nothing');
  });

  test('names everything that meets a need', () => {
    const settings = Object.fromEntries(startRows({}, config).map(([need, , setting]) => [need, setting]));
    expect(settings).toMatchObject({
      'Speech to text': 'TRANSCRIBE_URL',
      Translation: 'LIBRETRANSLATE_URL, or CHAT_URL and CHAT_MODEL',
      'Video search': 'the key of each site, see .env.example',
    });
  });

  test.each([
    [null, null, 'only links to video files'],
    ['2025.06.01', null, 'yt-dlp 2025.06.01, no JavaScript runtime: little of YouTube'],
    ['2026.08.19', 'node-24.1.0', 'yt-dlp 2026.08.19, scripts by node-24.1.0'],
  ])('describes yt-dlp %s with %s', (pages, runtime, words) => {
    const now = nowOf({ YT_DLP_PATH: '/x' }, { ...config, links: { ...LINKS, pages, runtime } });
    expect(now['Pages of links']).toBe(words);
  });
});
