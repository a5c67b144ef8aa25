import { z } from 'zod';
import { MAX_MUSIC_CREDIT, MAX_MUSIC_FADE, MAX_MUSIC_MS, MUSIC_VOLUME } from './music-limits.ts';
import { secondsSchema, titleSchema } from './primitives.ts';

/** A creator's settings of the film's music, beside its file. */
export const musicSettingsSchema = z.object({
  title: titleSchema,
  /** The author and licence in the form that the source requires; empty if there is no credit. */
  credit: z.string().trim().max(MAX_MUSIC_CREDIT),
  /** 1 is as loud as the film's own audio, 0 is silent. */
  volume: z.number().min(0).max(1),
  /** The duration of the fade-out at the film's end, in seconds. */
  fadeOut: z.number().min(0).max(MAX_MUSIC_FADE),
  /** The position in its file at which the music starts, in seconds. */
  start: secondsSchema.max(MAX_MUSIC_MS / 1000),
  /** Whether it is lowered while the film's own audio plays. */
  ducked: z.boolean(),
});
export type MusicSettings = z.infer<typeof musicSettingsSchema>;

/** The default settings of music. Its title is the file name. */
export const MUSIC_DEFAULTS: Omit<MusicSettings, 'title'> = {
  credit: '',
  volume: MUSIC_VOLUME,
  fadeOut: 3,
  start: 0,
  ducked: true,
};

/** The film's music, as sent to the page. */
export const musicSchema = musicSettingsSchema.extend({
  fileName: z.string(),
  /** The length of the whole file. */
  duration: secondsSchema,
  /** The gain from the loudness of its file to the film's. */
  gainDb: z.number(),
  /** A signed link of its file, valid for an hour. */
  url: z.string(),
});
export type Music = z.infer<typeof musicSchema>;

/**
 * PATCH /api/projects/{id}/music: the changed settings, or the `objectPath` of an upload, which replaces the
 * film's music and retains its volume, fade and ducking.
 */
export const musicPatchSchema = musicSettingsSchema
  .extend({ objectPath: z.string().max(300) })
  .partial()
  .strict()
  .refine((patch) => Object.keys(patch).length > 0, { message: 'Nothing to change.' });
export type MusicPatch = z.infer<typeof musicPatchSchema>;
