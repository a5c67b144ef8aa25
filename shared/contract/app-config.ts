import { z } from 'zod';
import { languageCodeSchema, qualitySchema } from './primitives.ts';
import { providerIdSchema } from './sign-in.ts';

/** GET /api/config: what this installation can do, and which stand-ins it uses. */
export const appConfigSchema = z.object({
  mode: z.enum(['local', 'production']),
  /** The entries of the page's filter; a stand-in replaces the site on this machine. */
  sources: z.array(
    z.object({ id: z.string(), name: z.string(), available: z.boolean(), standIn: z.boolean() }),
  ),
  /** Topics that the search offers before the first one. */
  topics: z.array(z.string()),
  languages: z.array(z.object({ code: languageCodeSchema, name: z.string() })),
  qualities: z.array(qualitySchema),
  /** IDs, most with versions; "none" for a missing engine. */
  engines: z.object({
    transcriber: z.string(),
    voice: z.string(),
    translator: z.string(),
    titles: z.string(),
  }),
  /**
   * The way in which credit packs are paid for; `null` if this installation sells none. A stand-in charges
   * nothing.
   */
  payment: z.object({ standIn: z.boolean() }).nullable(),
  /** The place where videos are published, if users can connect channels. A stand-in publishes nothing. */
  channel: z.object({ available: z.boolean(), standIn: z.boolean() }),
  /** The ways to sign in: a provider's page is /auth/ and its ID; `email` sends a link. */
  signIn: z.object({
    providers: z.array(z.object({ id: providerIdSchema, name: z.string() })),
    email: z.boolean(),
  }),
  /** One sentence each, e.g. "Sign-in: a local stand-in instead of Google." */
  standIns: z.array(z.string()),
  /** Problems that a worker found on its machine, one sentence each. */
  warnings: z.array(z.string()),
  /** The credits of a new user. */
  welcomeCredits: z.int(),
  /** The operator's own pages, and `mailto:` for a contact; `null` for each that is not set. */
  footer: z.object({
    terms: z.nullable(z.string()),
    privacy: z.nullable(z.string()),
    contact: z.nullable(z.string()),
  }),
  links: z.object({
    /**
     * The version of yt-dlp, which finds the videos of pages; `null` if it is not installed: then only links
     * of files are accepted.
     */
    pages: z.nullable(z.string()),
    /** The runtime in which yt-dlp runs a site's scripts, such as "node-24.1.0"; YouTube needs one for most formats. */
    runtime: z.nullable(z.string()),
    /** The page of example links, in local mode. */
    examples: z.nullable(z.string()),
  }),
  limits: z.object({
    maxVideos: z.int(),
    maxTotalSeconds: z.int(),
    /** The size limit of a video for the connected channel, in bytes. */
    channelUploadBytes: z.int(),
    /** The size limit of a footage file, in bytes. */
    footageBytes: z.int(),
  }),
});
export type AppConfig = z.infer<typeof appConfigSchema>;
