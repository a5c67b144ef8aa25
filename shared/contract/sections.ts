import { z } from 'zod';
import { secondsSchema, titleSchema, uuidSchema } from './primitives.ts';
import { videoSchema } from './videos.ts';

/** Why a boundary stands where it does. */
export const boundaryReasonSchema = z.enum(['start', 'end', 'sentence', 'pause', 'shot', 'length', 'edited']);
export type BoundaryReason = z.infer<typeof boundaryReasonSchema>;

export const wordSchema = z.object({
  text: z.string(),
  start: secondsSchema,
  end: secondsSchema,
  confidence: z.number().min(0).max(1),
});
export type Word = z.infer<typeof wordSchema>;

/** What plays for a section: the browser-playable proxy and a storyboard of its stills. */
export const previewSchema = z.object({
  videoUrl: z.string(),
  thumbnailUrl: z.string(),
  storyboard: z
    .object({ url: z.string(), columns: z.int(), rows: z.int(), intervalSeconds: z.number() })
    .nullable(),
  /** Length of the proxy, in seconds. */
  duration: secondsSchema,
});

export const sectionSchema = z.object({
  id: uuidSchema,
  /** SPEC's name for the section's id in the generation payload. */
  clipid: uuidSchema,
  projectId: uuidSchema,
  kind: z.enum(['analysed', 'custom']),
  position: z.int().min(0),
  title: z.string(),
  transcription: z.string(),
  videoLink: z.string().nullable(),
  videoURL: z.string().nullable(),
  videoId: z.string(),
  startTime: secondsSchema,
  endTime: secondsSchema,
  /** endTime - startTime, in seconds. */
  duration: secondsSchema,
  /** What this section takes in the film: a narration may extend it. Exact once the narration exists. */
  effectiveDuration: secondsSchema,
  effectiveEstimated: z.boolean(),
  /** True when the film reads this text aloud instead of playing the original sound. */
  narrated: z.boolean(),
  /** An opaque reference for the generation payload; the server never opens it. */
  path: z.string(),
  boundaries: z.object({ start: boundaryReasonSchema, end: boundaryReasonSchema }),
  words: z.array(wordSchema),
  preview: previewSchema.nullable(),
  video: videoSchema,
});
export type Section = z.infer<typeof sectionSchema>;

/** PATCH /api/sections/{id}/update: only what changed. */
export const sectionUpdateSchema = z
  .object({
    transcription: z.string().max(20_000),
    videoURL: z.string().max(500),
    title: titleSchema,
    startTime: secondsSchema,
    endTime: secondsSchema,
  })
  .partial()
  .strict()
  .refine((patch) => Object.keys(patch).length > 0, { message: 'Nothing to change.' });
export type SectionUpdate = z.infer<typeof sectionUpdateSchema>;

/** PATCH /api/projects/{id}/sections/reorder: exactly the project's sections, else 409. */
export const reorderSchema = z.object({ sectionIds: z.array(uuidSchema).min(1).max(1000) });

/** Limits of a section, in milliseconds. */
export const SECTION_MIN_MS = 8_000;
export const SECTION_MAX_MS = 60_000;
/** The shortest range an edit may leave, in milliseconds. */
export const SECTION_TRIM_MIN_MS = 500;
