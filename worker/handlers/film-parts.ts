import {
  type GenerationInput,
  type RenderedSection,
  renderJoin,
  renderSection,
} from '#contract/jobs/generation.ts';
import { joinsOf } from '#film/transitions/transitions.ts';
import { StepError } from '#core/lib/errors.ts';
import { divideFilm, type JoinPart } from '#film/transitions/film-parts.ts';
import type { Built } from '#core/storage/artifact-store.ts';
import { ignoreMissingFile } from '#core/storage/storage.ts';
import { stepKey } from '#core/lib/step-key.ts';
import { lengthFault, readKeyframes, readTracks } from '../media/mov-boxes.ts';
import type { StepContext } from './handler.ts';
import { notRendered } from './section-at.ts';

export interface RenderedPart extends Built<RenderedSection> {
  openedPath: string;
}

const SECTION_FILE = 'section.mov';

const stepOf = (place: number) => stepKey(renderSection, place);
export const transitionStep = (place: number): string => stepKey(renderJoin, place);

/** The part of an artifact's data that names its film's encoder. */
export const encodedBy = ({ encoder }: GenerationInput): Pick<RenderedSection, 'encoder'> =>
  encoder ? { encoder } : {};

/** Creates the error that redoes the rendering of these sections. */
export const renderAgain = ({ sections }: GenerationInput, places: readonly number[]): StepError =>
  StepError.redo(
    places.map((place) => ({ key: stepOf(place), message: notRendered(sections[place]!.title) })),
  );

/**
 * Returns the artifact keys of the film's sections from one place up to another (exclusive). Throws a redo
 * for missing ones.
 */
export function renderedKeys(
  film: GenerationInput,
  dependencies: StepContext<'join-film'>['dependencies'],
  { from, to }: { from: number; to: number },
): string[] {
  const places = film.sections.map((_, place) => place).slice(from, to);
  const missing = places.filter((place) => !dependencies[stepOf(place)]);
  if (missing.length > 0) throw renderAgain(film, missing);
  return places.map((place) => dependencies[stepOf(place)]!);
}

/** Opens these rendered sections, the first of them at `from`. Throws a redo for missing and damaged ones. */
export async function openRendered(
  { backend, log }: Pick<StepContext<'join-film'>, 'backend' | 'log'>,
  film: GenerationInput,
  keys: readonly string[],
  from: number,
): Promise<RenderedPart[]> {
  const open = async (key: string): Promise<RenderedPart | null> => {
    const part = await backend.artifacts.find(renderSection, key);
    // A section from before its film continued with x264 is rendered again.
    if (!part || part.data.encoder !== film.encoder) return null;
    const openedPath = await part.path(SECTION_FILE).catch(ignoreMissingFile);
    const fault = openedPath
      ? await readTracks(openedPath).then((tracks) => lengthFault(tracks, part.data), String)
      : 'The file is missing.';
    if (openedPath && !fault) return { ...part, openedPath };
    log.warn({ key, fault }, 'section will be rendered again');
    await backend.artifacts.discard(part);
    return null;
  };
  const opened = await Promise.all(keys.map(open));
  const missing = opened.flatMap((part, index) => (part ? [] : [from + index]));
  if (missing.length > 0) throw renderAgain(film, missing);
  return opened.map((part) => part!);
}

/** Returns the rendered transition after each of these sections but the last; `null` for a cut. */
export async function transitionsOf(
  film: GenerationInput,
  parts: readonly RenderedPart[],
  from: number,
): Promise<(JoinPart | null)[]> {
  const joinable = parts.map(({ data }, index) => ({ ...film.sections[from + index]!, frames: data.frames }));
  const joins = joinsOf(joinable, film.frameRate);
  if (joins.every((join) => join === null)) return joins.map(() => null);
  const sized = await Promise.all(
    parts.map(async ({ data, openedPath }) => ({
      frames: data.frames,
      keyframes: data.keyframes ?? (await readKeyframes(openedPath)),
    })),
  );
  return divideFilm(sized, joins).joins;
}
