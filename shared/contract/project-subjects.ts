import { z } from 'zod';
import { ms, uuidSchema } from './primitives.ts';
import { faceSampleSchema } from './subjects.ts';

/** A video of a project's sections, with the faces that a camera can follow. */
export const videoSubjectsSchema = z.object({
  sectionIds: z.array(uuidSchema),
  durationMs: ms,
  /** The times of hard cuts, from the scan. */
  shotsMs: z.array(ms),
  /** The size of its frames, in pixels. */
  picture: z.object({ width: z.int().positive(), height: z.int().positive() }),
  /** `null` until its faces are found. */
  samples: z.nullable(z.array(faceSampleSchema)),
});
export type VideoSubjects = z.infer<typeof videoSubjectsSchema>;

/** GET /api/projects/{id}/subjects */
export const projectSubjectsSchema = z.object({
  /** Whether a worker of this installation finds faces. */
  installed: z.boolean(),
  videos: z.array(videoSubjectsSchema),
});
export type ProjectSubjects = z.infer<typeof projectSubjectsSchema>;

/** POST /api/projects/{id}/subjects: finds the faces in the videos of these sections. */
export const findSubjectsSchema = z.object({ sectionIds: z.array(uuidSchema).min(1).max(1000) }).strict();
/** The run that finds them; `null` if all are known. */
export const findSubjectsResultSchema = z.object({ runId: z.nullable(uuidSchema) });
