import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findProblems } from '../../helpers/language/find-problems.ts';

/** This file, whose examples break the rules. */
const EXAMPLES = 'tests/unit/project/language.test.ts';

const problemsIn = (source: string, path = 'server/a.ts') =>
  findProblems(path, source).map((problem) => problem.slice(problem.indexOf(' ') + 1));

describe('language of the sources', () => {
  it('follows the rules in every file', () => {
    const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
      .split('\0')
      .filter((path) => /(?<!\.generated|\.generated\.d)\.(?:tsx?|mjs)$/.test(path) && path !== EXAMPLES);
    expect(files.length).toBeGreaterThan(1000);
    expect(files.flatMap((path) => findProblems(path, readFileSync(path, 'utf8')))).toEqual([]);
  });

  it.each([
    ['// The file is read anew.', '"anew": again'],
    ['/** Returns the film, or\n * `null` if there is none. */', '"is none": name what is missing'],
    ['/** Null where nothing plays. */', '"Null": `null` if …'],
    ['/** Raise it if the output changes. */', '"Raise it": name the constant, then when to increase it'],
    ['/** The most files of a folder. */', '"The most files": the maximum number of'],
    ['/** The least width of a card. */', '"The least ": the minimum'],
    ['/**\n * A title; null\n * while it loads.\n */', '"null while": `null` if …'],
    ['// First line,\n// which goes\n// on here.', '"goes on": continue, resume'],
    ['const a = 1; // What the user is told.', '"told": report, notify, contain, distinguish'],
    ['const view = <p>{/* The words heard here. */}</p>;', '"heard": transcribe, audible, play'],
    [`/** ${'Long. '.repeat(80)}*/`, 'a comment of 479 characters'],
    [`// ${'word '.repeat(50)}`, 'a sentence of 50 words'],
  ])('reports the comment in %j', (source, problem) => {
    expect(problemsIn(source, 'server/a.tsx')).toEqual([problem]);
  });

  it.each([
    ["it('is told of the end', () => {});", '"told": report, notify, contain, distinguish'],
    ["it.each([\n  1,\n])('says %s', async (one) => {});", '"says": reports, shows, explains, contains'],
    [
      "describe('the film', () => {\n  it(\n    `ends at once`,\n    () => {});\n});",
      '"at once": concurrently, immediately',
    ],
    ["it('plays a film by keys', () => {});", '"by keys": by keyboard'],
    ["it('has none in the film', () => {});", '"has none": name the noun'],
    [`itInFullTier('${'a'.repeat(120)}', async () => {});`, 'a title of 120 characters'],
  ])('reports the title in %j', (source, problem) => {
    expect(problemsIn(source, 'tests/unit/a.test.ts')).toEqual([problem]);
  });

  it.each([
    ["throw new Error('The version could not be gone back to.');", '"gone back": restore'],
    ['const view = <p>Nobody can see it.</p>;', '"Nobody can": no one'],
    ['type TransitionWish = string;', '"wish": request, options, target in TransitionWish'],
    ['const KEPT_MS = 1;', '"kept": stored, cached, retained in KEPT_MS'],
    ['function tellOwner() {}', '"tell": report, notify in tellOwner'],
    ['const found = read();', '"found": a noun for the value'],
    ['interface Wanted {}', '"Wanted": a noun for the value'],
    ['const MOST_FILES = 1;', '"MOST_": MIN, MAX'],
  ])('reports the text or name in %j', (source, problem) => {
    expect(problemsIn(source, 'client/src/a.tsx')).toEqual([problem]);
  });

  it.each([
    '/** Returns the film; `null` if the project has none yet. */',
    '// Runs as the user `nobody`.',
    '// @ts-expect-error told anew',
    "const text = 'https://example.com/told // anew';",
    '/** @param heard the words in order */',
    "const { kept } = film;\nit('plays the film', () => {});",
  ])('accepts %j', (source) => {
    expect(problemsIn(source, 'tests/unit/a.test.ts')).toEqual([]);
  });

  it('names the file and the line', () => {
    expect(findProblems('server/a.ts', 'const a = 1;\n\n// Again and anew.\n')).toEqual([
      'server/a.ts:3 "anew": again',
    ]);
  });
});
