import { z } from 'zod';
import { aspectSchema, genderSchema, languageCodeSchema, qualitySchema, uuidSchema } from '../primitives.ts';
import { barsSchema } from '../bars.ts';
import { captionLookSchema } from '../caption-look.ts';
import { creditPagesSchema, creditsChoiceSchema } from '../film-credits.ts';
import { placementSchema } from '../framing.ts';
import { lowerThirdSchema } from '../lower-third.ts';
import { musicSettingsSchema } from '../music.ts';
import { sectionEdgesSchema } from '../section-edges.ts';
import { excerptSchema, timeBudgetSchema, unusualSchema } from '../section-length.ts';
import {
  captionsSchema,
  framingSchema,
  transitionSchema,
  transitionSecondsSchema,
} from '../section-settings.ts';
import { fitSchema } from '../sections.ts';
import { defineJob, ms } from './job.ts';
import { titleToTranslateSchema } from './titles.ts';

/** A spoken text with its times. */
export const spokenSchema = z.object({ text: z.string(), startMs: ms, endMs: ms });
export type Spoken = z.infer<typeof spokenSchema>;

const keys = { sha256: z.string(), fetchKey: z.string() };
/** What a section shows; a card shows its title. Keys are artifact keys. */
export const mediaSnapshotSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('video'), ...keys, scanKey: z.string(), videoId: z.string() }),
  z.object({ kind: z.literal('image'), ...keys }),
  z.object({
    kind: z.literal('card'),
    /** The frame of a video behind its title; absent for its colour. */
    frame: z.object({ ...keys, atMs: ms, bars: barsSchema.optional() }).optional(),
    /** Of the closing card, which names the film's sources in place of a title; absent for others. */
    credits: creditPagesSchema.optional(),
  }),
]);
export type MediaSnapshot = z.infer<typeof mediaSnapshotSchema>;

/** One section of runs.input, frozen when the run started. */
export const sectionSnapshotSchema = z.object({
  sectionId: uuidSchema,
  title: z.string(),
  /** The line under the title of a card; absent without one. */
  subtitle: z.string().optional(),
  /** Its title is in the film's first frame; absent if it has none or is not the first section. */
  opens: z.literal(true).optional(),
  /** The text to speak; null plays the original sound. */
  narration: z
    .object({
      text: z.string(),
      language: languageCodeSchema,
      gender: genderSchema,
      /** The id of the chosen voice; null: the best of that gender. */
      speaker: z.string().nullable().default(null),
      /** The language from which the text is translated first; null reads it as written. */
      translateFrom: z.string().nullable(),
      /** How long its translation may be, where the translator heeds that; absent otherwise. */
      budget: timeBudgetSchema.optional(),
    })
    .nullable(),
  /** Silences the section's own sound. A worker of an earlier version ignores this. */
  muted: z.boolean().default(false),
  media: mediaSnapshotSchema,
  ...excerptSchema.shape,
  ...placementSchema.shape,
  /** To the next section of the film. */
  transition: transitionSchema.default('cut'),
  transitionSeconds: transitionSecondsSchema.default(1),
  /** Its own audio is quiet, and neither speech nor music; absent otherwise. */
  noise: z.literal(true).optional(),
  /** For its crossfades; absent without one. */
  edges: sectionEdgesSchema.optional(),
  captions: captionsSchema.default(true),
  /** Absent without one. */
  lowerThird: lowerThirdSchema.optional(),
  /** The text as spoken in the original sound, for subtitles; times in ms from the section's start. */
  words: spokenSchema.array(),
});
export type SectionSnapshot = z.infer<typeof sectionSnapshotSchema>;

/** The film's music: its file, how long that is, and how much louder it is played to be as loud as the film. */
export const musicSnapshotSchema = musicSettingsSchema.extend({
  ...keys,
  durationMs: ms,
  gainDb: z.number(),
});
export type MusicSnapshot = z.infer<typeof musicSnapshotSchema>;

