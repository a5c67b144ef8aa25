import { z } from 'zod';
import { timestampSchema } from './primitives.ts';

/** A mail of GET /api/outbox. */
export const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: timestampSchema,
  /** `null` while it waits, and if sending failed. */
  sentAt: timestampSchema.nullable(),
});
export type Mail = z.infer<typeof mailSchema>;
