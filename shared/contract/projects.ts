import { z } from 'zod';
import { MAX_DESCRIPTION, MAX_QUERY } from './limits.ts';
import {
  aspectSchema,
  genderSchema,
  languageCodeSchema,
  languageSchema,
  qualitySchema,
  secondsSchema,
  spokenLanguageSchema,
  timestampSchema,
  titleSchema,
  uuidSchema,
} from './primitives.ts';
import { publicationSchema } from './channel.ts';
import { proposalSummarySchema } from './proposals.ts';
import { musicSchema } from './music.ts';
import { filmChoicesSchema } from './film-choices.ts';
import { creditsChoiceSchema } from './film-credits.ts';
import { draftSchema, draftRequestSchema, followingFilmSchema } from './draft.ts';
import { runSchema } from './runs.ts';
import { framingSchema } from './section-settings.ts';
import { captionLookSchema } from './caption-look.ts';
import { editHistorySchema } from './section-edits.ts';
import { sectionSchema } from './sections.ts';
import { linkSchema, videoIdSchema } from './videos.ts';

/**
 * The highest limits that an installation may set for a compilation. /api/config returns the configured ones.
 */
export const MAX_VIDEOS = 100;

/** POST /api/projects/process. `links` contains the URL of every manual card among videoIds. */
export const processRequestSchema = z.object({
  videoIds: z
    .array(videoIdSchema)
    .min(1)
    .max(MAX_VIDEOS)
    .transform((ids) => [...new Set(ids)]),
  projectTitle: titleSchema,
  /**
   * The words of the search that found the videos; by default, those of the draft. Sections are compared with
   * them.
   */
  words: z.string().trim().min(1).max(MAX_QUERY).optional(),
  links: z.array(linkSchema).max(MAX_VIDEOS).optional(),
  /** The languages spoken in videos, by their IDs; detected for the others. */
  spoken: z.record(videoIdSchema, spokenLanguageSchema).optional(),
  /** Adds only the best sections for a film instead of all. */
  draft: draftRequestSchema.optional(),
  /** Generates a film as soon as the sections exist, for the same credit. */
  film: followingFilmSchema.optional(),
});
export type ProcessRequest = z.infer<typeof processRequestSchema>;

export const processResultSchema = z.object({ projectId: uuidSchema, runId: uuidSchema });

/** GET /api/projects/{id}/progress. `stage` is a word for the page, or 'failed'. */
export const progressSchema = z.object({
  percentage: z.number(),
  stage: z.string(),
  completed: z.boolean(),
  message: z.string(),
});

export const projectStatusSchema = z.enum(['draft', 'processing', 'failed', 'completed']);

export const filmSchema = z.object({
  language: languageCodeSchema,
  quality: qualitySchema,
  duration: secondsSchema,
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  aspect: aspectSchema,
  framing: framingSchema,
  burnedSubtitles: z.boolean(),
  ...captionLookSchema.shape,
  /** Whether a closing card was requested to name its sources. */
  credits: creditsChoiceSchema,
  endFades: z.boolean(),
  /** The voice of its narrations; `null` if it has none, or several voices. */
  gender: z.nullable(genderSchema),
  /** The ID of the voice chosen for it; `null` for the best one of the gender. */
  speaker: z.nullable(z.string()),
  /** Signed links of the subtitles; `null` for a film without speech. */
  subtitles: z.object({ vtt: z.string(), srt: z.string() }).nullable(),
  createdAt: timestampSchema,
  /** Whether the project was edited after this film was started. */
  edited: z.boolean(),
  finalVideoLink: z.string(),
  /** A signed link of the chosen poster; `null` without one. */
  poster: z.string().nullable(),
  /** The chapter of the credits has the project's ID as its section ID. */
  chapters: z.array(z.object({ title: z.string(), start: secondsSchema, sectionId: uuidSchema })),
  /** The number of distinct sources in it. */
  sourceCount: z.int(),
  /**
   * The public link of the newest film in this language, as a file and as a page; `null` if it is not shared.
   */
  shareUrl: z.string().nullable(),
  watchUrl: z.string().nullable(),
});
export type Film = z.infer<typeof filmSchema>;

