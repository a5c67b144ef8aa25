import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type GenerationInput, narrateSection, renderJoin } from '#contract/jobs/generation.ts';
import { framesToMs } from '#film/frames.ts';
import { captionRange, type FilmJoin, joinFrames } from '#film/transitions/transitions.ts';
import { StepError } from '#core/lib/errors.ts';
import type { JoinPart } from '#film/transitions/film-parts.ts';
import { joinKey } from '#core/film/keys.ts';
import { captionRoom } from '#film/captions/place.ts';
import { withSubjects } from '#core/film/subjects.ts';
import { stepKey } from '#core/lib/step-key.ts';
import type { SectionSpec } from '../media/section-spec.ts';
import { renderTransition } from '../media/transition.ts';
import { timeWords } from '../progress/detail-words.ts';
import { type FilmEncoding, withFilmEncoder } from './film-encoder.ts';
import { encodedBy, openRendered, renderedKeys, transitionsOf } from './film-parts.ts';
import type { Handler, StepContext } from './handler.ts';
import { describeSection } from './render-section.ts';
import { filmOf, notRendered } from './section-at.ts';

/**
 * Renders the transition after a section, from the end of its rendered video and audio and the start of the
 * next section.
 */
export const handleRenderJoin: Handler<'render-join'> = async (context) =>
  withFilmEncoder(context, await filmOf(context), (encoding) => renderBetween(context, encoding));

async function renderBetween(
  context: StepContext<'render-join'>,
  { film, encoder, ffmpeg }: FilmEncoding,
): Promise<{ key: string; reused: boolean }> {
  const { backend, run, input, dependencies, signal, report } = context;
  // The neighbours of the two sections determine how much of them their own transitions leave.
  const from = Math.max(0, input.index - 1);
  const keys = renderedKeys(film, dependencies, { from, to: input.index + 3 });
  const parts = await openRendered(context, film, keys, from);
  const place = input.index - from;
  const joins = await transitionsOf(film, parts, from);
  const part = joins[place];
  if (!part) throw new Error('A cut has no step for its transition.');
  const key = joinKey(keys[place]!, keys[place + 1]!, part);
  return backend.artifacts.build(renderJoin, key, run.userId, async (workDir) => {
    const { width, height, frameRate } = film;
    const rendered = async (at: number) => {
      const { data, openedPath: path } = parts[at]!;
      const around = { before: joins[at - 1], after: joins[at] };
      const spec = part.blend && (await specOf(context, film, from + at, around));
      return { path, frames: data.frames, ...(spec && { spec }) };
    };
    const sections = [await rendered(place), await rendered(place + 1)] as const;
    const lengthMs = framesToMs(joinFrames(part), frameRate);
    const transition = await renderTransition(
      [...sections],
      withinRoom(part, sections[0].spec, film, input.index),
      {
        ffmpeg,
        width,
        height,
        frameRate,
        encoder,
        outFile: join(workDir, 'join.mov'),
        workDir,
        signal,
        threads: availableParallelism(),
        onProgress: (fraction) =>
          report(fraction, timeWords(`Rendering transition ${input.index + 1}:`, fraction, lengthMs)),
      },
    );
    return { data: { ...transition, ...encodedBy(film) }, files: ['join.mov'] };
  });
}

/**
 * Returns the specification that a section was rendered from, with its captions as the film shows them beside
 * these transitions.
 */
async function specOf(
  { backend, run, dependencies, signal }: StepContext<'render-join'>,
  film: GenerationInput,
  index: number,
  around: { before: FilmJoin | null | undefined; after: FilmJoin | null | undefined },
): Promise<SectionSpec> {
  const section = withSubjects(film.sections[index]!, dependencies);
  const step = stepKey(narrateSection, index);
  const key = dependencies[step] ?? null;
  const narration = key ? await backend.artifacts.find(narrateSection, key) : undefined;
  if (section.narration && !narration) {
    throw StepError.redo([{ key: step, message: notRendered(section.title) }]);
  }
  const { spec } = await describeSection(backend, film, section, {
    narration,
    ownerId: run.userId,
    signal,
  });
  if (!spec.text) return spec;
  const room = captionRoom({ frames: spec.fit.effectiveFrames }, around, film.frameRate);
  const cues = spec.text.cues.flatMap((cue) => {
    const range = captionRange(cue, room);
    return range ? [{ ...cue, ...range }] : [];
  });
  return { ...spec, text: { ...spec.text, cues } };
}

/** A narration may already show some of the video after its section's end. */
function withinRoom(
  part: JoinPart,
  spec: SectionSpec | undefined,
  { sections, frameRate }: GenerationInput,
  index: number,
): JoinPart {
  const { blend } = part;
  const handleMs = sections[index]!.edges?.end.handleMs ?? 0;
  if (!blend || !spec || spec.fit.extendMs === 0) return part;
  const availableFrames = Math.floor((Math.max(0, handleMs - spec.fit.extendMs) * frameRate) / 1000);
  const after = Math.min(blend.handles.after, availableFrames);
  return { ...part, blend: { ...blend, handles: { ...blend.handles, after } } };
}
