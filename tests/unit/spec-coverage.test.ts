import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROW = /^\| (\d+)\.(\d+) \| (.+) \| (.*) \|$/;
const REFERENCE = /(tests\/[\w./-]+\.test\.tsx?): "([^"]+)"/g;

interface Line {
  section: number;
  number: string;
  references: { file: string; title: string }[];
}

const table = readFileSync('tests/e2e/spec-coverage.md', 'utf8').split('\n');
const lines = table.flatMap((text): Line[] => {
  const row = ROW.exec(text);
  if (!row) return [];
  const [, section, number, , shownBy] = row;
  const references = [...shownBy!.matchAll(REFERENCE)].map(([, file, title]) => ({
    file: file!,
    title: title!,
  }));
  return [{ section: Number(section), number: `${section}.${number}`, references }];
});

const sources = new Map<string, string>();
function sourceOf(file: string): string {
  let source = sources.get(file);
  if (source === undefined) {
    source = existsSync(file) ? readFileSync(file, 'utf8') : '';
    sources.set(file, source);
  }
  return source;
}

/** True when the file has a test of this title. */
function hasTest(file: string, title: string): boolean {
  const escaped = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<!describe)\(\s*(['"\x60])${escaped}\1,`).test(sourceOf(file));
}

describe('the table of what SPEC wants to be seen', () => {
  it('has a line for every statement of sections 2, 4, 5, 8 and 9, each numbered once', () => {
    expect([...new Set(lines.map(({ section }) => section))]).toEqual([2, 4, 5, 8, 9]);
    const numbers = lines.map(({ number }) => number);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
    // Every line of a table that begins with a number is read.
    expect(lines).toHaveLength(table.filter((text) => /^\|\s*\d/.test(text)).length);
  });

  it('names for every line a test that exists', () => {
    const wrong = lines.flatMap(({ number, references }) =>
      references.length === 0
        ? [`${number} names no test`]
        : references
            .filter(({ file, title }) => !hasTest(file, title))
            .map(({ file, title }) => `${number} names a test that does not exist: ${file}: "${title}"`),
    );
    expect(wrong).toEqual([]);
  });
});
