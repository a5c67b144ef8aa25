import type { Handler } from './handler.ts';
import { hearingOf } from './hearing.ts';

/** Takes the sound out of a fetched video, and finds where somebody speaks, in which language. */
export const handleExtractSound: Handler<'extract-sound'> = async (context) =>
  (await hearingOf(context, context.input.videoId, context.input.spoken)).sound;
