import { z } from 'zod';
import { MAX_CREDIT_BUDGET, MAX_KEY_NAME } from './limits.ts';
import { STORABLE, timestampSchema, uuidSchema } from './primitives.ts';

/** The scopes of API keys. None includes another. */
export const SCOPES = ['read', 'edit', 'generate'] as const;
export type Scope = (typeof SCOPES)[number];

/** The maximum number of keys of an account, including expired ones. */
export const MAX_API_KEYS = 20;
/** The maximum number of connected apps of an account. */
export const MAX_APPS = 20;

export const scopesSchema = z
  .array(z.enum(SCOPES))
  .min(1, 'Choose at least one scope.')
  .refine((scopes) => new Set(scopes).size === scopes.length, 'Name each scope once.');

/** The number of credits that a new key may spend; `null` without a budget. */
export const keyBudgetSchema = z.int().min(1).max(MAX_CREDIT_BUDGET).nullable().default(null);

/** An API key without its secret. A connected app has one too, which it renews by itself. */
export const apiKeySchema = z.object({
  id: uuidSchema,
  name: z.string(),
  /** The first characters of the key, by which its owner recognises it. */
  prefix: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** The number of credits that the key's runs may spend; `null` without a budget. */
  creditBudget: z.int().nullable(),
  /** The number of credits that the key's runs have spent or reserved. A failed run returns its credit. */
  creditsSpent: z.int().min(0),
  createdAt: timestampSchema,
  /** `null` if it never expires. For an app, when it is disconnected unless it is used. */
  expiresAt: timestampSchema.nullable(),
  /** To the minute; `null` if it was never used. */
  lastUsedAt: timestampSchema.nullable(),
  /** The app that has the key; `null` for a key that its owner created. */
  app: z
    .object({
      /** The host at which the app was allowed; `null` for a program on the user's computer. */
      site: z.string().nullable(),
    })
    .nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

/** POST /api/user/api-keys */
export const newApiKeySchema = z
  .object({
    name: z
      .string()
      .trim()
      .min(1, 'Enter a name.')
      .max(MAX_KEY_NAME, `A name can have up to ${MAX_KEY_NAME} characters.`)
      .regex(STORABLE, { error: 'The name contains invalid characters.' }),
    scopes: scopesSchema,
    creditBudget: keyBudgetSchema,
    expiresAt: timestampSchema.nullable().default(null),
  })
  .strict();
export type NewApiKey = z.output<typeof newApiKeySchema>;

/** GET /api/user/usage */
export const usageSchema = z.object({
  /** The credits that are left of the account. */
  totalCredits: z.int().min(0),
  /** The API key of the call; `null` in a browser. */
  key: apiKeySchema.nullable(),
});
export type Usage = z.infer<typeof usageSchema>;

/** The only response that contains the key itself. */
export const createdApiKeySchema = apiKeySchema.extend({ key: z.string() });
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>;
