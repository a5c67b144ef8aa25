import { z } from 'zod';
import { timestampSchema, uuidSchema } from './primitives.ts';

/** The longest e-mail address. */
export const EMAIL_LENGTH = 254;

/** POST /api/sign-in/email */
export const requestLinkSchema = z.object({
  email: z
    .string()
    .max(EMAIL_LENGTH)
    .trim()
    .pipe(z.email({ error: 'Enter an email address, such as ada@example.com.' })),
});

/** POST /api/sign-in/email/confirm: the token after the # of the link. */
export const confirmLinkSchema = z.object({ token: z.string().regex(/^[\w-]{43}$/) });

/** The reason why a person may not sign in; part of the URL of the page that explains it. */
export const REFUSAL_REASONS = ['closed', 'invited', 'domains', 'unverified', 'suspended'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** A way in which a user signs in. */
export const identitySchema = z.object({
  id: uuidSchema,
  /** The provider's name, such as "Google"; "Email" for emailed links. */
  provider: z.string(),
  email: z.string().nullable(),
  createdAt: timestampSchema,
});
export type Identity = z.infer<typeof identitySchema>;

/** The OpenID providers that an installation may have. A provider's page is /auth/ and its ID. */
export const providerIdSchema = z.enum(['google', 'oidc', 'oidc2', 'oidc3']);
export type ProviderId = z.infer<typeof providerIdSchema>;

/** POST /api/user/identities: the provider to add. */
export const addIdentitySchema = z.object({ provider: providerIdSchema });
/** The provider's page, where the browser goes. */
export const identityPageSchema = z.object({ url: z.url() });
