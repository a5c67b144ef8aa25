import { z } from 'zod';
import { MAX_LINK } from './limits.ts';
import { languageCodeSchema, STORABLE, timestampSchema, uuidSchema } from './primitives.ts';
import { runSchema } from './runs.ts';

/** The events that a webhook can receive, each with the schema of its data. */
export const WEBHOOK_DATA = {
  /** A run of any kind completed, failed or was cancelled. */
  'run.ended': z.object({ run: runSchema }),
  /** A new film can be downloaded. */
  'film.ready': z.object({
    projectId: uuidSchema,
    projectTitle: z.string(),
    language: languageCodeSchema.nullable(),
    runId: uuidSchema,
  }),
  /** The balance fell below `LOW_CREDITS`. */
  'credits.low': z.object({ totalCredits: z.int().min(0) }),
} as const;
export type WebhookEvent = keyof typeof WEBHOOK_DATA;
export type WebhookData<E extends WebhookEvent> = z.infer<(typeof WEBHOOK_DATA)[E]>;
export const WEBHOOK_EVENTS = Object.keys(WEBHOOK_DATA) as [WebhookEvent, ...WebhookEvent[]];

/** The event of the button 'Send Test Event'. Every webhook receives it. */
export const TEST_EVENT = 'webhook.test';

/** The maximum number of webhooks of an account. */
export const MAX_WEBHOOKS = 5;
/** How many of the newest deliveries are listed. */
export const LISTED_DELIVERIES = 50;
/** How long a replaced secret continues to sign, in hours. */
export const OLD_SECRET_HOURS = 24;

const eventsSchema = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1, 'Choose at least one event.')
  .refine((events) => new Set(events).size === events.length, 'Name each event once.');

const urlSchema = z
  .string()
  .trim()
  .min(1, 'Enter an address.')
  .max(MAX_LINK, `An address can have up to ${MAX_LINK} characters.`)
  .regex(STORABLE, { error: 'The address contains invalid characters.' });

/** Who disabled a webhook: its owner, five days of failures, or its receiver with the status 410. */
export const DISABLED_REASONS = ['owner', 'failing', 'gone'] as const;

/** A webhook without its secret. */
export const webhookSchema = z.object({
  id: uuidSchema,
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  createdAt: timestampSchema,
  /** `null` while it is enabled. */
  disabled: z.object({ at: timestampSchema, reason: z.enum(DISABLED_REASONS) }).nullable(),
  /** When the first attempt since the last success failed; `null` if the last attempt succeeded. */
  failingSince: timestampSchema.nullable(),
  /** Until when the previous secret signs too; `null` if it does not. */
  oldSecretUntil: timestampSchema.nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** POST /api/user/webhooks */
export const newWebhookSchema = z.object({ url: urlSchema, events: eventsSchema }).strict();
export type NewWebhook = z.output<typeof newWebhookSchema>;

/** PATCH /api/user/webhooks/{id} */
export const webhookChangesSchema = z
  .object({ url: urlSchema, events: eventsSchema, enabled: z.boolean() })
  .partial()
  .strict()
  .refine((changes) => Object.keys(changes).length > 0, 'Name at least one change.');
export type WebhookChanges = z.output<typeof webhookChangesSchema>;

/** The only responses that contain the secret. */
export const webhookSecretSchema = webhookSchema.extend({ secret: z.string() });
export type WebhookSecret = z.infer<typeof webhookSecretSchema>;

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

/** One event for one webhook. */
export const webhookDeliverySchema = z.object({
  id: uuidSchema,
  /** The header `webhook-id`, the same in every attempt. */
  eventId: z.string(),
  type: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]),
  /** `pending` until an attempt succeeds or the last one fails. */
  state: z.enum(DELIVERY_STATES),
  attempts: z.int().min(0),
  createdAt: timestampSchema,
  /** `null` before the first attempt. */
  lastAttemptAt: timestampSchema.nullable(),
  /** `null` unless it is pending. */
  nextAttemptAt: timestampSchema.nullable(),
  /** The HTTP status of the last response; `null` without a response. */
  responseStatus: z.int().nullable(),
  /** Why the last attempt failed, in a sentence; `null` if it succeeded or was not made yet. */
  error: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;
