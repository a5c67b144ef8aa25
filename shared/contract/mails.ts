import { z } from 'zod';
import { timestampSchema } from './primitives.ts';

/** One mail of GET /api/outbox. */
export const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: timestampSchema,
  /** Null while it waits to be sent, or could not be. */
  sentAt: timestampSchema.nullable(),
});
export type Mail = z.infer<typeof mailSchema>;
