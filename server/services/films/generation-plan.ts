import type { z } from 'zod';
import type { generationPlanQuerySchema, generationPlanSchema } from '#contract/generation.ts';
import { type GenerationInput, renderSection } from '#contract/jobs/generation.ts';
import { translateTitles } from '#contract/jobs/titles.ts';
import { joinsOf } from '#film/transitions/transitions.ts';
import type { Executor } from '#core/db/database.ts';
import { divideFilm } from '#film/transitions/film-parts.ts';
import { joinKey, renderKey, titlesKey } from '#core/film/keys.ts';
import { drawnLines, showsTitle, withTitles } from '#film/cards/titles.ts';
import { missingIn, readGlyphs } from '#core/fonts/glyphs.ts';
import type { Backend } from '#core/backend.ts';
import { type Artifact, findArtifacts } from '#core/repositories/media/artifacts.ts';
import { findSections } from '#core/repositories/projects/sections.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { freezeFilm } from './freeze-film.ts';
import { type EngineNames, findFilmNarrations, readEngineNames } from '../section-views/made-narrations.ts';
import { readTranscriptMatches } from '../section-views/transcript-matches.ts';
import { shownText } from '../section-views/section-text.ts';

/** The maximum number of undrawable characters that are named. */
const MAX_NAMED = 20;

/**
 * Returns how many of a project's sections and transitions a film would render now, and how many texts are
 * not in its language.
 * @throws AppError `not_found`
 */
export async function readGenerationPlan(
  backend: Backend,
  { userId }: Caller,
  { projectId }: ProjectId,
  { gender, speaker, ...request }: z.output<typeof generationPlanQuerySchema>,
): Promise<z.infer<typeof generationPlanSchema>> {
  const { db } = backend;
  const project = await ownProject(db, projectId, userId);
  const engines = await readEngineNames(backend);
  const { translates, faces, encoder } = engines;
  const rows = await findSections(db, project.id);
  if (rows.length === 0)
    return {
      sections: 0,
      toRender: 0,
      transitions: 0,
      transitionsToRender: 0,
      untranslated: 0,
      untranslatedTitles: 0,
      readAsWritten: 0,
    };
  const voiceOptions = { translates, faces, encoder, gender, speaker: speaker ?? null };
  const frozen = await freezeFilm(db, project, request, voiceOptions);
  const film = await withMadeTitles(db, engines, frozen);
  const narrations = await findFilmNarrations(db, engines, film.sections);
  const unmade = new Set(film.titles?.map(({ sectionId }) => sectionId));
  const keys = film.sections.map((section) => {
    if (showsTitle(section) && unmade.has(section.sectionId)) return undefined;
    const narration = section.narration ? narrations.get(section.sectionId)?.key : null;
    return narration === undefined ? undefined : renderKey(section, film, narration);
  });
  const rendered = await findArtifacts(db, [...new Set(keys.filter((key) => key !== undefined))]);
  const read = new Set(film.sections.flatMap(({ narration, sectionId }) => (narration ? sectionId : [])));
  const matches = await readTranscriptMatches(db, rows, request.language);
  const untranslated = rows
    .filter((row) => read.has(row.id))
    .map((row) => shownText(row, request.language, matches.get(row.id)?.remainingText ?? null))
    .filter(({ source }) => source === 'untranslated');
  return {
    sections: film.sections.length,
    toRender: keys.filter((key) => key === undefined || !rendered.has(key)).length,
    ...(await countTransitions(db, film, keys, rendered)),
    untranslated: untranslated.length,
    untranslatedTitles: frozen.titles?.length ?? 0,
    readAsWritten: untranslated.filter((entry) => !translates(entry.language, request.language)).length,
    ...(await findUndrawable(film, request.burnSubtitles)),
  };
}

/** Returns the characters that could not be drawn in the film. */
async function findUndrawable(
  { sections }: GenerationInput,
  burnSubtitles: boolean,
): Promise<{ undrawable?: string }> {
  const isDrawable = await readGlyphs();
  const missing = new Set<string>();
  for (const section of sections) {
    const { narration, words, captions } = section;
    const text = narration?.text ?? words.map(({ text }) => text).join(' ');
    const texts = [...drawnLines(section), ...(burnSubtitles && captions ? [text] : [])];
    for (const character of texts.flatMap((text) => missingIn(text, isDrawable))) missing.add(character);
  }
  return missing.size === 0 ? {} : { undrawable: [...missing].slice(0, MAX_NAMED).join('') };
}

/** Returns a film with the translations of its titles, if they exist: then none is left to translate. */
async function withMadeTitles(
  db: Executor,
  { translator }: EngineNames,
  film: GenerationInput,
): Promise<GenerationInput> {
  if (!film.titles || translator === null) return film;
  const key = titlesKey(translator, film.titles, film.language);
  const artifact = (await findArtifacts(db, [key])).get(key);
  if (!artifact) return film;
  return { ...withTitles(film, translateTitles.result.parse(artifact.data).texts), titles: [] };
}

/** Where a section can be cut is only known once it is rendered, so its transitions must be rendered too. */
async function countTransitions(
  db: Executor,
  { sections, frameRate }: GenerationInput,
  keys: readonly (string | undefined)[],
  rendered: Map<string, Artifact>,
) {
  if (sections.every(({ transition }) => transition === 'cut'))
    return { transitions: 0, transitionsToRender: 0 };
  const renderedParts = keys.map((key) => {
    const artifact = key === undefined ? undefined : rendered.get(key);
    return artifact && renderSection.result.parse(artifact.data);
  });
  const joinable = sections.map((section, index) => ({
    ...section,
    frames: renderedParts[index]?.frames ?? Number.MAX_SAFE_INTEGER,
  }));
  const joins = joinsOf(joinable, frameRate);
  const sizes = joinable.map(({ frames }, index) => ({
    frames,
    keyframes: renderedParts[index]?.keyframes ?? [0],
  }));
  const parts = divideFilm(sizes, joins).joins;
  const joinKeys = parts.map((part, index) => {
    const isKnown = renderedParts[index]?.keyframes && renderedParts[index + 1]?.keyframes;
    return part && isKnown ? joinKey(keys[index]!, keys[index + 1]!, part) : undefined;
  });
  const there = await findArtifacts(
    db,
    joinKeys.flatMap((key) => key ?? []),
  );
  const transitions = joins.filter((join) => join !== null).length;
  return {
    transitions,
    transitionsToRender: transitions - joinKeys.filter((key) => key && there.has(key)).length,
  };
}
