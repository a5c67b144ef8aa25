import { z } from 'zod';
import { aspectSchema, genderSchema, languageCodeSchema, qualitySchema, uuidSchema } from '../primitives.ts';
import { excerptSchema, unusualSchema } from '../section-length.ts';
import { fitSchema } from '../sections.ts';
import { defineJob, ms } from './job.ts';

/** A spoken text with its times. */
export const spokenSchema = z.object({ text: z.string(), startMs: ms, endMs: ms });
export type Spoken = z.infer<typeof spokenSchema>;

const keys = { sha256: z.string(), fetchKey: z.string() };
/** What a section shows; a card shows its title. Keys are artifact keys. */
export const mediaSnapshotSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('video'), ...keys, scanKey: z.string(), videoId: z.string() }),
  z.object({ kind: z.literal('image'), ...keys }),
  z.object({ kind: z.literal('card') }),
]);
export type MediaSnapshot = z.infer<typeof mediaSnapshotSchema>;

/** One section of runs.input, frozen when the run started. */
export const sectionSnapshotSchema = z.object({
  sectionId: uuidSchema,
  title: z.string(),
  /** The text to speak; null plays the original sound. */
  narration: z
    .object({
      text: z.string(),
      language: languageCodeSchema,
      gender: genderSchema,
      /** The language from which the text is translated first; null reads it as written. */
      translateFrom: z.string().nullable(),
    })
    .nullable(),
  /** Silences the section's own sound. A worker of an earlier version ignores this. */
  muted: z.boolean().default(false),
  media: mediaSnapshotSchema,
  ...excerptSchema.shape,
  /** The text as spoken in the original sound, for subtitles; times in ms from the section's start. */
  words: spokenSchema.array(),
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
  aspect: aspectSchema,
  burnSubtitles: z.boolean(),
  title: z.string(),
  sections: z.array(sectionSnapshotSchema),
});
export type GenerationInput = z.infer<typeof generationInputSchema>;

const indexInput = z.object({ index: z.int().min(0) }).strict();

/** A machine translation of a section's text into the film's language. */
export const translateSection = defineJob({
  name: 'translate-section',
  queue: 'narrate',
  version: 1,
  input: indexInput,
  result: z.object({ text: z.string() }),
  tries: 3,
  stage: 'Translating',
});

export const narrationSchema = z.object({
  durationMs: ms,
  /** The voice's speed relative to its normal pace, 1 to 1.1. */
  speed: z.number(),
  /** The text's sentences with the times at which they are spoken. */
  sentences: z.array(spokenSchema),
});
export type Narration = z.infer<typeof narrationSchema>;

/** File: narration.wav (48 kHz, loudness-normalised). */
export const narrateSection = defineJob({
  name: 'narrate-section',
  queue: 'narrate',
  version: 2,
  input: indexInput,
  result: narrationSchema,
  tries: 3,
  stage: 'Recording narration',
});

export const renderedSectionSchema = z.object({
  frames: z.int().positive(),
  samples: z.int().positive(),
  /** How the section was made as long as its narration. */
  fit: fitSchema,
  /** Its spoken text; times in ms from its start in the film. */
  spoken: spokenSchema.array(),
});

/** File: section.mov (H.264 and PCM at 48 kHz, exactly `frames` and `samples` long). */
export const renderSection = defineJob({
  name: 'render-section',
  queue: 'render',
  version: 5,
  // Repeats a section's unusual properties, so that a worker of a version without them leaves the step alone.
  input: indexInput.extend({
    muted: z.literal(true).optional(),
    ...unusualSchema.shape,
  }),
  result: renderedSectionSchema,
  tries: 3,
  stage: 'Rendering sections',
});

export const filmResultSchema = z.object({
  durationMs: ms,
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  /** The voice of its narrations; null without any, or with several voices. */
  gender: genderSchema.nullable(),
  /** The number of its subtitles; without any there are no subtitle files. */
  subtitles: z.int(),
  sections: z.array(
    z.object({ sectionId: uuidSchema, title: z.string(), startMs: ms, effectiveMs: ms, fit: fitSchema }),
  ),
});
export type FilmResult = z.infer<typeof filmResultSchema>;

/** Files: film.mp4 (H.264, AAC, faststart, chapters, soft subtitles); with subtitles also film.vtt and film.srt. */
export const joinFilm = defineJob({
  name: 'join-film',
  queue: 'render',
  version: 3,
  input: z.object({}).strict(),
  result: filmResultSchema,
  tries: 3,
  stage: 'Joining the film',
});
