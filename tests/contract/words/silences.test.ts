import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { extractSound } from '#contract/jobs/processing.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { insertRunRow, insertSteps } from '#core/repositories/runs/run-steps.ts';
import { type Editor, openEditor } from '../../helpers/data/editor.ts';
import { SCAN } from '../../helpers/data/project.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;

let edit: Editor;
/** ID of the second section, from 10 to 20 s. */
let id: string;
beforeEach(async () => {
  edit = await openEditor(backend, app);
  id = edit.project.sections[1]!.id;
});

const silencesOf = async (sectionId = id) => (await edit.words(sectionId)).silences;
async function setScan(facts: object): Promise<void> {
  const data = JSON.stringify({ ...SCAN, ...facts });
  const key = edit.project.sections[1]!.scanKey!;
  await db.updateTable('artifacts').set({ data }).where('key', '=', key).execute();
}

/** Stores where a run of the project detected speech in its video. */
async function detect(speech: { startMs: number; endMs: number }[] | null): Promise<void> {
  const { projectId, videoId } = edit.project;
  const key = randomUUID();
  const { name: job, version } = extractSound;
  const data = { durationMs: SCAN.durationMs, speech };
  await insertArtifact(db, { key, job, version, ownerId: null, files: [], data });
  const ofUser = { userId: edit.user.id, projectId, language: null, input: {} };
  const { id: runId } = await insertRunRow(db, { kind: 'processing', ...ofUser });
  await db.updateTable('runs').set({ status: 'completed' }).where('id', '=', runId).execute();
  const step = { key: 'sound', job, input: { videoId }, dependsOn: [], weight: 1 };
  await insertSteps(db, runId, [step]);
  const done = { artifactKey: key, finishedAt: new Date() };
  await db.updateTable('runSteps').set(done).where('runId', '=', runId).execute();
}

describe('the silences beside the words of a section', () => {
  // product 19.7
  it('silences are those of the scan, without the quiet speech that was detected in them', async () => {
    await setScan({ silences: [{ startMs: 11_000, endMs: 19_000 }] });
    expect(await silencesOf()).toEqual([{ startMs: 11_000, endMs: 19_000 }]);
    await detect([{ startMs: 13_800, endMs: 16_300 }]);
    expect(await silencesOf()).toEqual([
      { startMs: 11_000, endMs: 14_000 },
      { startMs: 16_000, endMs: 19_000 },
    ]);
  });

  it('silences are empty in a video that is never silent, and cover a whole video without audio', async () => {
    expect(await silencesOf()).toEqual([]);
    await setScan({ audio: null, loudness: null });
    expect(await silencesOf()).toEqual([{ startMs: 0, endMs: SCAN.durationMs }]);
  });

  // product 19.7
  it('silences are unknown for a quiet recording without a detector, and before the scan', async () => {
    await setScan({ loudness: { integratedLufs: -41, truePeakDb: -20 } });
    expect(await silencesOf()).toBeUndefined();
    await detect(null);
    expect(await silencesOf()).toBeUndefined();
    await detect([]);
    expect(await silencesOf()).toEqual([]);
    await db.updateTable('sections').set({ scanKey: null }).where('id', '=', id).execute();
    expect(await silencesOf()).toBeUndefined();
  });
});
