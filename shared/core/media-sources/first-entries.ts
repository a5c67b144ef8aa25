import { z } from 'zod';

/**
 * Returns the schema of a source's list: its first `most` entries, `null` for each unreadable one. The others are not
 * checked, since a response may have millions.
 */
export const firstEntries = <T extends z.ZodType>(entry: T, most: number) =>
  z
    .custom<unknown[]>(Array.isArray)
    .transform((list) => list.slice(0, most))
    .pipe(z.array(entry.nullable().catch(null)));
