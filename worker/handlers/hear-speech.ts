import { hearSpeech } from '#contract/jobs/processing.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import type { Handler } from './handler.ts';
import { transcribeChunks, hearingOf } from './hearing.ts';

/** Transcribes a share of a video's chunks, in parallel with the steps for the other chunks. */
export const handleHearSpeech: Handler<'hear-speech'> = async (context) => {
  const { videoId, spoken, part, parts } = context.input;
  const hearing = await hearingOf(context, videoId, spoken);
  const mine = hearing.chunks.filter((_, place) => place % parts === part);
  const transcribed = await transcribeChunks(context, hearing, mine, parts);
  const chunks = transcribed.map((chunk) => chunk.key);
  const key = artifactKey(hearSpeech, [hearing.key, part, parts, ...chunks]);
  const data = { chunks };
  await context.backend.artifacts.build(hearSpeech, key, hearing.ownerId, async () => ({ data, files: [] }));
  // An empty share does not measure this machine's speed.
  return { key, reused: transcribed.every((chunk) => chunk.reused) };
};
