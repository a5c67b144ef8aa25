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

/** Why a boundary is where it is. */
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
  /** Who says it, such as "Ann" or "Speaker 1"; omitted where nothing tells. */
  speaker: z.string().optional(),
  /** A recognised swear word: no caption, narration or export has it until it is confirmed. */
  withheld: z.literal(true).optional(),
});
export type Word = z.infer<typeof wordSchema>;

/** A text that a range divides: the part inside, and the parts that trims removed before and after it. */
export const keptTextSchema = z.object({ before: z.string(), inside: z.string(), after: z.string() });

/** The text that follows the section's range when it is trimmed, in the language spoken in it. */
export const spokenTextSchema = z.object({
  language: z.string(),
  text: z.string(),
  /** What the last trim kept; null before the first one. */
  kept: keptTextSchema.nullable(),
});
export type SpokenText = z.infer<typeof spokenTextSchema>;

/** The media of a section: a video and a storyboard of its stills; an image has no video. */
export const previewSchema = z.object({
  /** The proxy; until it is made, the video's own file if browsers play it, otherwise null. */
  videoUrl: z.string().nullable(),
  thumbnailUrl: z.string(),
  /** Waveform peaks as a JSON array of 0 to 100; null without sound. */
  peaksUrl: z.string().nullable(),
  peaksPerSecond: z.number(),
  storyboard: z
    .object({ url: z.string(), columns: z.int(), rows: z.int(), intervalSeconds: z.number() })
    .nullable(),
  /** Length of the video, in seconds. */
  duration: secondsSchema,
});

/** The means by which a section lasts as long as its narration, in the order they are applied. */
export const FIT_STEPS = ['speed', 'tempo', 'extend', 'slow', 'freeze'] as const;
export const fitSchema = z.object({
  applied: z.array(z.enum(FIT_STEPS)),
  /** The voice's speed relative to its normal pace, 1 to 1.1. */
  speed: z.number(),
  /** The playback speed of the recording, 1 to 1.2. */
  tempo: z.number(),
  /** The picture continued after the out point, in seconds of the film before it is slowed. */
  extend: secondsSchema,
  /** How many times longer the picture is stretched, 1 to 1.15. */
  slow: z.number(),
  /** How long the last picture is frozen, in seconds. */
  freeze: secondsSchema,
});
export type Fit = z.infer<typeof fitSchema>;

/**
 * Where the text shown comes from: spoken in the source, written by the creator in this language, translated by a
 * machine, or written in another language and not translated yet.
 */
export const textSourceSchema = z.enum(['original', 'written', 'translated', 'untranslated', 'outdated']);
export type TextSource = z.infer<typeof textSourceSchema>;

/** Whose voice a section has in the film; `silent` without a sound and a text to read. */
export const voiceSchema = z.enum(['original', 'narrated', 'muted', 'silent']);
export type Voice = z.infer<typeof voiceSchema>;

/** Why a section has its voice. */
export const voiceReasonSchema = z.enum([
  'chosen',
  /** The text is what is said, in the film's language. */
  'as_spoken',
  /** The text is what is said, with some misheard words corrected. */
  'corrected',
  /** The text differs from what is said: it is shown in the captions, and the speaker stays. */
  'other_text',
  /** Another language than the film's is spoken. */
  'other_language',
  /** The text was written for a custom section, for media in a section's place, or where no speech was recognised. */
  'own_text',
  /** Media were put in the section's place, and the text is still the old one. */
  'replaced',
  /** There is nothing to read aloud. */
  'no_text',
  /** The original sound was chosen, but the section's media have no audio. */
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
  /** The upload in the section's place (its objectPath); null for the source's own media. */
  videoURL: z.string().nullable(),
  videoId: z.string(),
  startTime: secondsSchema,
  endTime: secondsSchema,
  /** endTime - startTime, in seconds. */
  duration: secondsSchema,
  /** The section's length in the film: a narration may extend it. Exact once the narration exists. */
  effectiveDuration: secondsSchema,
  effectiveEstimated: z.boolean(),
  /** True when the film narrates this text instead of playing the original sound. */
  narrated: z.boolean(),
  /** How the section is extended for its narration; null while that is unknown, or without narration. */
  fit: fitSchema.nullable(),
  /** Black bars of the section's video, which the film crops; absent without any. */
  bars: shownBarsSchema.optional(),
  /** What crossfades may use at its ends. */
  edges: sectionEdgesSchema.optional(),
  voice: voiceSchema,
  voiceReason: voiceReasonSchema,
  textSource: textSourceSchema,
  /** The language of the text shown. */
  textLanguage: z.string(),
  /** Null where nothing was heard: then no text follows the section's range. */
  spoken: spokenTextSchema.nullable(),
  /** What is shown: a video's picture, an image, or a title card. */
  media: z.enum(['video', 'image', 'none']),
  /** True when Reset would change something. */
  changed: z.boolean(),
  /** An opaque reference for the generation payload; the server never opens it. */
  path: z.string(),
  boundaries: z.object({ start: boundaryReasonSchema, end: boundaryReasonSchema }),
  /** Identifies the words heard in the section's video; another key means other words. Null without words. */
  wordsKey: z.string().nullable(),
  /** Whether any word is spoken in the section's range. */
  saysWords: z.boolean(),
  /** Whether its words tell who speaks. */
  tellsSpeakers: z.boolean(),
  preview: previewSchema.nullable(),
  video: videoSchema,
});
export type Section = z.infer<typeof sectionSchema>;

