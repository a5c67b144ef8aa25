import { createHash, randomUUID } from 'node:crypto';
import {
  fetchMedia,
  makeProxy,
  type PlannedSection,
  type Scan,
  scanMedia,
} from '#contract/jobs/processing.ts';
import type { Backend } from '#core/backend.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { proxyKeyOf } from '#core/repositories/media/proxies.ts';
import { insertProject } from '#core/repositories/projects/projects.ts';
import {
  findSections,
  insertAnalysedSections,
  scanKeyOf,
  type SectionRow,
} from '#core/repositories/projects/sections.ts';
import { setFetched } from '#core/repositories/media/videos.ts';
import { createVideos } from '../services/backend.ts';

export const SCAN: Scan = {
  durationMs: 60_000,
  video: { codec: 'h264', width: 640, height: 360, frameRate: '25/1', pixelFormat: 'yuv420p' },
  audio: { codec: 'aac', sampleRate: 48_000, channels: 2 },
  shotsMs: [],
  silences: [],
  blanks: [],
  loudness: { integratedLufs: -20, truePeakDb: -3 },
  storyboard: { columns: 10, rows: 3, intervalMs: 2000, width: 240, height: 136 },
  peaksPerSecond: 20,
};

/** Creates a processed project with this many sections of 10 s of one video, whose media have only rows. */
export async function createProject(
  { db }: Pick<Backend, 'db'>,
  userId: string,
  { sections = 3 }: { sections?: number } = {},
): Promise<{ projectId: string; videoId: string; sections: SectionRow[] }> {
  const [videoId] = await createVideos({ db }, 1);
  const sha256 = createHash('sha256').update(randomUUID()).digest('hex');
  const fetchKey = createHash('sha256').update(`fetch ${sha256}`).digest('hex');
  const base = { ownerId: null, files: [], version: 1 };
  const fetched = { sha256, bytes: 1, fileName: 'source.mp4' };
  await insertArtifact(db, { ...base, key: fetchKey, job: fetchMedia.name, data: fetched });
  const scanKey = scanKeyOf(sha256);
  await insertArtifact(db, { ...base, key: scanKey, job: scanMedia.name, data: SCAN });
  await insertArtifact(db, { ...base, key: proxyKeyOf(scanKey), job: makeProxy.name, data: { scanKey } });
  await setFetched(db, videoId!, fetchKey);
  const projectId = await insertProject(db, {
    userId,
    title: 'A project',
    description: '',
    videoIds: [videoId!],
  });
  const planned = Array.from({ length: sections }, (_, i): PlannedSection => {
    const startMs = i * 10_000;
    return {
      videoId: videoId!,
      startMs,
      endMs: startMs + 10_000,
      title: `Section ${i + 1}`,
      language: 'en',
      text: `Text ${i + 1}.`,
      words: [{ text: 'text', startMs: startMs + 500, endMs: startMs + 900, confidence: 0.9 }],
      boundaries: { start: i === 0 ? 'start' : 'sentence', end: 'sentence' },
    };
  });
  await insertAnalysedSections(db, projectId, planned);
  return { projectId, videoId: videoId!, sections: await findSections(db, projectId) };
}