/** GET /api/projects/{id} */
export const projectSchema = z.object({
  id: uuidSchema,
  title: z.string(),
  description: z.string(),
  status: projectStatusSchema,
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
  thumbnail: z.string().nullable(),
  /** A signed link of the newest film; `null` if the project has no film. */
  finalVideoLink: z.string().nullable(),
  films: z.array(filmSchema),
  sections: z.array(sectionSchema),
  /** The number of distinct sources of the sections: videos and uploads. A title card has none. */
  sourceCount: z.int(),
  /** The film's music; `null` if it has none. */
  music: musicSchema.nullable(),
  /** The creator's choices for the film. An absent option is that of the newest film. */
  filmChoices: filmChoicesSchema,
  notices: z.array(z.string()),
  /** The reasons for the sections of a drafted project; `null` for others, and once dismissed. */
  draft: z.nullable(draftSchema),
  /**
   * Videos that could not be processed, with the reason. Retrying them is free, and may help if `retryable`.
   */
  failedVideos: z.array(
    z.object({ id: videoIdSchema, title: z.string(), message: z.string(), retryable: z.boolean() }),
  ),
  history: editHistorySchema,
  /** The proposed edits that wait for a decision, newest first. */
  proposals: z.array(proposalSummarySchema),
  /** The newest run of each kind, active or ended. */
  processing: runSchema.nullable(),
  generation: runSchema.nullable(),
  /** The newest publishing of its films, and the published films, newest first. */
  publishing: z.nullable(runSchema),
  publications: z.array(publicationSchema),
  /** The newest translation of its texts. */
  translation: z.nullable(runSchema),
  /** The newest transcription of a video. */
  hearing: z.nullable(runSchema),
  /** Media and proxies that are currently being prepared for this project. */
  preparations: z.array(runSchema),
});
export type Project = z.infer<typeof projectSchema>;

/** The maximum number of sections that a card lists. */
export const LISTED_CLIPS = 12;

/** One card of GET /api/user/videos. */
export const projectSummarySchema = projectSchema
  .omit({
    sections: true,
    films: true,
    music: true,
    filmChoices: true,
    notices: true,
    draft: true,
    failedVideos: true,
    history: true,
    proposals: true,
    processing: true,
    generation: true,
    publishing: true,
    publications: true,
    translation: true,
    hearing: true,
    preparations: true,
    sourceCount: true,
  })
  .extend({
    duration: secondsSchema,
    sectionCount: z.int(),
    /** The active run, otherwise the newest. */
    run: runSchema.nullable(),
    /**
     * Its first sections, for when the project itself cannot be loaded. Few, so that a thousand cards stay
     * small.
     */
    clips: z
      .array(z.object({ title: z.string(), startTime: secondsSchema, endTime: secondsSchema }))
      .max(LISTED_CLIPS),
    /** The project's films, newest first. */
    films: z.array(filmSchema.pick({ language: true, shareUrl: true, watchUrl: true })),
  });
export type ProjectSummary = z.infer<typeof projectSummarySchema>;

export const userVideosQuerySchema = z.object({
  search: z.string().max(MAX_QUERY).optional(),
  sort: z.enum(['newest', 'oldest', 'title', 'duration']).default('newest'),
  filter: z.enum(['all', 'completed', 'processing', 'failed']).default('all'),
});

/** One row of GET /api/user/videos/deleted. */
export const deletedProjectSchema = z.object({
  id: uuidSchema,
  title: z.string(),
  deletedAt: timestampSchema,
});

/** POST /api/projects/{id}/duplicate */
export const duplicateResultSchema = z.object({ projectId: uuidSchema });

/** GET /api/projects/{id}/clips */
export const clipsQuerySchema = z.object({
  language: languageSchema.default('en'),
  force_refresh: z.stringbool().default(false),
});

export const projectPatchSchema = z
  .object({
    title: titleSchema,
    description: z
      .string()
      .trim()
      .max(MAX_DESCRIPTION, `A description has at most ${MAX_DESCRIPTION} characters.`),
    /** Dismisses the reasons for a drafted project's sections. */
    draft: z.null(),
  })
  .partial()
  .strict();
