import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { generationPlanSchema } from '#contract/generation.ts';
import type { Project } from '#contract/projects.ts';
import type { Section } from '#contract/sections.ts';
import type { UploadResult } from '#contract/uploads.ts';
import { filmSeconds } from '#film/transitions/transitions.ts';
import { decodeWhole, frameAt, peakDb, probe } from '../../helpers/media/frames.ts';
import { ffmpeg, makeSource } from '../../helpers/media/lavfi.ts';
import { compareWithFilm } from '../../helpers/exchange/compare-film.ts';
import { makeSpokenVideo } from '../../helpers/media/spoken-video.ts';
import { startStack } from '../../helpers/processes/stack.ts';
import { openProcessed } from '../../helpers/processes/tiny-project.ts';

type GenerationPlan = z.infer<typeof generationPlanSchema>;

const library = await mkdtemp(join(tmpdir(), 'cutroom-library-'));
afterAll(() => rm(library, { recursive: true, force: true }));
const at = (name: string) => join(library, name);
const plain = (color: string, name: string) =>
  ffmpeg('-f', 'lavfi', '-i', `color=${color}:s=640x360`, '-frames:v', '1', at(name));
await Promise.all([
  makeSpokenVideo(library, { name: 'valley', seconds: 16, subtitles: true }),
  plain('red', '.red.png'),
  plain('blue', '.blue.jpg'),
  makeSource(at('.green.mp4'), { seconds: 4, picture: 'color=0x00ff00:s=320x180:r=25:d=4' }),
]);
const stack = await startStack({ LIBRARY_DIR: library });
await stack.startWorker();

const FILM = { width: 1280, height: 720 };
const RED = [255, 0, 0];
const BLUE = [0, 0, 255];
const GREEN = [0, 255, 0];
const CARD = [20, 22, 26];

/** Returns the mean colour of a film's picture at a time. */
async function colorAt(path: string, seconds: number): Promise<number[]> {
  const picture = await frameAt(path, seconds, FILM);
  return [0, 1, 2].map((channel) => {
    const values = picture.filter((_, index) => index % 3 === channel);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  });
}

