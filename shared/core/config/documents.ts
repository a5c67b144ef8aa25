import { listNeeds, settingOf } from './needs.ts';
import type { Variable } from './variable.ts';
import { SECTIONS } from './variables.ts';

const WIDTH = 118;
const HEAD = [
  'Made of shared/core/config/variables by `npm run config:docs`; a test compares.',
  'Copy to .env and fill in what you want to change. An empty value counts as not set.',
  "The process's own environment wins over this file, except in containers: docker-compose.yml takes .env alone.",
];

/** The text of .env.example. */
export function exampleFile(): string {
  const sections = SECTIONS.map(
    ([title, variables]) =>
      `# --- ${title} ---\n\n${Object.entries(variables as Record<string, Variable<unknown>>)
        .map(([name, entry]) => `${comment(sentencesOf(entry))}\n${name}=\n`)
        .join('')}`,
  );
  return `${HEAD.map(comment).join('\n')}\n\n${sections.join('\n')}`;
}

function sentencesOf({ help, unset, fallback, unit }: Variable<unknown>): string {
  if (unset !== undefined) return `${help} Not set: ${unset}`;
  if (fallback === undefined) return help;
  const big = unit === 'bytes' && fallback !== 0 ? ` (${inGigabytes(Number(fallback))})` : '';
  return `${help} Not set: ${fallback}${unit ? ` ${unit}` : ''}${big}`;
}

const inGigabytes = (bytes: number) =>
  bytes < 2 ** 30 ? `${bytes / 2 ** 20} MiB` : `${bytes / 2 ** 30} GiB`;

/** Wraps a comment between words. */
function comment(text: string): string {
  const lines = ['#'];
  for (const word of text.split(' ')) {
    if (`${lines.at(-1)} ${word}`.length > WIDTH) lines.push('#');
    lines.push(`${lines.pop()} ${word}`);
  }
  return lines.join('\n');
}

/** The document with the table of settings. */
export const GUIDE = 'docs/operators.md';
const BEGIN = '<!-- Made by `npm run config:docs`. -->';
const END = '<!-- End of what is made. -->';

/** Returns the guide with its table of settings replaced. @throws Error if a marker is missing */
export function withNeedsTable(guide: string): string {
  const begin = guide.indexOf(BEGIN);
  const end = guide.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${GUIDE} lacks its markers: ${BEGIN} and ${END}`);
  return `${guide.slice(0, begin + BEGIN.length)}\n\n${needsTable()}\n\n${guide.slice(end)}`;
}

function needsTable(): string {
  const rows = [
    ['need', 'without configuration', 'set'],
    ...listNeeds().map((need) => [need.need, need.now, settingOf(need, (variable) => `\`${variable}\``)]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}
