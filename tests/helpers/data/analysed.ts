import { randomUUID } from 'node:crypto';
import { assembleSections, type PlannedSection } from '#contract/jobs/processing.ts';
import type { Backend } from '#core/backend.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { createVideos } from '../services/backend.ts';
import { createProject } from './project.ts';

/** Creates a video whose media have only rows. */
export async function createReadyVideo(backend: Backend, userId: string): Promise<string> {
  const { db } = backend;
  const [videoId] = await createVideos(backend, 1);
  const { projectId } = await createProject(backend, userId);
  const { fetchKey } = await db
    .selectFrom('sections')
    .select('fetchKey')
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow();
  await db.updateTable('videos').set({ fetchKey }).where('id', '=', videoId!).execute();
  return videoId!;
}

/** Ends a processing as if a worker had created these sections. */
export async function endAnalysis(
  backend: Backend,
  runId: string,
  sections: PlannedSection[],
): Promise<void> {
  const { db, engine } = backend;
  const key = randomUUID();
  const { name: job, version } = assembleSections;
  await insertArtifact(db, { key, job, version, ownerId: null, data: { sections, notices: [] }, files: [] });
  await db
    .updateTable('runSteps')
    .set({ state: 'done', artifactKey: key })
    .where('runId', '=', runId)
    .execute();
  await engine.advance(runId);
}

/** Returns sections of 20 s of a video, one after another, with evenly spread words. */
export const sectionsSaying = (videoId: string, texts: string[]): PlannedSection[] =>
  texts.map((text, at) => {
    const startMs = at * 20_000;
    const textWords = text.split(' ');
    const eachMs = 20_000 / textWords.length;
    return {
      videoId,
      startMs,
      endMs: startMs + 20_000,
      title: `Part ${at + 1}`,
      language: 'en',
      text,
      words: textWords.map((word, place) => ({
        text: word,
        startMs: startMs + Math.round(place * eachMs),
        endMs: startMs + Math.round((place + 1) * eachMs),
        confidence: 1,
      })),
      boundaries: { start: 'sentence', end: 'sentence' },
    };
  });
