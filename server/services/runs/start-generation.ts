import { isDeepStrictEqual } from 'node:util';
import { lookIn } from '#film/captions/caption-look.ts';
import type { GenerateRequest } from '#contract/generation.ts';
import { type GenerationInput, generationInputSchema } from '#contract/jobs/generation.ts';
import { type FilmOptions, filmOptionsSchema } from '#contract/versions.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { type Caps, withinCaps } from '#core/repositories/account/holdings.ts';
import { findActiveRun } from '#core/repositories/runs/runs.ts';
import { recordEdit } from '#core/repositories/projects/section-edits.ts';
import { findSections, setSectionText, touchSection } from '#core/repositories/projects/sections.ts';
import { insertVersion } from '#core/repositories/versions/film-versions.ts';
import { type NewRun, startRun } from '#core/runs/start-run.ts';
import { freezeFilm } from '../films/freeze-film.ts';
import { readEngineNames } from '../section-views/made-narrations.ts';
import type { KeyedCaller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { readTranscriptMatches } from '../section-views/transcript-matches.ts';
import { sectionTextIn } from '../section-views/section-text.ts';

/**
 * Freezes the project's sections and starts a film. While an equal run is active, returns that run.
 * @throws AppError `not_found`; `sections_changed` for a clip that is not the project's; `conflict` while
 * another film of the project is being made; `unprocessable` without sections, or if the account has reached
 * a cap
 */
export async function startGeneration(
  backend: Backend,
  { userId, idempotencyKey: key }: KeyedCaller,
  { projectId }: ProjectId,
  request: GenerateRequest,
): Promise<{ runId: string }> {
  const { config } = backend;
  // A missing project is reported before any other error of the request.
  await ownProject(backend.db, projectId, userId);
  const { translates, faces, encoder } = await readEngineNames(backend);
  const call = { scope: 'generate', key, request: { projectId, ...request } };
  return startRun(backend, 'generation', { userId, call }, async (trx, begin) => {
    const project = await ownProject(trx, projectId, userId, true);
    await withinCaps(trx, config.caps, { userId, projectIds: [projectId] }, () =>
      saveTexts(trx, projectId, request),
    );
    const input = await freezeFilm(trx, project, request, { translates, faces, encoder });
    const active = await findActiveRun(trx, projectId, 'generation');
    if (active) {
      const same = isDeepStrictEqual(
        withoutEncoder(generationInputSchema.parse(active.input)),
        withoutEncoder(input),
      );
      if (same) return { runId: active.id };
      throw new AppError(
        'conflict',
        'Another film of this project is being made. Wait for it or cancel it first.',
      );
    }
    return beginFilm(trx, begin, { userId, projectId, caps: config.caps }, input);
  });
}

/** Returns a film without its encoder, which may change while the film is made. */
const withoutEncoder = (film: GenerationInput) => ({ ...film, encoder: undefined });

/**
 * Begins the run of a frozen film and stores its version. The project must be locked, and no other film of it
 * may be in progress.
 */
export async function beginFilm(
  trx: Executor,
  begin: (run: NewRun<'generation'>) => Promise<string>,
  { userId, projectId, caps }: { userId: string; projectId: string; caps: Caps },
  input: GenerationInput,
): Promise<{ runId: string }> {
  const runId = await begin({ projectId, input, language: input.language });
  const ownIds = input.sections.flatMap(({ sectionId }) => (sectionId === projectId ? [] : sectionId));
  await insertVersion(
    trx,
    { projectId, runId, userId },
    { options: optionsOf(input), sectionIds: ownIds },
    caps,
  );
  return { runId };
}

/**
 * Returns the options of a film that is being frozen. Without those that do not apply: a voice if there are
 * several, the caption style if captions are not drawn.
 */
function optionsOf({ sections, ...film }: GenerationInput): FilmOptions {
  const genders = new Set(sections.flatMap(({ narration }) => narration?.gender ?? []));
  const undrawn = Object.fromEntries(Object.keys(lookIn(film)).map((name) => [name, undefined]));
  return filmOptionsSchema.parse({
    ...film,
    ...(!film.burnSubtitles && undrawn),
    gender: genders.size === 1 ? [...genders][0] : null,
  });
}

/** The payload's texts are saved first, so that the film has the texts that the page shows. */
async function saveTexts(
  trx: Executor,
  projectId: string,
  { videos, language }: GenerateRequest,
): Promise<void> {
  if (!videos) return;
  const rows = await findSections(trx, projectId);
  const transcriptions = new Map(videos.map((clip) => [clip.clipid, clip.transcription]));
  const matches = await readTranscriptMatches(trx, rows, language);
  const changed = rows.filter((row) => {
    const text = transcriptions.get(row.id);
    return (
      text !== undefined && text !== sectionTextIn(row, language, matches.get(row.id)?.remainingText ?? null)
    );
  });
  if (changed.length === 0) return;
  await recordEdit(trx, projectId, { kind: 'text', label: 'Edit texts' }, async () => {
    for (const row of changed) {
      await setSectionText(trx, row.id, language, transcriptions.get(row.id)!);
      await touchSection(trx, row.id);
    }
  });
}
