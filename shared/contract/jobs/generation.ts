import { z } from 'zod';
import {
  aspectSchema,
  genderSchema,
  languageCodeSchema,
  qualitySchema,
  uuidSchema,
  ms,
} from '../primitives.ts';
import { barsSchema } from '../bars.ts';
import { captionLookSchema } from '../caption-look.ts';
import { creditPagesSchema, creditsChoiceSchema } from '../film-credits.ts';
import { placementSchema } from '../placement.ts';
import { lowerThirdSchema } from '../lower-third.ts';
import { musicSettingsSchema } from '../music.ts';
import { sectionEdgesSchema } from '../section-edges.ts';
import { excerptSchema, timeBudgetSchema, nonDefaultSchema } from '../excerpt.ts';
import {
  captionsSchema,
  framingSchema,
  transitionSchema,
  transitionSecondsSchema,
} from '../section-settings.ts';
import { fitSchema } from '../sections.ts';
import { videoEncoderSchema } from '../video-encoders.ts';
import { defineJob } from './job.ts';
import { titleToTranslateSchema } from './titles.ts';

/** Spoken text and its times. */
export const spokenSchema = z.object({ text: z.string(), startMs: ms, endMs: ms });
export type Spoken = z.infer<typeof spokenSchema>;

const keys = { sha256: z.string(), fetchKey: z.string() };
/** The contents of a section. A card shows its title. Keys are artifact keys. */
export const mediaSnapshotSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('video'), ...keys, scanKey: z.string(), videoId: z.string() }),
  z.object({ kind: z.literal('image'), ...keys }),
  z.object({
    kind: z.literal('card'),
    /** The video frame behind the card's title; absent if the card has a plain colour. */
    frame: z.object({ ...keys, atMs: ms, bars: barsSchema.optional() }).optional(),
    /** The film's sources, which the closing card names in place of a title; absent for other cards. */
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
  /**
   * Whether its title is shown from the film's first frame; absent if it has none or is not the first
   * section.
   */
  opens: z.literal(true).optional(),
  /** The text to narrate; `null` plays the original audio. */
  narration: z
    .object({
      text: z.string(),
      language: languageCodeSchema,
      gender: genderSchema,
      /** The ID of the chosen voice; `null` for the best one of that gender. */
      speaker: z.string().nullable().default(null),
      /** The language from which the text is translated first; `null` reads it as written. */
      translateFrom: z.string().nullable(),
      /** The length limit of its translation, if the translator supports one; otherwise absent. */
      budget: timeBudgetSchema.optional(),
    })
    .nullable(),
  /** Mutes the section's own audio. A worker of an earlier version ignores this. */
  muted: z.boolean().default(false),
  media: mediaSnapshotSchema,
  ...excerptSchema.shape,
  ...placementSchema.shape,
  /** To the next section of the film. */
  transition: transitionSchema.default('cut'),
  transitionSeconds: transitionSecondsSchema.default(1),
  /** Whether the section's own audio is quiet, and neither speech nor music; otherwise absent. */
  noise: z.literal(true).optional(),
  /** The edges for the section's crossfades; absent if it has none. */
  edges: sectionEdgesSchema.optional(),
  captions: captionsSchema.default(true),
  /** Absent if it has none. */
  lowerThird: lowerThirdSchema.optional(),
  /** The text as spoken in the original audio, for subtitles. Times are in ms from the section's start. */
  words: spokenSchema.array(),
});
export type SectionSnapshot = z.infer<typeof sectionSnapshotSchema>;

/** The film's music: its file, the file's length, and the gain that makes it as loud as the film. */
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
  /** The film's frames per second. */
  frameRate: z.int(),
  aspect: aspectSchema,
  /** The framing of sections without a framing of their own. */
  framing: framingSchema.default('fit'),
  burnSubtitles: z.boolean(),
  ...captionLookSchema.shape,
  title: z.string(),
  /** The ID of the voice chosen for the film; `null` for the best one of the gender. */
  speaker: z.string().nullable().default(null),
  /** The chosen setting. If the film has credits, they are the last section. */
  credits: creditsChoiceSchema.default('off'),
  /** Whether its audio fades in at its start and out at its end. */
  endFades: z.boolean().default(false),
  sections: z.array(sectionSnapshotSchema),
  /**
   * Titles that are not in the film's language; absent if all are. A worker of an earlier version ignores
   * this.
   */
  titles: titleToTranslateSchema.array().optional(),
  /** Absent without music. A worker of an earlier version ignores this. */
  music: musicSnapshotSchema.optional(),
  /** The encoder of all its video; absent for x264, with which a film continues if its encoder fails. */
  encoder: videoEncoderSchema.optional(),
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
  /** The ID of the voice's engine; `null` for a recording from before it was stored. */
  voice: z.string().nullable().default(null),
  /** The ID of the voice that spoke, and the language. */
  speaker: z.string().optional(),
  language: languageCodeSchema.optional(),
});
export type Narration = z.infer<typeof narrationSchema>;

