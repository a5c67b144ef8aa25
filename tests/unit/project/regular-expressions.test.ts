import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { analyse } from 'scslre';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const PRODUCT = ['bin', 'client/src', 'ops', 'server', 'shared', 'standins', 'worker'];

/** Returns the regular expressions of a source file, as written, and their lines. */
function literalsOf(path: string, source: string): { place: string; text: string }[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const literals: { place: string; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      literals.push({ place: `${path}:${line + 1}`, text: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return literals;
}

/** Whether an expression takes more than linear time for some text. */
function isSlow(text: string): boolean {
  const end = text.lastIndexOf('/');
  return analyse({ source: text.slice(1, end), flags: text.slice(end + 1) }).reports.length > 0;
}

describe('regular expressions', () => {
  it('take linear time on any text', () => {
    const files = execFileSync('git', ['ls-files', '-z', ...PRODUCT], { encoding: 'utf8' })
      .split('\0')
      .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path));
    const literals = files.flatMap((path) => literalsOf(path, readFileSync(path, 'utf8')));
    expect(literals.length).toBeGreaterThan(500);
    expect(literals.filter(({ text }) => isSlow(text)).map(({ place, text }) => `${place} ${text}`)).toEqual(
      [],
    );
  });

  it.each([
    // Matches again from each character of a run that does not end the text.
    String.raw`/[.!?]+$/`,
    // Divides a run between two quantifiers in every possible way.
    String.raw`/^\w+[\d_]+$/`,
    String.raw`/^(?:\w+\s?)*$/`,
  ])('regular expressions are recognised as slow: %s', (text) => {
    expect(isSlow(text)).toBe(true);
  });
});
