import { z } from 'zod';
import { genderSchema, languageCodeSchema, qualitySchema, uuidSchema } from '../primitives.ts';
import { defineJob, ms } from './job.ts';

/** One section of runs.input, frozen when the run began. */
export const sectionSnapshotSchema = z.object({
  sectionId: uuidSchema,
  title: z.string(),
  /** Spoken text; null plays the original sound. */
  narration: z.object({ text: z.string(), language: languageCodeSchema, gender: genderSchema }).nullable(),
  /** The source's artifact keys; null for a title card. */
  media: z.object({ sha256: z.string(), fetchKey: z.string(), scanKey: z.string() }),
  startMs: ms,
  endMs: ms,
});
export type SectionSnapshot = z.infer<typeof sectionSnapshotSchema>;

/** runs.input of a generation. */
export const generationInputSchema = z.object({
  language: languageCodeSchema,
  quality: qualitySchema,
  width: z.int(),
  height: z.int(),
  /** Frames per second of the film. */
  frameRate: z.int(),
  title: z.string(),
  sections: z.array(sectionSnapshotSchema),
});
export type GenerationInput = z.infer<typeof generationInputSchema>;

const indexInput = z.object({ index: z.int().min(0) }).strict();

export const narrationSchema = z.object({ durationMs: ms });

/** File: narration.wav (48 kHz, loudness-normalised). */
export const narrateSection = defineJob({
  name: 'narrate-section',
  queue: 'narrate',
  version: 1,
  input: indexInput,
  result: narrationSchema,
  tries: 3,
  stage: 'Recording narration',
});

export const renderedSectionSchema = z.object({ frames: z.int().positive(), samples: z.int().positive() });

/** File: section.mov (H.264 and PCM at 48 kHz, exactly `frames` and `samples` long). */
export const renderSection = defineJob({
  name: 'render-section',
  queue: 'render',
  version: 2,
  input: indexInput,
  result: renderedSectionSchema,
  tries: 3,
  stage: 'Rendering sections',
});

export const filmResultSchema = z.object({
  durationMs: ms,
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  sections: z.array(z.object({ sectionId: uuidSchema, title: z.string(), startMs: ms, effectiveMs: ms })),
});
export type FilmResult = z.infer<typeof filmResultSchema>;

/** File: film.mp4 (H.264, AAC, faststart, chapters). */
export const joinFilm = defineJob({
  name: 'join-film',
  queue: 'render',
  version: 1,
  input: z.object({}).strict(),
  result: filmResultSchema,
  tries: 3,
  stage: 'Joining the film',
});