/** File: narration.wav (48 kHz mono; played whole on both sides, it is as loud as films are). */
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
  /** The way in which the section was extended for its narration. */
  fit: fitSchema,
  /** Its spoken text; times in ms from its start in the film. */
  spoken: spokenSchema.array(),
  /**
   * The frames at which it can be cut without encoding; missing in sections rendered by an earlier version.
   */
  keyframes: z.array(z.int().min(0)).optional(),
  /** Absent for x264. */
  encoder: videoEncoderSchema.optional(),
});
export type RenderedSection = z.infer<typeof renderedSectionSchema>;

/**
 * The version of the drawing of captions, if an earlier version would draw them differently. Its workers
 * leave such a step alone.
 */
const captionDrawing = z.literal([2, 3]).optional();

/**
 * Whether a lower third has no box. Workers of an earlier version, which would draw one, leave such a step
 * alone.
 */
const lowerStyle = z.literal(true).optional();

/** Whether the film began with a hardware encoder. Workers of an earlier version leave such a step alone. */
const hardware = z.literal(true).optional();

/** File: section.mov (H.264 and PCM at 48 kHz, exactly `frames` and `samples` long). */
export const renderSection = defineJob({
  name: 'render-section',
  queue: 'render',
  version: 6,
  // Repeats a section's non-default properties, so that a worker of a version without them leaves the step
  // alone.
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
    hardware,
    ...nonDefaultSchema.shape,
  }),
  result: renderedSectionSchema,
  tries: 3,
  stage: 'Rendering sections',
});

/**
 * The transition after section `index`, with the rest of both sections' video up to the next keyframes. File:
 * join.mov, in the format of section.mov.
 */
export const renderJoin = defineJob({
  name: 'render-join',
  queue: 'render',
  version: 2,
  input: indexInput.extend({ captionDrawing, lowerStyle, hardware }),
  result: renderedSectionSchema.pick({ frames: true, samples: true, encoder: true }),
  tries: 3,
  stage: 'Rendering transitions',
});

export const filmResultSchema = z.object({
  durationMs: ms,
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  /** The voice of its narrations; `null` if it has none, or several voices. */
  gender: genderSchema.nullable(),
  /** The ID of the voice chosen for the film; `null` for the best one of the gender. */
  speaker: z.string().nullable().default(null),
  /** The number of its subtitles. If it is 0, there are no subtitle files. */
  subtitles: z.int(),
  /** Who signed the content credentials inside film.mp4; absent if it has none. */
  credentials: z.object({ signer: z.string() }).optional(),
  sections: z.array(
    z.object({
      sectionId: uuidSchema,
      title: z.string(),
      /** The section's position in the film. */
      startMs: ms,
      effectiveMs: ms,
      /** Its own length in a film of an earlier version, whose crossfades overlapped it. */
      wholeMs: ms.optional(),
      /** A title card. */
      card: z.literal(true).optional(),
      /** The credits, which are not a section of the project. */
      credits: z.literal(true).optional(),
      fit: fitSchema,
    }),
  ),
});
export type FilmResult = z.infer<typeof filmResultSchema>;

/**
 * Files: film.mp4 (H.264, AAC, faststart, chapters, soft subtitles); with subtitles also film.vtt and
 * film.srt.
 */
export const joinFilm = defineJob({
  name: 'join-film',
  queue: 'render',
  version: 3,
  // Repeats its non-default properties, so that a worker of a version without them leaves the step alone.
  input: z
    .object({
      transitions: z.literal(true).optional(),
      music: z.literal(true).optional(),
      captions: z.literal(false).optional(),
      subtitles: z.literal(true).optional(),
      endFades: z.literal(true).optional(),
      hardware,
    })
    .strict(),
  result: filmResultSchema,
  tries: 3,
  stage: 'Joining the film',
});
