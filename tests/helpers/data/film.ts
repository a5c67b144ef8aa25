import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FilmResult, joinFilm } from '#contract/jobs/generation.ts';
import type { Language } from '#contract/primitives.ts';
import type { Backend } from '#core/backend.ts';
import { upsertFilm } from '#core/repositories/projects/films.ts';
import { findSections } from '#core/repositories/projects/sections.ts';

/** Gives a project a film of these bytes, as a finished generation would; nobody decodes them. */
export async function addFilm(
  { db, artifacts }: Pick<Backend, 'db' | 'artifacts'>,
  {
    userId,
    projectId,
    bytes,
    durationMs = 30_000,
    language = 'en',
    vtt,
    sections = [],
  }: {
    userId: string;
    projectId: string;
    bytes: Buffer;
    durationMs?: number;
    language?: Language;
    /** Its subtitles, one cue; none by default. */
    vtt?: string;
    /** Its contents, one chapter each; unspecified by default. */
    sections?: FilmResult['sections'];
  },
): Promise<void> {
  // The film shows what the project's sections show now.
  const media = (await findSections(db, projectId)).map((row) => {
    const keys = { sha256: '', fetchKey: row.fetch_key ?? row.object_id ?? '' };
    if (row.object_kind === 'image') return { kind: 'image', ...keys };
    const videoId = row.object_video_id ?? row.video_id;
    return videoId ? { kind: 'video', ...keys, scanKey: row.scan_key ?? '', videoId } : { kind: 'card' };
  });
  const run = await db
    .insertInto('runs')
    .values({
      kind: 'generation',
      project_id: projectId,
      user_id: userId,
      language,
      status: 'completed',
      input: JSON.stringify({ sections: media.map((shown) => ({ media: shown })) }),
      finished_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const artifactKey = createHash('sha256').update(bytes).digest('hex');
  await artifacts.build(joinFilm, artifactKey, userId, async (dir) => {
    await writeFile(join(dir, 'film.mp4'), bytes);
    const texts = vtt === undefined ? [] : ['film.vtt', 'film.srt'];
    for (const name of texts) await writeFile(join(dir, name), vtt!);
    const size = { width: 640, height: 360, bytes: bytes.length };
    const data = { ...size, durationMs, gender: null, subtitles: vtt === undefined ? 0 : 1, sections };
    return { data, files: ['film.mp4', ...texts] };
  });
  await upsertFilm(db, {
    projectId,
    language,
    quality: '720p',
    aspect: '16:9',
    framing: 'fit',
    burnedSubtitles: false,
    runId: run.id,
    artifactKey,
    snapshotAt: new Date(),
  });
}
