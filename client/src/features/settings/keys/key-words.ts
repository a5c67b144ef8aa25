import type { ApiKey } from '#contract/api-keys.ts';
import { formatDate, formatTimeOfDay, plural } from '../../../lib/format.ts';

export const isExpired = ({ expiresAt }: ApiKey): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now();

function describeEnd(key: ApiKey): string {
  if (key.expiresAt === null) return 'No expiry';
  const date = formatDate(key.expiresAt);
  if (isExpired(key)) return `Expired ${date}`;
  return key.app ? `Disconnects ${date} unless used` : `Expires ${date}`;
}

/** Describes the use, expiry and spending of a key or an app in one line. */
export function describeKey(key: ApiKey): string {
  const { createdAt, lastUsedAt, creditBudget, creditsSpent, app } = key;
  const spent = creditBudget === null ? creditsSpent : `${creditsSpent} of ${creditBudget}`;
  return [
    `${app ? 'Connected' : 'Created'} ${formatDate(createdAt)}`,
    lastUsedAt === null ? 'Never used' : `Last used ${formatTimeOfDay(lastUsedAt)}`,
    describeEnd(key),
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
