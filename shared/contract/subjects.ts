import { z } from 'zod';

const ms = z.int().min(0).max(86_400_000);
const share = z.number().min(0).max(1);

/** The maximum number of faces that are stored for one frame: the largest ones. */
export const MAX_FACES = 5;

/** A face in a frame: its centre and its size, as shares of the frame. */
export const faceSchema = z.object({ x: share, y: share, width: share, height: share });
export type Face = z.infer<typeof faceSchema>;

/** The faces of a video's frame at a time; empty if no face is detected. */
export const faceSampleSchema = z.object({ atMs: ms, faces: z.array(faceSchema).max(MAX_FACES) });
export type FaceSample = z.infer<typeof faceSampleSchema>;

/** The maximum number of shots of one section that are framed by hand. */
export const MAX_SHOT_CROPS = 200;

/**
 * Manual crops of shots that otherwise follow their subject, in order of time. Each applies to the shot that
 * is shown at this time of the video. 0 is its left or upper end, 1 its right or lower end.
 */
export const shotCropsSchema = z
  .array(z.object({ atMs: ms, crop: share }))
  .max(MAX_SHOT_CROPS)
  .refine((crops) => crops.every(({ atMs }, index) => atMs > (crops[index - 1]?.atMs ?? -1)), {
    message: 'The shots must be in order, each once.',
  });
export type ShotCrops = z.infer<typeof shotCropsSchema>;
