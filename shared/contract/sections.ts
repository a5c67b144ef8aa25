import { z } from 'zod';
import { MAX_SPEAKER, MAX_TEXT } from './limits.ts';
import { shownBarsSchema } from './bars.ts';
import { partSchema } from './cuts.ts';
import { sectionEdgesSchema } from './section-edges.ts';
import { sectionSettingsSchema } from './section-settings.ts';
import {
  languageCodeSchema,
  languageSchema,
  secondsSchema,
  spokenLanguageSchema,
  STORABLE,
  timestampSchema,
  titleSchema,
  uuidSchema,
} from './primitives.ts';
import { videoSchema } from './videos.ts';

/** The reason for the position of a boundary. */
export const boundaryReasonSchema = z.enum(['start', 'end', 'sentence', 'pause', 'shot', 'length', 'edited']);
export type BoundaryReason = z.infer<typeof boundaryReasonSchema>;

const speakerNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(MAX_SPEAKER)
  .regex(STORABLE, { error: 'The name contains invalid characters.' });

export const wordSchema = z.object({
  text: z.string(),
  start: secondsSchema,
  end: secondsSchema,
  confidence: z.number().min(0).max(1),
  /** The speaker, such as "Ann" or "Speaker 1"; omitted if unknown. */
  speaker: z.string().optional(),
  /** A recognised swear word. It is left out of captions, narrations and exports until it is confirmed. */
  withheld: z.literal(true).optional(),
});
export type Word = z.infer<typeof wordSchema>;

/** A text divided by a range: the part inside, and the parts that trims removed before and after it. */
export const trimmedTextSchema = z.object({ before: z.string(), inside: z.string(), after: z.string() });

/** The text that follows the section's range when it is trimmed, in the spoken language. */
export const spokenTextSchema = z.object({
  language: z.string(),
  text: z.string(),
  /** The text after the last trim; `null` before the first one. */
  kept: trimmedTextSchema.nullable(),
});
export type SpokenText = z.infer<typeof spokenTextSchema>;

/** The media of a section: a video and a storyboard of its stills. An image has no video. */
export const previewSchema = z.object({
  /** The proxy. Until it is made, the video's own file if browsers can play it, otherwise `null`. */
  videoUrl: z.string().nullable(),
  thumbnailUrl: z.string(),
  /** Waveform peaks as a JSON array of 0 to 100; `null` without audio. */
  peaksUrl: z.string().nullable(),
  peaksPerSecond: z.number(),
  storyboard: z
    .object({ url: z.string(), columns: z.int(), rows: z.int(), intervalSeconds: z.number() })
    .nullable(),
  /** The length of the video, in seconds. */
  duration: secondsSchema,
});

/** The means that extend a section to the length of its narration, in the order in which they are applied. */
export const FIT_STEPS = ['speed', 'tempo', 'extend', 'slow', 'freeze'] as const;
export const fitSchema = z.object({
  applied: z.array(z.enum(FIT_STEPS)),
  /** The voice's speed relative to its normal pace, 1 to 1.1. */
  speed: z.number(),
  /** The playback speed of the recording, 1 to 1.2. */
  tempo: z.number(),
  /** Video continued after the out point, in seconds of the film before it is slowed. */
  extend: secondsSchema,
  /** The factor by which the video is stretched, 1 to 1.15. */
  slow: z.number(),
  /** The duration for which the last frame is held, in seconds. */
  freeze: secondsSchema,
});
export type Fit = z.infer<typeof fitSchema>;

/**
 * Where the text comes from: spoken in the source, written by the creator in this language, translated by a
 * machine, or written in another language and not translated yet.
 */
export const textSourceSchema = z.enum(['original', 'written', 'translated', 'untranslated', 'outdated']);
export type TextSource = z.infer<typeof textSourceSchema>;

/** The source of a section's voice in the film; `silent` if it has neither audio nor a text to narrate. */
export const voiceSchema = z.enum(['original', 'narrated', 'muted', 'silent']);
export type Voice = z.infer<typeof voiceSchema>;

