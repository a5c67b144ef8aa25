import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { generationInputSchema, renderJoin } from '#contract/jobs/generation.ts';
import { framesToMs } from '#contract/frames.ts';
import { joinFrames } from '#contract/transitions.ts';
import { joinKey } from '#core/film/keys.ts';
import { renderTransition } from '../media/transition.ts';
import { timeWords } from '../detail-words.ts';
import { openRendered, renderedKeys, transitionsOf } from './film-parts.ts';
import type { Handler } from './handler.ts';

/** Renders the transition after a section, from the end of its rendered picture and sound and the start of the next. */
export const handleRenderJoin: Handler<'render-join'> = async (context) => {
  const { backend, run, input, dependencies, signal, report } = context;
  const film = generationInputSchema.parse(run.input);
  // The sections beside the two decide how much of these their own transitions leave.
  const from = Math.max(0, input.index - 1);
  const keys = renderedKeys(film, dependencies, { from, to: input.index + 3 });
  const parts = await openRendered(context, film, keys, from);
  const place = input.index - from;
  const part = (await transitionsOf(film, parts, from))[place];
  if (!part) throw new Error('A cut has no step for its transition.');
  const key = joinKey(keys[place]!, keys[place + 1]!, part);
  return backend.artifacts.build(renderJoin, key, run.user_id, async (workDir) => {
    const rendered = ({ data, files }: (typeof parts)[number]) => ({
      path: files['section.mov']!,
      frames: data.frames,
    });
    const { width, height, frameRate } = film;
    const lengthMs = framesToMs(joinFrames(part), frameRate);
    const made = await renderTransition([rendered(parts[place]!), rendered(parts[place + 1]!)], part, {
      ffmpeg: backend.ffmpeg,
      width,
      height,
      frameRate,
      outFile: join(workDir, 'join.mov'),
      workDir,
      signal,
      threads: availableParallelism(),
      onProgress: (fraction) =>
        report(fraction, timeWords(`Rendering transition ${input.index + 1}:`, fraction, lengthMs)),
    });
    return { data: made, files: ['join.mov'] };
  });
};
