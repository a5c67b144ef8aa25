import type { AppConfig } from '#contract/app-config.ts';
import { entries } from './variables.ts';

/** How a need is met by default, and the variables that change that: a row of the table in docs/operators.md. */
export interface Need {
  need: string;
  now: string;
  /** Each alternative meets the need by itself. One with a second variable needs both. */
  alternatives: { names: string[]; value: string | undefined }[];
  /** Shown instead of the names of the variables. */
  set: string | undefined;
}

/** Returns the needs that variables name, in the order of the table. */
export function listNeeds(): Need[] {
  const needs = new Map<string, Need>();
  for (const [name, { replaces = [] }] of entries) {
    for (const { need, now = '', with: other, value, set } of [replaces].flat()) {
      const row = needs.get(need) ?? { need, now: '', alternatives: [], set };
      needs.set(need, {
        ...row,
        now: row.now || now,
        alternatives: [...row.alternatives, { names: other ? [name, other] : [name], value }],
      });
    }
  }
  return [...needs.values()];
}

/** Names the variables, e.g. "LIBRETRANSLATE_URL, or CHAT_URL and CHAT_MODEL". */
export function settingOf({ alternatives, set }: Need, show = (variable: string) => variable): string {
  if (set !== undefined) return set;
  const each = alternatives.map(({ names, value }) =>
    names.map((name) => show(value === undefined ? name : `${name}=${value}`)).join(' and '),
  );
  return each.join(alternatives.some(({ names }) => names.length > 1) ? ', or ' : ' or ');
}

/**
 * Returns the rows that `npm start` prints: a need, what meets it now, and what to set.
 * @param config the response of /api/config
 */
export function startRows(
  env: Record<string, string | undefined>,
  config: Pick<AppConfig, 'engines' | 'links' | 'sources'>,
): string[][] {
  return listNeeds().map((need) => [need.need, nowOf(need, env, config), settingOf(need)]);
}

const ENGINES: Record<string, keyof AppConfig['engines']> = {
  'Speech to text': 'transcriber',
  Voice: 'voice',
  Translation: 'translator',
  Titles: 'titles',
};
const NO_ENGINE: Partial<Record<string, string>> = {
  transcriber: 'nothing: no transcripts',
  voice: 'nothing: no narration',
};

function nowOf(
  { need, now, alternatives }: Need,
  env: Record<string, string | undefined>,
  { engines, links, sources }: Pick<AppConfig, 'engines' | 'links' | 'sources'>,
): string {
  const engine = ENGINES[need];
  // A variable alone is not enough: its program or model may be missing.
  if (engine) {
    const [id = ''] = engines[engine].split('@');
    if (id === 'none') return NO_ENGINE[engine] ?? now;
    return `${now} `.startsWith(`${id} `) ? now : id;
  }
  if (need === 'Pages of links' && links.pages !== null) {
    const runtime =
      links.runtime === null ? 'no JavaScript runtime: little of YouTube' : `scripts by ${links.runtime}`;
    return `yt-dlp ${links.pages}, ${runtime}`;
  }
  if (need === 'Video search') return searchedNow(sources);
  const isSet =
    need !== 'Pages of links' &&
    alternatives.some(({ names, value }) =>
      names.every((name) => env[name] && (value === undefined || env[name] === value)),
    );
  return isSet ? 'the real one' : now;
}

/** Names the searchable sites, and which of them are stand-ins. */
function searchedNow(sources: AppConfig['sources']): string {
  const names = (standIn: boolean) =>
    sources
      .filter((source) => source.id !== 'manual' && source.available && source.standIn === standIn)
      .map(({ name }) => name)
      .join(', ');
  const [real, standIns] = [names(false), names(true)];
  return [real, standIns && `stand-ins of ${standIns}`].filter(Boolean).join('; ') || 'nothing';
}
