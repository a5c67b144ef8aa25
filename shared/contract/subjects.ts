import { z } from 'zod';

const ms = z.int().min(0).max(86_400_000);
const share = z.number().min(0).max(1);

/** The most faces that are kept of one frame: the largest ones. */
export const MOST_FACES = 5;

/** A face in a frame: the place of its centre and its size, as shares of the frame. */
export const faceSchema = z.object({ x: share, y: share, width: share, height: share });
export type Face = z.infer<typeof faceSchema>;

/** The faces of a video's frame at a time; none where nobody's face is seen. */
export const faceSampleSchema = z.object({ atMs: ms, faces: z.array(faceSchema).max(MOST_FACES) });
export type FaceSample = z.infer<typeof faceSampleSchema>;

/** The most shots of one section whose framing is set by hand. */
export const MAX_SHOT_CROPS = 200;

/**
 * Which part of the picture is kept, by hand, of the shots that follow their subject: of the shot that is shown at this
 * time of the video, in order of time. 0 is its left or upper end, 1 its right or lower end.
 */
export const shotCropsSchema = z
  .array(z.object({ atMs: ms, crop: share }))
  .max(MAX_SHOT_CROPS)
  .refine((crops) => crops.every(({ atMs }, index) => atMs > (crops[index - 1]?.atMs ?? -1)), {
    message: 'The shots must be in order, each once.',
  });
export type ShotCrops = z.infer<typeof shotCropsSchema>;
