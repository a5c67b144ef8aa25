import { generateRequestSchema } from '#contract/generation.ts';
import type { Language, Quality } from '#contract/primitives.ts';
import { narrationKey, renderKey } from '#node/film/keys.ts';
import type { Platform } from '#node/platform.ts';
import { listWorkers } from '#node/queue/worker-registry.ts';
import { findArtifacts } from '#node/repositories/artifacts.ts';
import type { ProjectRow } from '#node/repositories/projects.ts';
import { findSections } from '#node/repositories/sections.ts';
import { freeze } from './start-generation.ts';

/** How many of a project's sections a film would have to render now: the others are kept from before. */
export async function planOf(
  { db, redis, config }: Platform,
  userId: string,
  project: ProjectRow,
  { language, quality }: { language: Language; quality?: Quality | undefined },
): Promise<{ sections: number; toRender: number }> {
  if ((await findSections(db, project.id)).length === 0) return { sections: 0, toRender: 0 };
  const request = generateRequestSchema.parse({ language, quality });
  const film = await freeze(db, { projectId: project.id, userId, title: project.title, request });
  const voice = (await listWorkers(redis, config.redisPrefix))[0]?.voice;
  const keys = film.sections.map(({ narration, ...section }) => {
    if (!narration) return renderKey(section, film, null);
    return voice === undefined ? undefined : renderKey(section, film, narrationKey(voice, narration));
  });
  const made = await findArtifacts(
    db,
    keys.filter((key) => key !== undefined),
  );
  return {
    sections: film.sections.length,
    toRender: keys.filter((key) => key === undefined || !made.has(key)).length,
  };
}
