import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { environmentSchema } from '#node/config/environment.ts';
import { parseEnv } from '../../bin/lib/env.mjs';
import { nodeVersionProblem } from '../../bin/lib/node-version.mjs';
import { choosePort } from '../../bin/lib/ports.mjs';
import { readAudit } from '../../bin/lib/test/audit.mjs';
import { formatTable, standingIn } from '../../bin/lib/start/standing-in.mjs';

describe('parseEnv', () => {
  test('reads plain, exported and quoted values, and leaves comments', () => {
    const text = [
      '# a comment',
      'PLAIN=value # and why',
      '  export SPACED = some words  ',
      "SINGLE='a # b $c'",
      'DOUBLE="two\\nlines \\"quoted\\"" # after',
      'URL=postgres://u:p#1@host/db',
      'not a line',
    ].join('\r\n');
    expect(parseEnv(text)).toEqual({
      PLAIN: 'value',
      SPACED: 'some words',
      SINGLE: 'a # b $c',
      DOUBLE: 'two\nlines "quoted"',
      URL: 'postgres://u:p#1@host/db',
    });
  });

  test('takes an empty value as not set, as a copied .env.example has many', () => {
    expect(parseEnv('A=\nB=""\nC= # nothing yet\nD=1')).toEqual({ D: '1' });
  });
});

describe('nodeVersionProblem', () => {
  test.each(['20.19.0', '20.20.2', '22.0.0', '24.11.1'])('is content with %s', (version) => {
    expect(nodeVersionProblem(version)).toBeUndefined();
  });

  test.each(['20.18.3', '18.20.0', '9.0.0'])('says one sentence about %s', (version) => {
    expect(nodeVersionProblem(version)).toMatch(/^Cutroom needs Node.js 20\.19 or newer, and this is .*\.$/);
  });
});

describe('choosePort', () => {
  const free =
    (...ports: number[]) =>
    async (port: number) =>
      ports.includes(port);

  test('takes 3000, else the next free one', async () => {
    expect(await choosePort(undefined, free(3000, 3001))).toBe(3000);
    expect(await choosePort('', free(3002, 3003))).toBe(3002);
  });

  test('takes the port that was asked for or none', async () => {
    expect(await choosePort('8080', free(8080))).toBe(8080);
    await expect(choosePort('8080', free(3000))).rejects.toThrow('Port 8080 is in use');
  });

  test.each(['0', '70000', 'http'])('refuses %s as a port', async (asked) => {
    await expect(choosePort(asked, free())).rejects.toThrow('PORT must be a number');
  });
});

test('the table says what stands in, and what is real already', () => {
  const rows = standingIn({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }, () => false, {
    pages: null,
    runtime: null,
  });
  const table = formatTable(rows).split('\n');
  expect(table.find((line) => line.includes('Sign-in'))).toContain('the real one');
  expect(table.find((line) => line.includes('Database'))).toContain('a private PostgreSQL');
  expect(table.find((line) => line.includes('Speech'))).toContain('nothing: no transcripts');
  expect(table.find((line) => line.includes('Translation'))).toContain('none: texts are read as they are');
  const real = standingIn({ TRANSCRIBE_URL: 'x', ELEVENLABS_API_KEY: 'x', CHAT_URL: 'x' }, () => false, {
    pages: null,
    runtime: null,
  }).filter(([, now]) => now === 'the real one');
  expect(real.map(([need]) => need)).toEqual(['Speech to text', 'Voice', 'Translation', 'Titles']);
});

test('.env.example explains each variable of the configuration', () => {
  const wanted = Object.keys(environmentSchema.shape);
  const explained = readFileSync('.env.example', 'utf8')
    .split('\n')
    .map((line) => line.split('=')[0]);
  expect(wanted.length).toBeGreaterThan(10);
  expect(explained).toEqual(expect.arrayContaining(wanted));
});

test.each([
  [null, null, 'none: links of video files alone'],
  ['2025.06.01', null, 'yt-dlp 2025.06.01, no JavaScript runtime: little of YouTube'],
  ['2026.08.19', 'node-24.1.0', 'yt-dlp 2026.08.19, scripts by node-24.1.0'],
])('the table says of yt-dlp %s with %s what it can', (pages, runtime, words) => {
  const rows = standingIn({}, () => false, { pages, runtime });
  expect(rows.find(([need]) => need === 'Pages of links')?.[1]).toBe(words);
});

describe('readAudit', () => {
  const report = (vulnerabilities: object) =>
    JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: {} });

  test('names each package with a grave flaw, and why', () => {
    const found = readAudit(
      report({
        one: { severity: 'low', range: '<1', via: [{ title: 'A small thing' }] },
        two: { severity: 'high', range: '<2', via: [{ title: 'Anybody may read files' }] },
        three: { severity: 'critical', range: '*', via: ['two'] },
      }),
    );
    expect(found).toEqual(['two <2 (high): Anybody may read files', 'three * (critical): by two']);
    expect(readAudit(report({}))).toEqual([]);
  });

  test('tells an answer from none', () => {
    for (const output of ['', 'npm error', '{"message":"405 Method Not Allowed","statusCode":405}'])
      expect(readAudit(output)).toBeNull();
  });
});
