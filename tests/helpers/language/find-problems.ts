import { parseSync } from 'vite';
import {
  BARE_NAMES,
  COMMENTS,
  LONGEST_COMMENT,
  LONGEST_SENTENCE,
  LONGEST_TITLE,
  NAMES,
  PROSE,
  type Rule,
  TEXTS,
  TITLES,
} from './rules.ts';

interface Passage {
  /** The index in the source. */
  at: number;
  text: string;
}
interface Comment extends Passage {
  end: number;
}

/** Comments for tools, and citations of docs/product.md. */
const DIRECTIVE = /^\s*(?:@ts-|@vite|eslint|oxlint|v8 |\/ *<|product \d|\d+\.\d+(?:,|$))/;
const TITLE =
  /(?:\b(?:describe|it|test|itInFullTier)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,\s*(?:\{[^{}]*\},\s*)?(?:async\s*)?(?:\(|\w+\s*=>)/g;
const DECLARATION = /\b(?:class|const|enum|function\*?|interface|let|type)\s+([A-Za-z_$][\w$]*)/g;
const NAME_WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;
const PRODUCT = /^(?:bin|client|ops|server|shared|standins|worker)\//;

/**
 * Returns what breaks the rules in the comments, test titles, texts and declared names of a source file: one
 * line for each problem.
 */
export function findProblems(path: string, source: string): string[] {
  const comments = commentsOf(path, source);
  const code = withoutComments(source, comments);
  const titles = path.startsWith('tests/') ? find(TITLE, code, 2) : [];
  const lineOf = (at: number) => source.slice(0, at).split('\n').length;
  const report = (items: readonly Passage[], check: (text: string) => string[]) =>
    items.flatMap(({ at, text }) => check(text).map((problem) => `${path}:${lineOf(at)} ${problem}`));
  const commentRules = rulesFor(comments, [...PROSE, ...COMMENTS]);
  const titleRules = rulesFor(titles, [...PROSE, ...TITLES]);
  return [
    ...report(comments, (text) => checkComment(text, commentRules)),
    ...report(titles, (text) => checkTitle(text, titleRules)),
    ...(PRODUCT.test(path) ? TEXTS : []).flatMap((rule) =>
      report(find(new RegExp(rule.pattern, 'g'), code, 0), (text) => broken(text, [rule])),
    ),
    ...report(find(DECLARATION, code, 1), checkName),
  ];
}

/** Returns the comments, one line for each paragraph. Adjacent line comments are one comment. */
function commentsOf(path: string, source: string): Comment[] {
  const comments: Comment[] = [];
  for (const { type, value, start, end } of parseSync(path, source).comments) {
    if (DIRECTIVE.test(value)) continue;
    const last = comments.at(-1);
    if (type === 'Line') {
      const continues = last && source.startsWith('//', last.at);
      if (continues && /^\n[ \t]*$/.test(source.slice(last.end, start))) {
        last.text += ` ${value.trim()}`;
        last.end = end;
      } else comments.push({ at: start, end, text: value.trim() });
      continue;
    }
    const paragraphs = value.replaceAll(/^\*|^\s*\* ?/gm, '').split(/\n(?=\s*(?:@|- |\n))/);
    const text = paragraphs.map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim()).join('\n');
    comments.push({ at: start, end, text });
  }
  return comments;
}

function withoutComments(source: string, comments: readonly Comment[]): string {
  let code = '';
  let from = 0;
  for (const { at, end } of comments) {
    code += source.slice(from, at) + ' '.repeat(end - at);
    from = end;
  }
  return code + source.slice(from);
}

const find = (pattern: RegExp, code: string, group: number): Passage[] =>
  [...code.matchAll(pattern)].map((match) => ({ at: match.index, text: match[group]! }));

/**
 * Returns the rules that at least one of the texts breaks. Testing all texts together is several times
 * faster.
 */
function rulesFor(items: readonly Passage[], rules: readonly Rule[]): Rule[] {
  const all = items.map(({ text }) => text).join('\n');
  return rules.filter(({ pattern }) => new RegExp(pattern, 'm').test(all));
}

function checkComment(text: string, rules: readonly Rule[]): string[] {
  const paragraphs = text.split('\n');
  const { length } = paragraphs.filter((paragraph) => !paragraph.startsWith('@')).join(' ');
  const sentences = paragraphs.flatMap((paragraph) => paragraph.split(/(?<=[.:;]) /));
  const words = Math.max(0, ...sentences.map((sentence) => sentence.split(' ').length));
  return [
    ...paragraphs.flatMap((paragraph) => broken(paragraph, rules)),
    ...(length > LONGEST_COMMENT ? [`a comment of ${length} characters`] : []),
    ...(words > LONGEST_SENTENCE ? [`a sentence of ${words} words`] : []),
  ];
}

const checkTitle = (text: string, rules: readonly Rule[]): string[] => [
  ...broken(text, rules),
  ...(text.length > LONGEST_TITLE ? [`a title of ${text.length} characters`] : []),
];

/** Checks a name and its words. */
function checkName(name: string): string[] {
  const problems = broken(name, BARE_NAMES);
  const words = (name.match(NAME_WORD) ?? []).map((word) => word.toLowerCase());
  if (words.length < 2 || problems.length > 0) return problems;
  return words.flatMap((word) => broken(word, NAMES)).map((problem) => `${problem} in ${name}`);
}

function broken(text: string, rules: readonly Rule[]): string[] {
  return rules.flatMap(({ pattern, instead }) => {
    const match = pattern.exec(text);
    return match ? [`"${match[0]}": ${instead}`] : [];
  });
}
