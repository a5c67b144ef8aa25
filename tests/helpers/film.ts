import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { joinFilm } from '#contract/jobs/generation.ts';
import type { Language } from '#contract/primitives.ts';
import type { Platform } from '#node/platform.ts';
import { upsertFilm } from '#node/repositories/films.ts';

/** Gives a project a film of these bytes, as a finished generation would; what the bytes are nobody looks at. */
export async function addFilm(
  { db, artifacts }: Pick<Platform, 'db' | 'artifacts'>,
  {
    userId,
    projectId,
    bytes,
    durationMs = 30_000,
    language = 'en',
  }: { userId: string; projectId: string; bytes: Buffer; durationMs?: number; language?: Language },
): Promise<void> {
  const run = await db
    .insertInto('runs')
    .values({
      kind: 'generation',
      project_id: projectId,
      user_id: userId,
      language,
      status: 'completed',
      finished_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const artifactKey = createHash('sha256').update(bytes).digest('hex');
  await artifacts.build(joinFilm, artifactKey, userId, async (dir) => {
    await writeFile(join(dir, 'film.mp4'), bytes);
    const data = { durationMs, bytes: bytes.length, width: 640, height: 360, subtitles: 0, sections: [] };
    return { data, files: ['film.mp4'] };
  });
  await upsertFilm(db, {
    projectId,
    language,
    quality: '720p',
    aspect: '16:9',
    burnedSubtitles: false,
    runId: run.id,
    artifactKey,
    snapshotAt: new Date(),
  });
}
