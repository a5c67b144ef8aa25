import { z } from 'zod';
import { barsSchema } from '../bars.ts';
import { draftRequestSchema, followingFilmSchema } from '../draft.ts';
import { boundaryReasonSchema } from '../sections.ts';
import { spokenLanguageSchema, ms } from '../primitives.ts';
import { videoIdSchema } from '../videos.ts';
import { defineJob } from './job.ts';

/** runs.input of a processing: its videos, in the order of selection. */
export const processingInputSchema = z.object({
  videoIds: z.array(videoIdSchema),
  /** The spoken languages by video; detected for the others. */
  spoken: z.record(videoIdSchema, spokenLanguageSchema).optional(),
  /** The film to choose sections for. Without it, all sections are added. */
  draft: draftRequestSchema.optional(),
  /** The film that follows. A node of an earlier version ignores this and creates only the sections. */
  film: followingFilmSchema.optional(),
});
export type ProcessingInput = z.infer<typeof processingInputSchema>;

const videoInput = z.object({ videoId: videoIdSchema }).strict();
// A step without a spoken language was planned by the previous version, whose workers leave steps with one
// alone.
const spokenInput = z
  .object({ videoId: videoIdSchema, spoken: spokenLanguageSchema.default('auto') })
  .strict();

/** A subtitle file that came with a video. */
export const subtitleFileSchema = z.object({
  fileName: z.string(),
  /** The language in its name, e.g. "hi"; `null` if it names none. */
  language: z.string().nullable(),
  /** Whether players prefer it to others. */
  default: z.boolean().optional(),
  sha256: z.string(),
});

/** Stores a video's file, and the subtitle files beside it, in the object store. */
export const fetchMedia = defineJob({
  name: 'fetch-media',
  queue: 'fetch',
  version: 2,
  input: videoInput,
  result: z.object({
    sha256: z.string(),
    bytes: z.int(),
    fileName: z.string(),
    /** The creator's file name of footage; omitted for other videos. */
    originalName: z.string().optional(),
    /** Version 1 stored no subtitles. */
    subtitles: z.array(subtitleFileSchema).default([]),
  }),
  tries: 3,
  stage: 'Extracting video segments',
});
export type FetchedMedia = z.infer<typeof fetchMedia.result>;

export const videoStreamSchema = z.object({
  codec: z.string(),
  /** Displayed size in pixels: rotation and sample aspect ratio applied. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** Frames per second as ffprobe's fraction, e.g. "30000/1001". */
  frameRate: z.string(),
  pixelFormat: z.string(),
  /**
   * The file's first timecode, "01:00:00:00" or "01:00:00;00" (drop frame), and its frames per second;
   * omitted if the file has no timecode.
   */
  timecode: z.object({ start: z.string(), rate: z.string() }).optional(),
});
export const audioStreamSchema = z.object({
  codec: z.string(),
  sampleRate: z.int().positive(),
  channels: z.int().positive(),
});
const spanSchema = z.object({ startMs: ms, endMs: ms });
/** The bars of a shot. Without `stable`, they are what is black in all of its frames, which limits a crop. */
const shotBarsSchema = barsSchema.extend({ ...spanSchema.shape, stable: z.boolean() });
export type ShotBars = z.infer<typeof shotBarsSchema>;

export const scanSchema = z.object({
  durationMs: ms,
  video: videoStreamSchema.nullable(),
  audio: audioStreamSchema.nullable(),
  /** Times of hard cuts, ascending, without 0 and the end. */
  shotsMs: z.array(ms),
  silences: z.array(spanSchema),
  /**
   * Parts with tones, which voices and music have and noise does not; absent in scans of an earlier version.
   */
  tones: z.array(spanSchema).optional(),
  /**
   * The bars of each shot that is not black; absent if no shot has stable bars, and in scans of an earlier
   * version.
   */
  bars: z.array(shotBarsSchema).optional(),
  /**
   * Parts whose frames are black or white, with the fades into and out of them; absent in scans of an earlier
   * version.
   */
  blanks: z.array(spanSchema).optional(),
  /** The loudness of the whole audio; `null` without audio or if all of it is silence. */
  loudness: z.object({ integratedLufs: z.number(), truePeakDb: z.number() }).nullable(),
  /** Whether browsers can play the video's own file; omitted if not, and in scans of an earlier version. */
  playable: z.boolean().optional(),
  storyboard: z
    .object({ columns: z.int(), rows: z.int(), intervalMs: ms, width: z.int(), height: z.int() })
    .nullable(),
  /** Waveform peaks per second in peaks.json (0 to 100 each). */
  peaksPerSecond: z.int(),
});
export type Scan = z.infer<typeof scanSchema>;

