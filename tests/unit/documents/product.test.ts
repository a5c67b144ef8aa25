import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { citationsIn, readCitations, readStatements } from '../../helpers/documents/product.ts';

const statements = readStatements().map(({ number }) => number);
const citations = readCitations();

describe('docs/product.md', () => {
  it('numbers its statements consecutively in its chapters', () => {
    const chapters = [...new Set(statements.map((number) => Number(number.split('.')[0])))];
    expect(chapters).toEqual(chapters.toSorted((a, b) => a - b));
    const expected = chapters.flatMap((chapter) =>
      statements.filter((number) => number.startsWith(`${chapter}.`)).map((_, i) => `${chapter}.${i + 1}`),
    );
    expect(statements).toEqual(expected);
    // Every line of a list that begins with a number was read.
    const lines = readFileSync('docs/product.md', 'utf8').match(/^\W*\d+\.\d+/gm);
    expect(lines).toHaveLength(statements.length);
  });

  it('has a test for every statement', () => {
    const cited = new Set(citations.flatMap(({ numbers }) => numbers));
    expect(statements.filter((number) => !cited.has(number))).toEqual([]);
  });
});

describe('a comment that cites a statement', () => {
  it('names existing statements', () => {
    const statementNumbers = new Set(statements);
    const unknown = citations.flatMap(({ file, numbers }) =>
      numbers.filter((number) => !statementNumbers.has(number)).map((number) => `${file}: ${number}`),
    );
    expect(unknown).toEqual([]);
  });

  it('is directly above a test', () => {
    expect(citations.filter(({ title }) => title === undefined)).toEqual([]);
    expect(citationsIn('a', '// product 1.2, 1.10,\n// 2.3\nconst a = 1;\n')).toEqual([
      { numbers: ['1.2', '1.10', '2.3'], file: 'a', title: undefined },
    ]);
  });
});
