import { z } from 'zod';

/** The hardware encoders that films can have instead of x264. */
export const VIDEO_ENCODERS = ['nvenc', 'vaapi', 'qsv'] as const;

export const videoEncoderSchema = z.enum(VIDEO_ENCODERS);
export type VideoEncoder = z.infer<typeof videoEncoderSchema>;
