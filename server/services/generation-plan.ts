import type { z } from 'zod';
import type { generationPlanQuerySchema, generationPlanSchema } from '#contract/generation.ts';
import { renderKey } from '#core/film/keys.ts';
import type { Backend } from '#core/backend.ts';
import { findArtifacts } from '#core/repositories/artifacts.ts';
import type { ProjectRow } from '#core/repositories/projects.ts';
import { findSections } from '#core/repositories/sections.ts';
import { freezeFilm } from './freeze-film.ts';
import { findMadeNarrations, readEngineNames } from './made-narrations.ts';
import { shownText } from './section-text.ts';

/** How many of a project's sections a film would render now, and how many texts are not in its language. */
export async function planOf(
  backend: Backend,
  project: ProjectRow,
  { gender, ...request }: z.output<typeof generationPlanQuerySchema>,
): Promise<z.infer<typeof generationPlanSchema>> {
  const { db } = backend;
  const engines = await readEngineNames(backend);
  const translates = engines.translator !== null;
  const rows = await findSections(db, project.id);
  if (rows.length === 0) return { sections: 0, toRender: 0, untranslated: 0, translates };
  const film = await freezeFilm(db, project, request, { translates, gender });
  const narrated = film.sections.flatMap((section) => {
    const { narration, media, sectionId } = section;
    return narration ? [{ sectionId, narration, excerpt: section, still: media.kind !== 'video' }] : [];
  });
  const found = await findMadeNarrations(db, engines, narrated);
  const made = new Map(narrated.map(({ sectionId }, index) => [sectionId, found[index]?.key]));
  const keys = film.sections.map((section) => {
    const narration = section.narration ? made.get(section.sectionId) : null;
    return narration === undefined ? undefined : renderKey(section, film, narration);
  });
  const rendered = await findArtifacts(db, [...new Set(keys.filter((key) => key !== undefined))]);
  const read = new Set(narrated.map(({ sectionId }) => sectionId));
  const untranslated = rows.filter(
    (row) => read.has(row.id) && shownText(row, request.language).source === 'untranslated',
  );
  return {
    sections: film.sections.length,
    toRender: keys.filter((key) => key === undefined || !rendered.has(key)).length,
    untranslated: untranslated.length,
    translates,
  };
}
