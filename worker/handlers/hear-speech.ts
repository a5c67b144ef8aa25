import { hearSpeech } from '#contract/jobs/processing.ts';
import { artifactKey } from '#core/artifact-key.ts';
import type { Handler } from './handler.ts';
import { hearChunks, hearingOf } from './hearing.ts';

/** Hears a share of a video's chunks, beside the steps that hear the others. */
export const handleHearSpeech: Handler<'hear-speech'> = async (context) => {
  const { videoId, spoken, part, parts } = context.input;
  const hearing = await hearingOf(context, videoId, spoken);
  const mine = hearing.chunks.filter((_, place) => place % parts === part);
  const heard = await hearChunks(context, hearing, mine, parts);
  const chunks = heard.map((chunk) => chunk.key);
  const key = artifactKey(hearSpeech, [hearing.key, part, parts, ...chunks]);
  const data = { chunks };
  await context.backend.artifacts.build(hearSpeech, key, hearing.ownerId, async () => ({ data, files: [] }));
  // An empty share says nothing about this machine's speed.
  return { key, reused: heard.every((chunk) => chunk.reused) };
};