/** The reason for the source of a section's voice. */
export const voiceReasonSchema = z.enum([
  'chosen',
  /** The text matches the speech, in the film's language. */
  'as_spoken',
  /** The text matches the speech, with some recognition errors corrected. */
  'corrected',
  /** The text differs from the speech: the captions show the text, and the original voice stays. */
  'other_text',
  /** The speech is in another language than the film. */
  'other_language',
  /** The text was written for a custom section or for replacement media, or no speech was recognised. */
  'own_text',
  /** The media were replaced, and the text has not been changed since. */
  'replaced',
  /** There is no text to narrate. */
  'no_text',
  /** The original audio was chosen, but the section's media have none. */
  'no_sound',
]);
export type VoiceReason = z.infer<typeof voiceReasonSchema>;

export const sectionSchema = sectionSettingsSchema.extend({
  id: uuidSchema,
  /** The section's id, under its name in the generation payload (product.md 3.23). */
  clipid: uuidSchema,
  projectId: uuidSchema,
  kind: z.enum(['analysed', 'custom']),
  position: z.int().min(0),
  title: z.string(),
  transcription: z.string(),
  videoLink: z.string().nullable(),
  /** The section's replacement upload (its objectPath); `null` for the source's own media. */
  videoURL: z.string().nullable(),
  videoId: z.string(),
  startTime: secondsSchema,
  endTime: secondsSchema,
  /** endTime - startTime, in seconds. */
  duration: secondsSchema,
  /** The section's length in the film, which a narration may extend. Exact once the narration exists. */
  effectiveDuration: secondsSchema,
  effectiveEstimated: z.boolean(),
  /** Whether the film narrates this text instead of playing the original audio. */
  narrated: z.boolean(),
  /**
   * The way in which the section is extended for its narration; `null` while that is unknown, or without
   * narration.
   */
  fit: fitSchema.nullable(),
  /** Black bars of the section's video, which the film crops; absent if it has no bars. */
  bars: shownBarsSchema.optional(),
  /**
   * Parts of the section's video that are black or white, which no card shows behind its title, in ms of the
   * video; absent if they are unknown.
   */
  blanks: z.array(partSchema).optional(),
  /** The material that crossfades may use at the section's edges. */
  edges: sectionEdgesSchema.optional(),
  voice: voiceSchema,
  voiceReason: voiceReasonSchema,
  textSource: textSourceSchema,
  /** The language of the displayed text. */
  textLanguage: z.string(),
  /** `null` if nothing was recognised: then no text follows the section's range. */
  spoken: spokenTextSchema.nullable(),
  /** The medium: a video, an image, or a title card. */
  media: z.enum(['video', 'image', 'none']),
  /** Whether Reset would change something. */
  changed: z.boolean(),
  /** An opaque reference for the generation payload. The server never opens it. */
  path: z.string(),
  boundaries: z.object({ start: boundaryReasonSchema, end: boundaryReasonSchema }),
  /** Identifies the transcript of the section's video; it changes with the transcript. `null` without one. */
  wordsKey: z.string().nullable(),
  /** Whether any word is spoken in the section's range. */
  saysWords: z.boolean(),
  /** Whether its words name their speakers. */
  tellsSpeakers: z.boolean(),
  preview: previewSchema.nullable(),
  video: videoSchema,
});
export type Section = z.infer<typeof sectionSchema>;

/**
 * GET /api/sections/{id}/words: `key` is the section's wordsKey, so that a browser can cache the response.
 */
export const sectionWordsQuerySchema = z.object({ key: z.string().max(100).optional() });

/** All three are in order of time. */
export const sectionWordsSchema = z.object({
  /** Words spoken in the section's range. */
  words: z.array(wordSchema),
  /** Words of the section that are currently outside its range. */
  cutWords: z.array(wordSchema),
  /** Words spoken up to 5 minutes before and after the range, as far as the project's sections have them. */
  heard: z.array(wordSchema),
  /**
   * Silences of the video up to 5 minutes before and after the range, in ms of the video; absent if they were
   * not measured.
   */
  silences: z.array(partSchema).optional(),
});
export type SectionWords = z.infer<typeof sectionWordsSchema>;

const TEXT_TOO_LONG = `A text has at most ${MAX_TEXT} characters.`;

