import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROW = /^\| (\d+)\.(\d+) \| .+ \| (.*) \|$/;
const REFERENCE = /(tests\/[\w./-]+\.test\.tsx?): "([^"]+)"/g;

interface Statement {
  chapter: number;
  number: string;
  references: { file: string; title: string }[];
}

const table = readFileSync('docs/product.md', 'utf8').split('\n');
const statements = table.flatMap((text): Statement[] => {
  const row = ROW.exec(text);
  if (!row) return [];
  const [, chapter, number, shownBy] = row;
  const references = [...shownBy!.matchAll(REFERENCE)].map(([, file, title]) => ({
    file: file!,
    title: title!,
  }));
  return [{ chapter: Number(chapter), number: `${chapter}.${number}`, references }];
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

/** Whether the file has a test with this title. */
function hasTest(file: string, title: string): boolean {
  const escaped = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<!describe)\(\s*(['"\x60])${escaped}\1,`).test(sourceOf(file));
}

describe('docs/product.md', () => {
  it('numbers its statements consecutively in its chapters', () => {
    const chapters = [...new Set(statements.map(({ chapter }) => chapter))];
    expect(chapters).toEqual(chapters.toSorted((a, b) => a - b));
    const counted = chapters.flatMap((chapter) =>
      statements.filter((line) => line.chapter === chapter).map((_, index) => `${chapter}.${index + 1}`),
    );
    expect(statements.map(({ number }) => number)).toEqual(counted);
    // Every line of a table that begins with a number was read.
    expect(statements).toHaveLength(table.filter((text) => /^\|\s*\d/.test(text)).length);
  });

  it('cites an existing test for every statement', () => {
    const wrong = statements.flatMap(({ number, references }) =>
      references.length === 0
        ? [`${number} names no test`]
        : references
            .filter(({ file, title }) => !hasTest(file, title))
            .map(({ file, title }) => `${number} names a test that does not exist: ${file}: "${title}"`),
    );
    expect(wrong).toEqual([]);
  });
});
