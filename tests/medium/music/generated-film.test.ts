import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import type { UploadResult } from '#contract/uploads.ts';
import { loudnessOf, toneLevels } from '../../helpers/media/frames.ts';
import { ffmpeg, makeSource } from '../../helpers/media/lavfi.ts';
import { startStack } from '../../helpers/processes/stack.ts';
import { openProcessed } from '../../helpers/processes/tiny-project.ts';

const library = await mkdtemp(join(tmpdir(), 'cutroom-library-'));
afterAll(() => rm(library, { recursive: true, force: true }));
const at = (name: string) => join(library, name);
/** The tone of the music, far from that of the video. */
const TONE = 3000;
await makeSource(at('valley.mp4'), {
  seconds: 20,
  sound:
    "anoisesrc=r=48000:a=0.5:c=pink:seed=3,lowpass=f=900,lowpass=f=900,volume='if(lt(mod(t,0.4),0.28),1,0.05)':eval=frame",
});
await ffmpeg('-f', 'lavfi', '-i', `sine=f=${TONE}:r=44100:d=8,volume=3dB`, at('.Dawn.mp3'));
const stack = await startStack({ LIBRARY_DIR: library });
await stack.startWorker();

// product 22.16
it('has the uploaded music, lowered under its own audio, and is only joined again if the music changes', async () => {
  const { call, events, projectId } = await openProcessed(stack, 'valley');
  const path = `/api/projects/${projectId}`;
  const read = () => call<Project>('GET', path);
  // One section of the whole video, whose second half is silent.
  const [first, ...others] = (await read()).sections;
  for (const { id } of others) await call('DELETE', `/api/sections/${id}`);
  await call('PATCH', `/api/sections/${first!.id}/update`, { startTime: 0, endTime: 20, sound: 'original' });
  const [audible, silent] = await call<{ id: string }[]>('POST', `/api/sections/${first!.id}/split`, {
    at: 10,
  });
  await call('PATCH', `/api/sections/${audible!.id}/update`, { endTime: 10 });
  await call('PATCH', `/api/sections/${silent!.id}/update`, { startTime: 10, sound: 'muted' });

  const { objectPath, uploadURL } = await call<UploadResult>('POST', '/api/objects/upload', {
    projectId,
    fileName: 'Dawn.mp3',
  });
  const body = await readFile(at('.Dawn.mp3'));
  const headers = { 'content-type': 'application/octet-stream' };
  expect((await fetch(stack.url + uploadURL, { method: 'PUT', body, headers })).ok).toBe(true);
  await call('PATCH', `${path}/music`, { objectPath });

  let films = 0;
  const generate = async () => {
    const ended = Promise.race([
      events.until('run.completed', ({ run }) => run.kind === 'generation'),
      events.until('run.failed', ({ run }) => run.kind === 'generation'),
    ]);
    await call('POST', `${path}/generate`, { quality: '720p' });
    expect((await ended).run).toMatchObject({ status: 'completed' });
    const [film] = (await read()).films;
    const file = at(`.film-${films++}.mp4`);
    await writeFile(file, Buffer.from(await (await fetch(stack.url + film!.finalVideoLink)).arrayBuffer()));
    return { film: film!, file };
  };
  const { film, file } = await generate();
  expect(Math.abs(film.duration - 20)).toBeLessThan(0.1);
  const { integratedLufs, truePeakDb } = (await loudnessOf(file))!;
  expect(Math.abs(integratedLufs + 16)).toBeLessThan(1);
  expect(truePeakDb).toBeLessThan(-1);
  const tone = await toneLevels(file, TONE);
  const lower = tone(12, 16) - tone(2, 8);
  expect(lower).toBeGreaterThan(8);
  expect(lower).toBeLessThan(14);
  // Its file has 8 s, so it was repeated; it falls to silence in the last three.
  expect(Math.abs(tone(13, 14) - tone(15, 16))).toBeLessThan(1.5);
  expect(tone(19.9, 20)).toBeLessThan(tone(12, 16) - 20);

  await call('PATCH', `${path}/music`, { ducked: false, fadeOut: 0 });
  expect(await call('GET', `${path}/generation-plan?quality=720p`)).toMatchObject({
    sections: 2,
    toRender: 0,
  });
  const secondLevel = await toneLevels((await generate()).file, TONE);
  expect(Math.abs(secondLevel(12, 16) - secondLevel(2, 6))).toBeLessThan(1.5);
  expect(Math.abs(secondLevel(19.5, 19.9) - secondLevel(12, 16))).toBeLessThan(1.5);
});