/** GET /api/sections/{id}/words: `key` is the section's wordsKey, so that a browser may keep the answer. */
export const sectionWordsQuerySchema = z.object({ key: z.string().max(100).optional() });

/** All three are in order of time. */
export const sectionWordsSchema = z.object({
  /** Spoken in the section's range. */
  words: z.array(wordSchema),
  /** Words of the section that its range leaves out now. */
  cutWords: z.array(wordSchema),
  /** Spoken up to 5 minutes before and after the range, as far as the project's sections have them. */
  heard: z.array(wordSchema),
  /** Measured in the video up to 5 minutes before and after the range, in ms of it; absent if that was not measured. */
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
    /** Where it goes if it follows none. */
    place: z.enum(['start', 'end']).default('end'),
  })
  .strict();
export type SectionCreate = z.infer<typeof sectionCreateSchema>;

/** The largest body of an import of subtitles: SUBTITLES_MAX_BYTES in base64, with its other fields. */
export const SUBTITLES_BODY_BYTES = 3 * 2 ** 20;

/**
 * POST /api/sections/{id}/subtitles: SubRip or WebVTT, in base64, since it may have any encoding. Its words replace those
 * heard in all sections of the same video, or in this one; those of a translation become the text in its language.
 */
export const subtitlesImportSchema = z
  .object({
    file: z.base64().max(SUBTITLES_BODY_BYTES),
    /** Omitted, it follows from the letters. */
    language: languageSchema.optional(),
    scope: z.enum(['video', 'section']).default('video'),
    /** They are no words of the video, but their translation into `language`. */
    translation: z.boolean().default(false),
  })
  .strict();

export const subtitlesResultSchema = z.object({
  /** How many sections have new words, or a new text. */
  sections: z.int(),
  language: languageCodeSchema,
  /** How many subtitles are outside of all of them. */
  outside: z.int(),
  /** How many subtitles have no times that can be used. */
  unreadable: z.int(),
});

/** POST /api/sections/{id}/speakers: who is called otherwise from now on, in all sections of the section's video. */
export const speakerRenameSchema = z
  .object({ speaker: z.string().max(MAX_SPEAKER), name: speakerNameSchema })
  .strict();
export const speakerRenamedSchema = z.object({ sections: z.int() });

/** POST /api/sections/{id}/words/confirm: a withheld word, by its start in the video and as it was recognised. */
export const wordConfirmSchema = z.object({ start: secondsSchema, text: z.string().max(MAX_TEXT) }).strict();
export const wordConfirmedSchema = z.object({ sections: z.int() });

/** POST /api/sections/{id}/hearing: the language that is spoken in its video. */
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

/** Limits of a section, in milliseconds. */
export const SECTION_MIN_MS = 8_000;
export const SECTION_MAX_MS = 60_000;
/** The shortest section without video, in milliseconds. */
export const STILL_MIN_MS = 3_000;
/** The shortest range an edit may leave, in milliseconds. */
export const SECTION_TRIM_MIN_MS = 500;
