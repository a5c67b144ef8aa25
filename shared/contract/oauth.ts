import { z } from 'zod';
import { apiKeySchema, keyBudgetSchema, SCOPES, scopesSchema } from './api-keys.ts';

const parameter = z.string().max(4000);

/** What an app requests of a user, by the parameters of its URL (RFC 6749, 7636 and 8707). */
export const authorizationQuery = z.object({
  clientId: parameter,
  redirectUri: parameter,
  responseType: parameter.optional(),
  codeChallenge: parameter.optional(),
  codeChallengeMethod: parameter.optional(),
  scope: parameter.optional(),
  state: parameter.optional(),
  resource: parameter.optional(),
});
export type AuthorizationQuery = z.output<typeof authorizationQuery>;

/** GET /api/oauth/authorization */
export const authorizationSchema = z.object({
  /** The name that the app gave itself. */
  name: z.string(),
  site: apiKeySchema.shape.app.unwrap().shape.site,
  scopes: z.array(z.enum(SCOPES)),
});
export type Authorization = z.infer<typeof authorizationSchema>;

/** POST /api/oauth/authorization */
export const authorizationDecisionSchema = authorizationQuery.extend({
  /** What the user allows; `null` if the user denies the request. */
  allowed: z.object({ scopes: scopesSchema, creditBudget: keyBudgetSchema }).strict().nullable(),
});
export type AuthorizationDecision = z.output<typeof authorizationDecisionSchema>;

export const authorizationDecidedSchema = z.object({
  /** Where the browser continues: at the app, with its code or its refusal. */
  url: z.url(),
});