/** PATCH /api/sections/{id}/update: only the changed fields. */
export const sectionUpdateSchema = sectionSettingsSchema
  .extend({
    transcription: z.string().max(MAX_TEXT, TEXT_TOO_LONG),
    videoURL: z.string().max(500),
    title: titleSchema,
    startTime: secondsSchema,
    endTime: secondsSchema,
  })
  .partial()
  .strict()
  .refine((patch) => Object.keys(patch).length > 0, { message: 'Nothing to change.' });
export type SectionUpdate = z.infer<typeof sectionUpdateSchema>;

/** POST /api/projects/{id}/sections: text with an image, a video or neither. `videoURL` is an objectPath. */
export const sectionCreateSchema = z
  .object({
    title: titleSchema,
    transcription: z.string().trim().max(MAX_TEXT, TEXT_TOO_LONG).default(''),
    videoURL: z.string().max(500).nullish(),
    /** The section that the new one follows. */
    afterId: uuidSchema.nullish(),
    /** The position if it follows no section. */
    place: z.enum(['start', 'end']).default('end'),
  })
  .strict();
export type SectionCreate = z.infer<typeof sectionCreateSchema>;

/** The largest body of a subtitle import: SUBTITLES_MAX_BYTES in base64, and the other fields. */
export const SUBTITLES_BODY_BYTES = 3 * 2 ** 20;

/**
 * POST /api/sections/{id}/subtitles: SubRip or WebVTT, in base64, since it may have any encoding. Its words
 * replace the transcript in all sections of the same video, or in this one. A translation becomes the text in
 * its language.
 */
export const subtitlesImportSchema = z
  .object({
    file: z.base64().max(SUBTITLES_BODY_BYTES),
    /** The language of the subtitles; by default, detected from the script. */
    language: languageSchema.optional(),
    scope: z.enum(['video', 'section']).default('video'),
    /** The file is not a transcript of the video, but its translation into `language`. */
    translation: z.boolean().default(false),
  })
  .strict();

export const subtitlesResultSchema = z.object({
  /** The number of sections with new words, or a new text. */
  sections: z.int(),
  language: languageCodeSchema,
  /** The number of subtitles outside of all sections. */
  outside: z.int(),
  /** The number of subtitles without usable times. */
  unreadable: z.int(),
});

/** POST /api/sections/{id}/speakers: renames a speaker in all sections of the section's video. */
export const speakerRenameSchema = z
  .object({ speaker: z.string().max(MAX_SPEAKER), name: speakerNameSchema })
  .strict();
export const speakerRenamedSchema = z.object({ sections: z.int() });

/**
 * POST /api/sections/{id}/words/confirm: a withheld word, by its start in the video and its recognised text.
 */
export const wordConfirmSchema = z.object({ start: secondsSchema, text: z.string().max(MAX_TEXT) }).strict();
export const wordConfirmedSchema = z.object({ sections: z.int() });

/** POST /api/sections/{id}/hearing: the language spoken in its video. */
export const hearingRequestSchema = z.object({ spoken: spokenLanguageSchema }).strict();

/** POST /api/sections/{id}/split: where the second part starts, in seconds of the source. */
export const sectionSplitSchema = z.object({ at: secondsSchema }).strict();

/** The sections in order, after a split or a reset. */
export const sectionListSchema = z.array(sectionSchema);

/** GET /api/projects/{id}/sections/deleted: the sections that can be restored. */
export const deletedSectionSchema = z.object({
  id: uuidSchema,
  title: z.string(),
  duration: secondsSchema,
  deletedAt: timestampSchema,
});

/** One clip of GET /api/projects/{id}/clips. */
export const clipSchema = sectionSchema.extend({
  videoTitle: z.string(),
  videoThumbnail: z.string(),
  videoChannel: z.string(),
});
export type Clip = z.infer<typeof clipSchema>;

/** The limits of a section, in ms. */
export const SECTION_MIN_MS = 8_000;
export const SECTION_MAX_MS = 60_000;
/** The shortest section without video, in ms. */
export const STILL_MIN_MS = 3_000;
/** The shortest range that an edit may leave, in ms. */
export const SECTION_TRIM_MIN_MS = 500;
