import { LOW_CREDITS } from '#contract/credits.ts';
import type { Webhook, WebhookDelivery, WebhookEvent } from '#contract/webhooks.ts';
import type { Badge } from '../../../components/ui/display/Badge.tsx';
import { formatDate, formatTimeOfDay, plural } from '../../../lib/format.ts';

type Tone = NonNullable<Parameters<typeof Badge>[0]['tone']>;

/** The events with their names and meanings, in the order of the dialog. */
export const EVENT_WORDS: readonly { event: WebhookEvent; label: string; note: string }[] = [
  {
    event: 'run.ended',
    label: 'Run ended',
    note: 'Processing, a film or another run completed, failed or was cancelled.',
  },
  { event: 'film.ready', label: 'Film ready', note: 'A new film can be downloaded.' },
  { event: 'credits.low', label: 'Credits low', note: `Fewer than ${LOW_CREDITS} credits are left.` },
];

export const eventName = (type: WebhookDelivery['type']): string =>
  EVENT_WORDS.find(({ event }) => event === type)?.label ?? 'Test event';

const REASONS: Record<NonNullable<Webhook['disabled']>['reason'], string> = {
  owner: 'Disabled',
  failing: 'Disabled after five days of failures, on',
  gone: 'Disabled because the receiver responded with the status 410, on',
};

/** Describes the state of a webhook in one line. */
export function describeWebhook({ createdAt, disabled, failingSince, oldSecretUntil }: Webhook): string {
  return [
    `Created ${formatDate(createdAt)}`,
    ...(disabled ? [`${REASONS[disabled.reason]} ${formatDate(disabled.at)}`] : []),
    ...(failingSince && !disabled ? [`Failing since ${formatTimeOfDay(failingSince)}`] : []),
    ...(oldSecretUntil ? [`The old secret works until ${formatTimeOfDay(oldSecretUntil)}`] : []),
  ].join(' · ');
}

/** Describes the attempts of a delivery in one line. */
export function describeDelivery(delivery: WebhookDelivery): string {
  const { createdAt, attempts, nextAttemptAt } = delivery;
  return [
    formatTimeOfDay(createdAt),
    attempts === 0 ? 'Not sent yet' : `${attempts} ${plural(attempts, 'attempt')}`,
    ...(nextAttemptAt && attempts > 0 ? [`Next attempt ${formatTimeOfDay(nextAttemptAt)}`] : []),
  ].join(' · ');
}

/** The name and colour of each state of a delivery. */
export const DELIVERY_STATES: Record<WebhookDelivery['state'], { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'neutral' },
  delivered: { label: 'Delivered', tone: 'ok' },
  failed: { label: 'Failed', tone: 'warn' },
};

/** The dialog that shows a secret once. */
export const SECRET_WORDS = {
  title: 'Copy Your Webhook Secret',
  lead: 'Your receiver verifies requests with this secret. It is shown only once. Store it like a password.',
};
export const SECRET_KIND = 'Webhook secret';