/** runs.input of a generation. */
export const generationInputSchema = z.object({
  language: languageCodeSchema,
  quality: qualitySchema,
  width: z.int(),
  height: z.int(),
  /** Frames per second of the film. */
  frameRate: z.int(),
  aspect: aspectSchema,
  /** For sections that have none of their own. */
  framing: framingSchema.default('fit'),
  burnSubtitles: z.boolean(),
  ...captionLookSchema.shape,
  title: z.string(),
  /** The id of the voice chosen for the film; null: the best of the gender. */
  speaker: z.string().nullable().default(null),
  /** As chosen; the last section is the credits where the film has some. */
  credits: creditsChoiceSchema.default('off'),
  /** Its audio fades in at its start and out at its end. */
  endFades: z.boolean().default(false),
  sections: z.array(sectionSnapshotSchema),
  /** Those that are not in the film's language; absent when all are. A worker of an earlier version ignores this. */
  titles: titleToTranslateSchema.array().optional(),
  /** Absent without music. A worker of an earlier version ignores this. */
  music: musicSnapshotSchema.optional(),
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
  /** The id of the voice's engine; null for one recorded before it was kept. */
  voice: z.string().nullable().default(null),
  /** Who spoke, as the id of one of the voices, and in which language. */
  speaker: z.string().optional(),
  language: languageCodeSchema.optional(),
});
export type Narration = z.infer<typeof narrationSchema>;

/** File: narration.wav (48 kHz mono, as loud as films are when it is played whole on both sides). */
export const narrateSection = defineJob({
  name: 'narrate-section',
  queue: 'narrate',
  version: 5,
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
  /** The frames at which its picture can be cut; missing in one that was rendered before they were kept. */
  keyframes: z.array(z.int().min(0)).optional(),
});
export type RenderedSection = z.infer<typeof renderedSectionSchema>;

/** How captions are drawn if an earlier version would draw them otherwise; its workers leave such a step alone. */
const captionDrawing = z.literal([2, 3]).optional();

/** If a lower third has no box: workers of an earlier version, which would draw one, leave such a step alone. */
const lowerStyle = z.literal(true).optional();

/** File: section.mov (H.264 and PCM at 48 kHz, exactly `frames` and `samples` long). */
export const renderSection = defineJob({
  name: 'render-section',
  queue: 'render',
  version: 6,
  // Repeats a section's unusual properties, so that a worker of a version without them leaves the step alone.
  input: indexInput.extend({
    muted: z.literal(true).optional(),
    noise: z.literal(true).optional(),
    captions: z.literal(false).optional(),
    captionLook: captionLookSchema.optional(),
    captionDrawing,
    lowerThird: lowerThirdSchema.optional(),
    lowerStyle,
    frame: z.literal(true).optional(),
    subtitle: z.literal(true).optional(),
    opens: z.literal(true).optional(),
    credits: z.literal(true).optional(),
    ...unusualSchema.shape,
  }),
  result: renderedSectionSchema,
  tries: 3,
  stage: 'Rendering sections',
});

/**
 * The transition after section `index`, with what is left of both sections' pictures up to the next keyframes.
 * File: join.mov, as section.mov.
 */
export const renderJoin = defineJob({
  name: 'render-join',
  queue: 'render',
  version: 2,
  input: indexInput.extend({ captionDrawing, lowerStyle }),
  result: z.object({ frames: z.int().positive(), samples: z.int().positive() }),
  tries: 3,
  stage: 'Rendering transitions',
});

export const filmResultSchema = z.object({
  durationMs: ms,
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  /** The voice of its narrations; null without any, or with several voices. */
  gender: genderSchema.nullable(),
  /** The id of the voice chosen for the film; null: the best of the gender. */
  speaker: z.string().nullable().default(null),
  /** The number of its subtitles; without any there are no subtitle files. */
  subtitles: z.int(),
  sections: z.array(
    z.object({
      sectionId: uuidSchema,
      title: z.string(),
      /** Its place in the film. */
      startMs: ms,
      effectiveMs: ms,
      /** Its own length in a film of an earlier version, whose crossfades took some of its place. */
      wholeMs: ms.optional(),
      /** A title card. */
      card: z.literal(true).optional(),
      /** The credits, which are no section of the project. */
      credits: z.literal(true).optional(),
      fit: fitSchema,
    }),
  ),
});
export type FilmResult = z.infer<typeof filmResultSchema>;

/** Files: film.mp4 (H.264, AAC, faststart, chapters, soft subtitles); with subtitles also film.vtt and film.srt. */
export const joinFilm = defineJob({
  name: 'join-film',
  queue: 'render',
  version: 3,
  // Repeats what is unusual in it, so that a worker of a version without that leaves the step alone.
  input: z
    .object({
      transitions: z.literal(true).optional(),
      music: z.literal(true).optional(),
      captions: z.literal(false).optional(),
      subtitles: z.literal(true).optional(),
      endFades: z.literal(true).optional(),
    })
    .strict(),
  result: filmResultSchema,
  tries: 3,
  stage: 'Joining the film',
});