/**
 * Probe, stills, shots, silences, loudness, waveform; without `proxy: false`, the proxy too. Files: proxy.mp4
 * (if it was requested, or if it needs no encoding), thumbnail.jpg, storyboard.jpg, peaks.json, speech.wav
 * (16 kHz mono; only with audio; nodes of the previous version transcribe it).
 */
export const scanMedia = defineJob({
  name: 'scan-media',
  queue: 'scan',
  version: 1,
  input: z.object({ videoId: videoIdSchema, proxy: z.boolean().default(true) }).strict(),
  result: scanSchema,
  tries: 3,
  stage: 'Extracting video segments',
});

/** File: proxy.mp4 of a video whose scan has none. */
export const makeProxy = defineJob({
  name: 'make-proxy',
  queue: 'proxy',
  version: 1,
  input: z.object({ videoId: videoIdSchema, fetchKey: z.string() }).strict(),
  result: z.object({ scanKey: z.string() }),
  tries: 3,
  stage: 'Preparing previews',
});

export const soundSchema = z.object({
  /** The length of the video. */
  durationMs: ms,
  /**
   * Where speech was detected, in order of time, with the margins that recognisers need; empty without
   * speech. `null` without a detector.
   */
  speech: z.array(spanSchema).nullable(),
});
export type Sound = z.infer<typeof soundSchema>;

/**
 * File: speech.wav (16 kHz mono; only with audio). Takes seconds, so that transcription need not wait for the
 * scan.
 */
export const extractSound = defineJob({
  name: 'extract-sound',
  queue: 'transcribe',
  version: 2,
  input: spokenInput,
  result: soundSchema,
  tries: 3,
  stage: 'Extracting video segments',
});

export const transcriptWordSchema = z.object({
  text: z.string(),
  startMs: ms,
  endMs: ms,
  confidence: z.number().min(0).max(1),
  /** The speaker, named as in the subtitles or as "Speaker 1"; omitted if unknown. */
  speaker: z.string().optional(),
});
export type TranscriptWord = z.infer<typeof transcriptWordSchema>;
export const transcriptSchema = z.object({
  /** The engine's ID and version, e.g. "pocketsphinx@5"; "subtitles" for those that came with the video. */
  engine: z.string(),
  /** The ISO 639-1 code of the speech; "en" without speech. */
  language: z.string(),
  /** Whether the recognised text is credible as speech; if not, `words` is empty. */
  credible: z.boolean(),
  words: z.array(transcriptWordSchema),
  /** Whether none of the video's subtitles could be read. */
  unreadSubtitles: z.boolean(),
  /** The number of the video's subtitles without usable times; omitted if it is 0. */
  skippedCues: z.int().optional(),
  /** Whether the words are from an engine that makes many mistakes. */
  rough: z.boolean(),
  /** The language of the speech if no engine transcribes it; otherwise `null`. */
  unheardLanguage: z.string().nullable(),
});
export type Transcript = z.infer<typeof transcriptSchema>;

/** The approximate length of speech that one request transcribes, in ms. */
export const CHUNK_MS = 120_000;
/** The maximum number of steps that transcribe one video in parallel; a power of two (see even-chunks.ts). */
export const HEARING_PARTS = 8;

/** Transcribes each of a video's chunks whose number modulo `parts` is `part`. */
export const hearSpeech = defineJob({
  name: 'hear-speech',
  queue: 'transcribe',
  version: 1,
  input: spokenInput
    .extend({ part: z.int().min(0), parts: z.int().min(1).max(HEARING_PARTS) })
    .refine(({ part, parts }) => part < parts),
  /** The keys of its chunks' artifacts. */
  result: z.object({ chunks: z.array(z.string()) }),
  tries: 3,
  stage: 'Generating transcriptions',
});

/** Joins the transcripts of all chunks. */
export const transcribeMedia = defineJob({
  name: 'transcribe-media',
  queue: 'transcribe',
  version: 6,
  input: spokenInput,
  result: transcriptSchema,
  tries: 3,
  stage: 'Generating transcriptions',
});

export const plannedSectionSchema = z.object({
  videoId: videoIdSchema,
  startMs: ms,
  endMs: ms,
  title: z.string().max(64),
  /** ISO 639-1 code of `text`. */
  language: z.string(),
  text: z.string(),
  words: z.array(transcriptWordSchema),
  boundaries: z.object({ start: boundaryReasonSchema, end: boundaryReasonSchema }),
});
export type PlannedSection = z.infer<typeof plannedSectionSchema>;

export const assembleSections = defineJob({
  name: 'assemble-sections',
  queue: 'assemble',
  version: 7,
  input: z.object({ videoIds: z.array(videoIdSchema) }).strict(),
  result: z.object({ sections: z.array(plannedSectionSchema), notices: z.array(z.string()) }),
  tries: 3,
  stage: 'Creating editable sections',
});
