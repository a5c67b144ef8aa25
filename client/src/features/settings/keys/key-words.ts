import type { ApiKey, Scope } from '#contract/api-keys.ts';
import { formatDate, formatTimeOfDay, plural } from '../../../lib/format.ts';

/** The scopes with their names and effects, in the order of the dialog. */
export const SCOPE_WORDS: readonly { scope: Scope; label: string; note: string }[] = [
  { scope: 'read', label: 'Read', note: 'See projects, films, footage and progress. Search videos.' },
  { scope: 'edit', label: 'Edit', note: 'Change projects and sections. Upload and share.' },
  { scope: 'generate', label: 'Generate', note: 'Process videos and generate films. Spends credits.' },
];

export const scopeName = (scope: Scope): string =>
  SCOPE_WORDS.find((words) => words.scope === scope)?.label ?? scope;

export const isExpired = ({ expiresAt }: ApiKey): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now();

/** Describes the use, expiry and spending of a key in one line. */
export function describeKey(key: ApiKey): string {
  const { createdAt, lastUsedAt, expiresAt, creditBudget, creditsSpent } = key;
  const spent = creditBudget === null ? creditsSpent : `${creditsSpent} of ${creditBudget}`;
  return [
    `Created ${formatDate(createdAt)}`,
    lastUsedAt === null ? 'Never used' : `Last used ${formatTimeOfDay(lastUsedAt)}`,
    expiresAt === null ? 'No expiry' : `${isExpired(key) ? 'Expired' : 'Expires'} ${formatDate(expiresAt)}`,
    ...(key.scopes.includes('generate')
      ? [`${spent} ${plural(creditBudget ?? creditsSpent, 'credit')} spent`]
      : []),
  ].join(' · ');
}

/** When a new key expires. */
export const KEY_ENDS = [
  { value: '7', label: 'In 1 week' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 1 year' },
  { value: 'never', label: 'Never' },
] as const;
export type KeyEnd = (typeof KEY_ENDS)[number]['value'];
