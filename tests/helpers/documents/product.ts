import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const STATEMENT = /^- \*\*(\d+\.\d+)\*\* (.+)$/gm;
/** Matches a citation: a line comment that names statements, which may continue on the next lines. */
const CITATION = /^ *\/\/ product ((?:\d+\.\d+(?:,\s+(?:\/\/ )?)?)+)\n((?: *\/\/[^\n]*\n)*)/gm;
const TEST = /^\s*(?:it|test|itInFullTier)\b/;
const TITLE = /\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,/;

export interface Statement {
  /** Chapter and number, such as `2.13`. */
  number: string;
  text: string;
}

export interface Citation {
  numbers: string[];
  file: string;
  /** The cited test; absent if the comment is not above a test. */
  title: string | undefined;
}

/** Returns the numbered statements of docs/product.md, in their order. */
export function readStatements(): Statement[] {
  const statements = readFileSync('docs/product.md', 'utf8').matchAll(STATEMENT);
  return [...statements].map(([, number, text]) => ({ number: number!, text: text! }));
}

/** Returns what the comments `// product 2.13, 4.5` above the tests cite. */
export function readCitations(): Citation[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'tests'], {
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((file) => /\.test\.tsx?$/.test(file) && existsSync(file))
    .flatMap((file) => citationsIn(file, readFileSync(file, 'utf8')));
}

export function citationsIn(file: string, source: string): Citation[] {
  return [...source.matchAll(CITATION)].map((match) => {
    const next = source.slice(match.index + match[0].length);
    return {
      numbers: match[1]!.match(/\d+\.\d+/g)!,
      file,
      title: TEST.test(next) ? TITLE.exec(next)?.[2] : undefined,
    };
  });
}
