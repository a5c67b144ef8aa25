import type { Handler } from './handler.ts';
import { hearingOf } from './hearing.ts';

/** Extracts the audio of a fetched video, and detects speech and its language. */
export const handleExtractSound: Handler<'extract-sound'> = async (context) =>
  (await hearingOf(context, context.input.videoId, context.input.spoken)).sound;
