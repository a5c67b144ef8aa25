import { z } from 'zod';
import { languageCodeSchema } from './primitives.ts';

/** A download of models. An installation has one at a time. */
export const modelDownloadSchema = z.object({
  /** The ids of its models. */
  models: z.array(z.string()),
  state: z.enum(['downloading', 'paused', 'failed']),
  receivedBytes: z.int(),
  /** The total of the sizes that are known. */
  totalBytes: z.int(),
  /** `null` while nothing arrives, or if another node downloads. */
  bytesPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  /** The reason why the download failed, in a sentence. */
  message: z.string().nullable(),
});
export type ModelDownload = z.infer<typeof modelDownloadSchema>;

/** GET /api/models: the weights that the engines of this machine can use. */
export const modelsSchema = z.object({
  /** Whether the page may download them: in local mode, unless MODELS is off. */
  offered: z.boolean(),
  models: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      engine: z.enum(['speech-recognition', 'spoken-language', 'speakers', 'translation', 'voice', 'faces']),
      installed: z.boolean(),
      /** The size of its downloads; a lower bound if a size is not known. */
      bytes: z.int(),
      /** `false` if a file has no known SHA-256. */
      pinned: z.boolean(),
      licence: z.object({
        name: z.string(),
        url: z.string(),
        attribution: z.string().optional(),
        accept: z.literal(true).optional(),
      }),
    }),
  ),
  /** The models that each language needs, by ID, and models that extend all languages. */
  sets: z.array(z.object({ language: languageCodeSchema, models: z.array(z.string()) })),
  extras: z.array(z.string()),
  download: modelDownloadSchema.nullable(),
});
export type Models = z.infer<typeof modelsSchema>;

export const downloadModelsSchema = z.object({
  models: z.array(z.string().max(50)).min(1).max(50),
  /** Whether the licences that require it were accepted. */
  accept: z.boolean().default(false),
});

export const changeDownloadSchema = z.object({ action: z.enum(['pause', 'resume', 'cancel']) });
