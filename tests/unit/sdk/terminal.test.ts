import { describe, expect, it } from 'vitest';
import { tableOf } from '../../../client-sdk/cli/terminal/output.mjs';
import {
  clock,
  plainJson,
  plainLine,
  plainLines,
  shorten,
} from '../../../client-sdk/cli/terminal/plain-text.mjs';
import { barOf, createProgress } from '../../../client-sdk/cli/terminal/progress.mjs';

/** Clears a screen, sets a title, is a C1 control sequence, reverses a line, starts a new one. */
const HOSTILE = 'a\u001B[2Jb\u001B]0;x\u0007c\u009B31md\u202Ee\r\nf\u2028g';

describe('a text of the server on the terminal', () => {
  // product 29.8
  it('is one line without control characters', () => {
    const line = plainLine(HOSTILE);
    expect(line).toBe('a [2Jb ]0;x c 31md e  f g');
    expect(plainLine(null)).toBe('');
  });

  it('has its letters unchanged, with the joiners of Indic scripts and emoji', () => {
    for (const text of ['র\u200D্যাব', 'क्\u200Cष', '👩\u200D🚀', 'naïve “film”'])
      expect(plainLine(text)).toBe(text);
  });

  it('has its lines and tabs if it is a file', () => {
    expect(plainLines('1\n00:00 -->\t\u001B[31m\r\n')).toBe('1\n00:00 -->\t[31m\n');
  });

  // product 29.8
  it('is escaped in JSON, which remains the same JSON', () => {
    const text = plainJson({ title: HOSTILE }, 2);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u202E]/u);
    expect(JSON.parse(text)).toEqual({ title: HOSTILE });
  });

  it('is shortened between letters', () => {
    expect(shorten('👩👩👩', 2)).toBe('👩…');
    expect(shorten('film', 4)).toBe('film');
  });
});

it('a table has aligned columns', () => {
  expect(
    tableOf(
      ['ID', 'TITLE'],
      [
        ['1', 'A\nfilm'],
        ['22', 'B'],
      ],
    ),
  ).toEqual(['ID  TITLE', '1   A film', '22  B']);
});

it.each([
  [0, '0:00'],
  [65.4, '1:05'],
  [3723, '1:02:03'],
])('%d s is shown as %s', (seconds, text) => {
  expect(clock(seconds)).toBe(text);
});

/** Returns what progress writes to a stream. */
function written(stream: { isTTY: boolean; columns?: number }) {
  let text = '';
  const progress = createProgress({ ...stream, write: (more: string) => (text += more) });
  progress.show(0.5, 'Rendering \u001B[31msections');
  progress.show(0.6, 'Rendering \u001B[31msections');
  progress.end();
  return text;
}

describe('progress', () => {
  // product 29.7
  it('is a bar on a terminal, which fits its width and is removed at the end', () => {
    const lines = written({ isTTY: true, columns: 40 }).split('\r\u001B[2K');
    const [half, more] = [
      '[############            ]  50% Render…',
      '[##############          ]  60% Render…',
    ];
    expect(lines).toEqual(['', half, more, '']);
  });

  // product 29.7
  it('is one line for each stage elsewhere', () => {
    expect(written({ isTTY: false })).toBe('50% Rendering  [31msections\n');
  });

  it('is bounded, whatever figure arrives', () => {
    expect(barOf(7)).toBe(`[${'#'.repeat(24)}] 100%`);
    expect(barOf(-1)).toBe(`[${' '.repeat(24)}]   0%`);
  });
});
