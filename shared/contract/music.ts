import { z } from 'zod';
import { MAX_MUSIC_CREDIT, MAX_MUSIC_FADE, MAX_MUSIC_MS, MUSIC_VOLUME } from './music-sound.ts';
import { secondsSchema, titleSchema } from './primitives.ts';

/** What a creator chooses for the film's music, beside its file. */
export const musicSettingsSchema = z.object({
  title: titleSchema,
  /** Who made it and under which licence, as its source wants it; empty for nobody. */
  credit: z.string().trim().max(MAX_MUSIC_CREDIT),
  /** 1 is as loud as the film's own sound, 0 silent. */
  volume: z.number().min(0).max(1),
  /** How long it falls to silence at the film's end, in seconds. */
  fadeOut: z.number().min(0).max(MAX_MUSIC_FADE),
  /** Where in its file it starts, in seconds. */
  start: secondsSchema.max(MAX_MUSIC_MS / 1000),
  /** It becomes softer while the film's own sound is heard. */
  ducked: z.boolean(),
});
export type MusicSettings = z.infer<typeof musicSettingsSchema>;

/** The settings of new music; its title is its file's name. */
export const MUSIC_DEFAULTS: Omit<MusicSettings, 'title'> = {
  credit: '',
  volume: MUSIC_VOLUME,
  fadeOut: 3,
  start: 0,
  ducked: true,
};

/** The film's music, as the page has it. */
export const musicSchema = musicSettingsSchema.extend({
  fileName: z.string(),
  /** Of the whole file. */
  duration: secondsSchema,
  /** From the loudness of its file to the film's. */
  gainDb: z.number(),
  /** A signed link of its file, which lives for an hour. */
  url: z.string(),
});
export type Music = z.infer<typeof musicSchema>;

/**
 * PATCH /api/projects/{id}/music: the changed settings, or the `objectPath` of an upload, which becomes the film's music
 * in place of the one before and keeps its volume, fade and ducking.
 */
export const musicPatchSchema = musicSettingsSchema
  .extend({ objectPath: z.string().max(300) })
  .partial()
  .strict()
  .refine((patch) => Object.keys(patch).length > 0, { message: 'Nothing to change.' });
export type MusicPatch = z.infer<typeof musicPatchSchema>;
