import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filmPreviewSchema } from '#contract/film-preview.ts';
import { narrateSection } from '#contract/jobs/generation.ts';
import { narrationKey } from '#core/film/keys.ts';
import { type OfferedVoice, voiceKey, voicesFor } from '#core/film/voices.ts';
import { announceWorker } from '#core/queue/worker-registry.ts';
import { type Editor, openEditor, openSpokenSection, WORDS } from '../../helpers/data/editor.ts';
import { SCAN } from '../../helpers/data/project.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const VOICES: OfferedVoice[] = [
  {
    id: 'made-0',
    name: 'Asha',
    gender: 'male',
    languages: ['en'],
    engine: 'Made',
    licence: 'CC0-1.0',
    version: 'made@1',
    readsAll: true,
  },
];
const info = { queues: [], transcriber: 'none', translator: 'none', titles: 'none', warnings: [] };
await announceWorker(
  backend.redis,
  backend.config.redisPrefix,
  () => ({ ...info, voice: 'made', voices: VOICES }),
  backend.log,
);

async function preview(edit: Editor) {
  const answer = await edit.call('GET', edit.path('/film-preview'));
  expect(answer.statusCode).toBe(200);
  return filmPreviewSchema.parse(answer.json()).parts;
}

// product 18.5
it('has the captions of the speech, in the time of each section, and the gain of its audio', async () => {
  const { edit, id } = await openSpokenSection(backend, app);
  const part = (await preview(edit)).find(({ sectionId }) => sectionId === id)!;
  expect(part.narration).toBeNull();
  // The scan measured -20 LUFS, and films have -16.
  expect(part.gainDb).toBe(4);
  expect(part.cues[0]!.startMs).toBe(0);
  expect(part.cues.flatMap(({ lines }) => lines).join(' ')).toBe(WORDS.join(' '));
});

// product 4.74
it('raises a quiet section without speech and music by at most 6 dB', async () => {
  const edit = await openEditor(backend, app);
  const [section] = edit.project.sections;
  const { db } = backend;
  await db
    .updateTable('sections')
    .set({ words: '[]', sound: 'original' })
    .where('id', '=', section!.id)
    .execute();
  const { scanKey: key } = await db
    .selectFrom('sections')
    .select('scanKey')
    .where('id', '=', section!.id)
    .executeTakeFirstOrThrow();
  const gainWith = async (tones: object[]) => {
    const scan = { ...SCAN, loudness: { integratedLufs: -37.7, truePeakDb: -20 }, tones };
    await db
      .updateTable('artifacts')
      .set({ data: JSON.stringify(scan) })
      .where('key', '=', key!)
      .execute();
    return (await preview(edit)).find(({ sectionId }) => sectionId === section!.id)!.gainDb;
  };
  expect(await gainWith([])).toBe(6);
  expect(await gainWith([{ startMs: 0, endMs: SCAN.durationMs }])).toBe(20);
});

// product 18.6
it('includes a narration once it is recorded, with its times, and estimates its captions until then', async () => {
  const edit = await openEditor(backend, app);
  const [section] = edit.project.sections;
  const text = 'Words that nobody said in it, so that they are read aloud.';
  await edit.update(section!.id, { transcription: text, sound: 'narrated' });
  const [waiting] = await preview(edit);
  expect(waiting!.narration!.url).toBeNull();
  expect(waiting!.cues.length).toBeGreaterThan(0);
  const speakers = voicesFor(VOICES, { language: 'en', gender: 'male', speaker: null });
  const key = narrationKey(voiceKey(speakers), { text, language: 'en' }, 1);
  const data = {
    durationMs: 3000,
    speed: 1,
    voice: 'made',
    speaker: 'made-0',
    language: 'en' as const,
    sentences: [{ text, startMs: 0, endMs: 3000 }],
  };
  await backend.artifacts.build(narrateSection, key, null, async (dir) => {
    await writeFile(join(dir, 'narration.wav'), '');
    return { data, files: ['narration.wav'] };
  });
  const [recorded] = await preview(edit);
  expect(recorded!.narration!.url).toContain(key);
  expect(recorded!.narration).toMatchObject({ tempo: 1, spoken: [{ startMs: 150, endMs: 3150 }] });
});

it('leaves out a section whose media are not ready, and waits for nothing', async () => {
  const edit = await openEditor(backend, app);
  const [first, ...others] = edit.project.sections;
  await backend.db.updateTable('sections').set({ fetchKey: null }).where('id', '=', first!.id).execute();
  expect((await preview(edit)).map(({ sectionId }) => sectionId)).toEqual(others.map(({ id }) => id));
});