// product 4.71, 4.78, 14.2
it('makes one film from every kind of section', async () => {
  const { user, call, events, projectId } = await openProcessed(stack, 'valley');
  const read = () => call<Project>('GET', `/api/projects/${projectId}`);

  async function upload(fileName: string): Promise<string> {
    const { objectPath, uploadURL } = await call<UploadResult>('POST', '/api/objects/upload', {
      projectId,
      fileName,
    });
    const body = await readFile(at(fileName));
    const headers = { 'content-type': 'application/octet-stream' };
    expect((await fetch(stack.url + uploadURL, { method: 'PUT', body, headers })).ok).toBe(true);
    return objectPath;
  }
  const [red, blue, green] = await Promise.all(['.red.png', '.blue.jpg', '.green.mp4'].map(upload));
  const add = (title: string, transcription: string, videoURL?: string) =>
    call<Section>('POST', `/api/projects/${projectId}/sections`, { title, transcription, videoURL });
  const update = (id: string, patch: object) => call('PATCH', `/api/sections/${id}/update`, patch);

  const [first, second] = (await read()).sections;
  await update(first!.id, { transcription: 'The creator changed this text.', sound: 'narrated' });
  await call('POST', `/api/sections/${second!.id}/split`, { at: second!.startTime + 3 });
  await add(
    'Image, text',
    'An image stands for as long as somebody speaks about it, however long that takes.',
    red,
  );
  await add('Image', '', blue);
  await add('Video', '', green);
  await add(
    'Video, text',
    'This video is spoken over, for longer than it lasts by itself, so it is made to fit.',
    green,
  );
  await add('Card, text', 'A title card is read.');
  await add('Card', '');
  const replaced = (await read()).sections.find((section) => section.title.endsWith('(2)'))!;
  await update(replaced.id, { videoURL: green });

  // May be requested while the upload is still being prepared: the film waits for what it needs.
  const generated = Promise.race([
    events.until('run.completed', ({ run }) => run.kind === 'generation'),
    events.until('run.failed', ({ run }) => run.kind === 'generation'),
  ]);
  await call('POST', `/api/projects/${projectId}/generate`, { quality: '720p' });
  expect((await generated).run).toMatchObject({ status: 'completed' });

  const project = await read();
  const [film] = project.films;
  const path = at('.film.mp4');
  await writeFile(path, Buffer.from(await (await fetch(stack.url + film!.finalVideoLink)).arrayBuffer()));
  await decodeWhole(path);
  const { format, chapters } = await probe(path);
  expect(chapters.map((chapter) => chapter.tags.title)).toEqual(project.sections.map(({ title }) => title));
  const total = project.sections.reduce((sum, section) => sum + section.effectiveDuration, 0);
  expect(Number(format.duration)).toBeCloseTo(total, 1);

  const expected: [title: string, media: Section['media'], narrated: boolean, color: number[] | null][] = [
    [first!.title, 'video', true, null],
    [`${second!.title} (1)`, 'video', false, null],
    [replaced.title, 'video', false, GREEN],
    ['Image, text', 'image', true, RED],
    ['Image', 'image', false, BLUE],
    ['Video', 'video', false, GREEN],
    ['Video, text', 'video', true, GREEN],
    ['Card, text', 'none', true, CARD],
    ['Card', 'none', false, CARD],
  ];
  const exportAs = async (name: string) => {
    const url = `${stack.url}/api/projects/${projectId}/export/${name}?quality=720p`;
    return (await fetch(url, { headers: { cookie: user.cookie } })).text();
  };
  const srt = await (await fetch(stack.url + film!.subtitles!.srt)).text();
  await compareWithFilm(exportAs, { project, path, srt, dir: library });

  // Transitions between all sections: no section is rendered again for them, and every export contains them.
  const plan = () => call<GenerationPlan>('GET', `/api/projects/${projectId}/generation-plan?quality=720p`);
  const before = await plan();
  const transition = { transition: 'crossfade', transitionSeconds: 0.5 };
  await call('POST', `/api/projects/${projectId}/transitions`, transition);
  const dipping = { transition: 'dip', transitionSeconds: 1 };
  await update(project.sections[4]!.id, dipping);
  expect(await plan()).toEqual({ ...before, transitions: 8, transitionsToRender: 8 });
  const joined = events.until('run.completed', ({ run }) => run.kind === 'generation');
  const { runId } = await call<{ runId: string }>('POST', `/api/projects/${projectId}/generate`, {
    quality: '720p',
  });
  await joined;
  const steps = await stack.db
    .selectFrom('runSteps')
    .select(['job', 'reused'])
    .where('runId', '=', runId)
    .execute();
  const fresh = (job: string) => steps.filter((step) => step.job === job && !step.reused).length;
  expect(fresh('render-join')).toBe(8);
  // Two sections that show the same are rendered once.
  expect(fresh('render-section')).toBeLessThanOrEqual(before.toRender);
  expect(await plan()).toMatchObject({ toRender: 0, transitionsToRender: 0 });
  await update(project.sections[4]!.id, { transitionSeconds: 1.2 });
  expect(await plan()).toMatchObject({ toRender: 0, transitionsToRender: 1 });
  await update(project.sections[4]!.id, dipping);
  const withTransitions = await read();
  const [joinedFilm] = withTransitions.films;
  const joinedPath = at('.joined.mp4');
  await writeFile(
    joinedPath,
    Buffer.from(await (await fetch(stack.url + joinedFilm!.finalVideoLink)).arrayBuffer()),
  );
  await decodeWhole(joinedPath);
  expect(joinedFilm!.duration).toBeCloseTo(filmSeconds(withTransitions.sections), 2);
  expect(joinedFilm!.duration).toBeCloseTo(total, 2);
  const joinedSrt = await (await fetch(stack.url + joinedFilm!.subtitles!.srt)).text();
  await compareWithFilm(exportAs, {
    project: withTransitions,
    path: joinedPath,
    srt: joinedSrt,
    dir: library,
  });
  expect(withTransitions.sections.map(({ effectiveDuration }) => effectiveDuration)).toEqual(
    project.sections.map(({ effectiveDuration }) => effectiveDuration),
  );

  let start = 0;
  for (const [index, section] of project.sections.entries()) {
    const [title, media, narrated, color] = expected[index]!;
    const length = section.effectiveDuration;
    expect(section).toMatchObject({ title, media, narrated, effectiveEstimated: false });
    const actualColor = await colorAt(path, start + length / 2);
    const off = (color ?? actualColor).map((value, channel) => Math.abs(actualColor[channel]! - value));
    expect(Math.max(...off)).toBeLessThan(30);
    // Measured away from the joins, where the encoded sound of a neighbour extends by a few milliseconds.
    const peak = await peakDb(path, start + 0.2, length - 0.4);
    const silent = !narrated && media !== 'video';
    expect(peak < -60, `${title}: ${peak} dB`).toBe(silent);
    expect(peak > -25, `${title}: ${peak} dB`).toBe(!silent);
    start += length;
  }
  const byTitle = (title: string) => project.sections.find((section) => section.title === title)!;
  expect(byTitle('Image').effectiveDuration).toBe(3);
  expect(byTitle('Card').effectiveDuration).toBe(3);
  expect(byTitle('Image, text').effectiveDuration).toBeGreaterThan(4);
  expect(byTitle('Video').effectiveDuration).toBeCloseTo(4, 1);
  // Green from start to end: the video ends before the section does, so it is slowed down and finally frozen.
  expect(byTitle('Video, text').fit!.applied.slice(0, 2)).toEqual(['speed', 'tempo']);
  expect(project.sections).toHaveLength(expected.length);
});
