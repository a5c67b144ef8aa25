import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { posterResultSchema } from '#contract/poster.ts';
import type { Project, ProjectSummary } from '#contract/projects.ts';
import { shareSchema } from '#contract/sharing.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUpload, upload } from '../../helpers/data/upload.ts';
import { createUser } from '../../helpers/data/user.ts';
import { ffmpeg } from '../../helpers/media/lavfi.ts';

const dir = await mkdtemp(join(tmpdir(), 'cutroom-poster-'));
afterAll(() => rm(dir, { recursive: true, force: true }));
const backend = await openTestBackend();
const app = await openTestApp(backend);
// An injected request has no connection that could end.
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
// Four seconds of red, then four of blue.
const path = join(dir, 'film.mp4');
const colour = (name: string) => ['-f', 'lavfi', '-i', `color=${name}:s=320x180:r=10:d=4`];
await ffmpeg(
  ...colour('red'),
  ...colour('blue'),
  '-filter_complex',
  '[0:v][1:v]concat=n=2:v=1,format=yuv420p',
  path,
);
const bytes = await readFile(path);

/** Returns the mean red, green and blue of a picture. */
async function meanOf(picture: Buffer, name: string): Promise<[number, number, number]> {
  const [jpeg, raw] = [join(dir, `${name}.jpg`), join(dir, `${name}.raw`)];
  await writeFile(jpeg, picture);
  await ffmpeg('-i', jpeg, '-vf', 'scale=1:1:flags=area,format=rgb24', '-f', 'rawvideo', raw);
  const [red = 0, green = 0, blue = 0] = await readFile(raw);
  return [red, green, blue];
}

/** Returns whether a picture is red or blue. */
async function colourOf(picture: Buffer, name: string): Promise<string> {
  const [red, , blue] = await meanOf(picture, name);
  return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : `${red} ${blue}`;
}

async function setPoster(projectId: string, cookie: string, poster: object) {
  const answer = await fetch(`${origin}/api/projects/${projectId}/poster`, {
    method: 'PATCH',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(poster),
  });
  return { statusCode: answer.status, body: (await answer.json()) as unknown };
}

async function creator() {
  const user = await createUser(backend);
  const { projectId } = await createProject(backend, user.id);
  const own = { userId: user.id, projectId };
  await addFilm(backend, { ...own, bytes, durationMs: 8000 });
  const call = (method: 'GET' | 'POST', url: string) =>
    app.inject({ method, url, headers: { cookie: user.cookie } });
  const set = (poster: object) => setPoster(projectId, user.cookie, poster);
  const { watchUrl } = shareSchema.parse((await call('POST', `/api/projects/${projectId}/share`)).json());
  const readPoster = async () => (await app.inject({ url: `${watchUrl}/poster.jpg` })).rawPayload;
  return { user, projectId, own, call, set, shown: readPoster };
}

describe("a film's poster", () => {
  // product 20.11
  it('is by default an informative frame: no title card, no fade and no black', async () => {
    const file = join(dir, 'content.mp4');
    // 2 s of a card with a busy background, 3 s of black, and 3 s of a picture that fades to black at its
    // end.
    const scenes = ['mandelbrot=s=320x180:r=10', 'color=black:s=320x180:r=10', 'testsrc2=s=320x180:r=10'];
    const seconds = [2, 3, 3];
    await ffmpeg(
      ...scenes.flatMap((scene, index) => ['-f', 'lavfi', '-t', String(seconds[index]), '-i', scene]),
      '-filter_complex',
      '[2:v]hue=s=0,colorchannelmixer=gg=0:bb=0,fade=t=out:st=1.6:d=1.4[c];[0:v][1:v][c]concat=n=3:v=1,format=yuv420p',
      file,
    );
    const user = await createUser(backend);
    const { projectId } = await createProject(backend, user.id);
    const fit = { applied: [], speed: 1, tempo: 1, extend: 0, slow: 1, freeze: 0 };
    const section = (startMs: number, effectiveMs: number) => ({
      sectionId: randomUUID(),
      title: 'Section',
      startMs,
      effectiveMs,
      fit,
    });
    const sections = [{ ...section(0, 2000), card: true as const }, section(2000, 3000), section(5000, 3000)];
    const film = { userId: user.id, projectId, bytes: await readFile(file), durationMs: 8000, sections };
    await addFilm(backend, film);
    const headers = { cookie: user.cookie };
    const share = await app.inject({ method: 'POST', url: `/api/projects/${projectId}/share`, headers });
    const { watchUrl } = shareSchema.parse(share.json());
    const poster = (await app.inject({ url: `${watchUrl}/poster.jpg` })).rawPayload;
    const [red, , blue] = await meanOf(poster, 'content');
    expect(red).toBeGreaterThan(80);
    expect(blue).toBeLessThan(40);
  });

  // product 20.11
  it('is a chosen frame, the same on the watch page and the card, and stays with a new film', async () => {
    const { own, projectId, call, set, shown } = await creator();
    expect(await colourOf(await shown(), 'usual')).toBe('red');
    const { poster } = posterResultSchema.parse((await set({ at: 6 })).body);
    expect(await colourOf((await app.inject({ url: poster! })).rawPayload, 'chosen')).toBe('blue');
    expect(await colourOf(await shown(), 'shown')).toBe('blue');
    const [card] = (await call('GET', '/api/user/videos')).json() as [ProjectSummary];
    expect(await colourOf((await app.inject({ url: card.thumbnail! })).rawPayload, 'card')).toBe('blue');
    const project = (await call('GET', `/api/projects/${projectId}`)).json() as Project;
    expect(project.films[0]!.poster).toMatch(/^\/media\/signed/);
    await addFilm(backend, { ...own, bytes: Buffer.concat([bytes, Buffer.alloc(8)]), durationMs: 8000 });
    expect(await colourOf(await shown(), 'newer')).toBe('blue');
    expect((await set({ at: null })).body).toEqual({ poster: null });
    expect(await colourOf(await shown(), 'again')).toBe('red');
  });

  // product 20.11
  it('is an uploaded image of its project, not of other users, and not a video', async () => {
    const { user, own, projectId, set, shown } = await creator();
    const blue = join(dir, 'blue.png');
    await ffmpeg('-f', 'lavfi', '-i', 'color=blue:s=64x64', '-frames:v', '1', blue);
    const image = await upload(app, { cookie: user.cookie, projectId, fileName: 'own.png' }, blue);
    const other = await creator();
    expect((await other.set({ image })).statusCode).toBe(422);
    expect((await set({ image })).statusCode).toBe(200);
    expect(await colourOf(await shown(), 'uploaded')).toBe('blue');
    expect((await set({ image: await createUpload(backend, own, 'video') })).statusCode).toBe(422);
    expect((await set({ image: '/objects/../../etc/passwd' })).statusCode).toBe(422);
  });

  it('is a moment within the film, and only the owner can choose it', async () => {
    const { projectId, set } = await creator();
    for (const at of [8, 8000]) expect((await set({ at })).statusCode).toBe(422);
    for (const body of [{ at: -1 }, { at: 'x' }, {}, { at: 1, image: 'x' }, { at: 1e9 }])
      expect((await set(body)).statusCode).toBe(400);
    const other = await createUser(backend);
    expect((await setPoster(projectId, other.cookie, { at: 1 })).statusCode).toBe(404);
    // Ten concurrent requests make one picture.
    const all = await Promise.all(Array.from({ length: 10 }, () => set({ at: 1.5 })));
    expect(new Set(all.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });
});
