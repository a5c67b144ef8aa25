import { z } from 'zod';
import { type MusicSnapshot, musicSnapshotSchema } from '#contract/jobs/generation.ts';

/** A project's music as stored in its row: the upload, and all of its properties that a film needs. */
export const keptMusicSchema = musicSnapshotSchema.extend({ objectId: z.uuid(), fileName: z.string() });
export type KeptMusic = z.infer<typeof keptMusicSchema>;

export const musicOf = ({ music }: { music: unknown }): KeptMusic | null =>
  music === null ? null : keptMusicSchema.parse(music);

/** Returns what a film needs of its project's music. */
export const musicSnapshot = (music: KeptMusic): MusicSnapshot => musicSnapshotSchema.parse(music);
