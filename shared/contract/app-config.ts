import { z } from 'zod';
import { languageCodeSchema, qualitySchema } from './primitives.ts';

/** GET /api/config: what this installation can do, and what stands in for what. */
export const appConfigSchema = z.object({
  mode: z.enum(['local', 'production']),
  /** The entries of the page's filter; a stand-in is one on this machine that answers as the site would. */
  sources: z.array(
    z.object({ id: z.string(), name: z.string(), available: z.boolean(), standIn: z.boolean() }),
  ),
  languages: z.array(z.object({ code: languageCodeSchema, name: z.string() })),
  qualities: z.array(qualitySchema),
  /** Ids, most with versions; "none" where there is none. */
  engines: z.object({
    transcriber: z.string(),
    voice: z.string(),
    translator: z.string(),
    titles: z.string(),
  }),
  /** How credit packs are paid; null when buying is not set up here. A stand-in charges nothing. */
  payment: z.object({ standIn: z.boolean() }).nullable(),
  /** Where videos are published. A stand-in shows them to nobody. */
  channel: z.object({ standIn: z.boolean() }),
  /** One sentence each, e.g. "Sign-in: a local stand-in instead of Google." */
  standIns: z.array(z.string()),
  /** What a worker found missing on its machine, one sentence each. */
  warnings: z.array(z.string()),
  links: z.object({
    /** The version of yt-dlp, which finds the videos of pages; null without it: then only links of files are taken. */
    pages: z.nullable(z.string()),
    /** What yt-dlp runs a site's scripts with, such as "node-24.1.0"; without it YouTube tells it little. */
    runtime: z.nullable(z.string()),
    /** Where links to try are listed, in local mode. */
    examples: z.nullable(z.string()),
  }),
  limits: z.object({
    maxVideos: z.int(),
    maxTotalSeconds: z.int(),
    /** Of a video for the connected channel. */
    channelUploadBytes: z.int(),
  }),
});
export type AppConfig = z.infer<typeof appConfigSchema>;
