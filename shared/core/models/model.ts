import { languageCodeSchema } from '#contract/primitives.ts';
import { z } from 'zod';

/**
 * A path below its model's folder. Only plain names are allowed, so that it cannot lead out of the folder.
 */
const pathSchema = z
  .string()
  .max(200)
  .regex(/^(?!\.)[\w.-]+(?:\/(?!\.)[\w.-]+)*$/, 'must be a plain path below the model');

const fileSchema = z.strictObject({
  /** The name in the model's folder after unpacking. For an archive, it is a folder. */
  path: pathSchema,
  /** The size of the download; `null` if not pinned yet. */
  bytes: z.int().positive().nullable(),
  /** The SHA-256 of the download in hex; `null` if not pinned yet. */
  sha256: z
    .string()
    .regex(/^[\da-f]{64}$/)
    .nullable(),
  /** The URLs of its download, the best source first. */
  sources: z.array(z.url({ protocol: /^https?$/ })).min(1),
  /** The download is compressed (`gz`), or an archive of the folder `path` (`tar.bz2`). */
  unpack: z.enum(['gz', 'tar.bz2']).optional(),
  /** The maximum number of bytes that it may take once unpacked. Required with `unpack`. */
  unpackedBytes: z.int().positive().optional(),
});
export type ModelFile = z.output<typeof fileSchema>;

export const modelSchema = z.strictObject({
  /** The name of the model on the page. */
  title: z.string().min(1),
  engine: z.enum(['speech-recognition', 'spoken-language', 'speakers', 'translation', 'voice', 'faces']),
  /** The languages that it transcribes, speaks or translates. */
  languages: z.array(languageCodeSchema).min(1),
  revision: z.string().min(1),
  files: z.array(fileSchema).min(1),
  licence: z.strictObject({
    name: z.string().min(1),
    url: z.url(),
    /** The line that the licence requires in the credits of what the model produced. */
    attribution: z.string().optional(),
    /** Whether its restrictions must be accepted before it is used. */
    accept: z.literal(true).optional(),
  }),
});
export type Model = z.output<typeof modelSchema>;

/** Returns the name of a file's download. */
export const downloadName = ({ path, unpack }: ModelFile) => (unpack ? `${path}.${unpack}` : path);
