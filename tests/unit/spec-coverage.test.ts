import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROW = /^\| (\d+)\.(\d+) \| (.+) \| (.*) \|$/;
/** What of a statement can be looked for: a text, a call, a path, an entity. */
const PARTS = [
  /(?<!\w)'(.+?)'(?!\w)/g,
  /^\| ((?:GET|POST|PATCH|DELETE|HEAD) [^|]+?) \|/gm,
  /(?<![\w<])(\/[a-z][\w/-]*)/g,
  /^\| ([A-Z][\w ()]+?) \| (?:[a-z]\w+(?: \([^)]*\))?, )/gm,
];
const REFERENCE = /(tests\/[\w./-]+\.test\.tsx?): "([^"]+)"/g;

interface Line {
  section: number;
  number: string;
  statement: string;
  references: { file: string; title: string }[];
}

const table = readFileSync('tests/e2e/spec-coverage.md', 'utf8').split('\n');
const lines = table.flatMap((text): Line[] => {
  const row = ROW.exec(text);
  if (!row) return [];
  const [, section, number, statement, shownBy] = row;
  const references = [...shownBy!.matchAll(REFERENCE)].map(([, file, title]) => ({
    file: file!,
    title: title!,
  }));
  return [{ section: Number(section), number: `${section}.${number}`, statement: statement!, references }];
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
  it('has lines for all nine sections, each numbered once', () => {
    expect([...new Set(lines.map(({ section }) => section))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const numbers = lines.map(({ number }) => number);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
    // Every line of a table that begins with a number is read.
    expect(lines).toHaveLength(table.filter((text) => /^\|\s*\d/.test(text)).length);
  });

  it('has a line for every text, call, path and entity of the specification', () => {
    const sections = readFileSync('docs/SPEC.md', 'utf8').split(/^## /m).slice(1);
    const missing = sections.flatMap((text) => {
      const section = Number.parseInt(text, 10);
      const said = lines.filter((line) => line.section === section).map(({ statement }) => statement);
      const parts = PARTS.flatMap((part) => [...text.matchAll(part)].map(([, found]) => found!.trim()));
      return parts
        .filter((part) => !said.some((statement) => statement.includes(part.replace(/ \(clip\)$/, ''))))
        .map((part) => `${section}: ${part}`);
    });
    expect(sections).toHaveLength(9);
    expect(missing).toEqual([]);
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
