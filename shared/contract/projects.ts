import { z } from 'zod';
import { MAX_DESCRIPTION, MAX_QUERY } from './limits.ts';
import {
  aspectSchema,
  genderSchema,
  languageCodeSchema,
  languageSchema,
  qualitySchema,
  secondsSchema,
  timestampSchema,
  titleSchema,
  uuidSchema,
} from './primitives.ts';
import { publicationSchema } from './channel.ts';
import { runSchema } from './runs.ts';
import { editHistorySchema, sectionSchema } from './sections.ts';
import { linkSchema, videoIdSchema } from './videos.ts';

/** The highest limits that an installation may set for a compilation; /api/config has its actual ones. */
export const MOST_VIDEOS = 100;

/** POST /api/projects/process. `links` has the URL of every manual card among videoIds. */
export const processRequestSchema = z.object({
  videoIds: z
    .array(videoIdSchema)
    .min(1)
    .max(MOST_VIDEOS)
    .transform((ids) => [...new Set(ids)]),
  projectTitle: titleSchema,
  links: z.array(linkSchema).max(MOST_VIDEOS).optional(),
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
  burnedSubtitles: z.boolean(),
  /** The voice of its narrations; null without any, or with several voices. */
  gender: z.nullable(genderSchema),
  /** Signed links of the subtitles; null for a film without speech. */
  subtitles: z.object({ vtt: z.string(), srt: z.string() }).nullable(),
  createdAt: timestampSchema,
  /** True when the project was edited after this film was started. */
  edited: z.boolean(),
  finalVideoLink: z.string(),
  chapters: z.array(z.object({ title: z.string(), start: secondsSchema, sectionId: uuidSchema })),
  /** The number of distinct sources in it. */
  sourceCount: z.int(),
  /** The public link of the newest film in this language; null when it is not shared. */
  shareUrl: z.string().nullable(),
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
  /** Signed link of the newest film; null without one. */
  finalVideoLink: z.string().nullable(),
  films: z.array(filmSchema),
  sections: z.array(sectionSchema),
  /** Distinct sources of the sections: videos and uploads; a title card has none. */
  sourceCount: z.int(),
  notices: z.array(z.string()),
  /** Videos that could not be processed, with the reason; retrying them is free. */
  failedVideos: z.array(z.object({ id: videoIdSchema, title: z.string(), message: z.string() })),
  history: editHistorySchema,
  /** The newest run of each kind, terminal or not. */
  processing: runSchema.nullable(),
  generation: runSchema.nullable(),
  /** The newest publishing of its films, and the published ones, newest first. */
  publishing: z.nullable(runSchema),
  publications: z.array(publicationSchema),
  /** Media that are being prepared for this project now. */
  preparations: z.array(runSchema),
});
export type Project = z.infer<typeof projectSchema>;

/** The most sections that a card lists. */
export const LISTED_CLIPS = 12;

/** One card of GET /api/user/videos. */
export const projectSummarySchema = projectSchema
  .omit({
    sections: true,
    films: true,
    notices: true,
    failedVideos: true,
    history: true,
    processing: true,
    generation: true,
    publishing: true,
    publications: true,
    preparations: true,
    sourceCount: true,
  })
  .extend({
    duration: secondsSchema,
    sectionCount: z.int(),
    /** The active run, else the last one. */
    run: runSchema.nullable(),
    /** Its first sections, for when the project itself cannot be read; few, so that a thousand cards stay small. */
    clips: z
      .array(z.object({ title: z.string(), startTime: secondsSchema, endTime: secondsSchema }))
      .max(LISTED_CLIPS),
    /** Its films, newest first. */
    films: z.array(filmSchema.pick({ language: true, shareUrl: true })),
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

/** POST /api/projects/{id}/share: the one public link of a film. */
export const shareResultSchema = z.object({ url: z.string() });

/** GET /api/projects/{id}/clips */
export const clipsQuerySchema = z.object({
  language: languageSchema.default('en'),
  force_refresh: z.stringbool().default(false),
});

export const projectPatchSchema = z
  .object({ title: titleSchema, description: z.string().trim().max(MAX_DESCRIPTION) })
  .partial()
  .strict();
