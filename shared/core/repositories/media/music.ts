import { z } from 'zod';
import { type MusicSnapshot, musicSnapshotSchema } from '#contract/jobs/generation.ts';

/** A project's music as stored in its row: the upload, and all of its properties that a film needs. */
export const storedMusicSchema = musicSnapshotSchema.extend({ objectId: z.uuid(), fileName: z.string() });
export type StoredMusic = z.infer<typeof storedMusicSchema>;

export const musicOf = ({ music }: { music: unknown }): StoredMusic | null =>
  music === null ? null : storedMusicSchema.parse(music);

/** Returns what a film needs of its project's music. */
export const musicSnapshot = (music: StoredMusic): MusicSnapshot => musicSnapshotSchema.parse(music);
