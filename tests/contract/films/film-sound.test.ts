import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { addFilm } from '../../helpers/data/film.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { ffmpeg, ffprobe, tempFolder } from '../../helpers/media/lavfi.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const temp = tempFolder();
const backend = await openTestBackend();
const app = await openTestApp(backend);

/** Creates a user whose project has a film of these bytes. */
async function createFilm(bytes: Buffer) {
  const user = await createUser(backend);
  const { projectId } = await createProject(backend, user.id);
  await addFilm(backend, { userId: user.id, projectId, bytes });
  const get = (url: string) => app.inject({ url, headers: { cookie: user.cookie } });
  return { get, path: `/api/projects/${projectId}/sound-link` };
}

// product 14.26
it("is the film's audio as an M4A file named after the project, made once", async () => {
  const video = temp('film.mp4');
  const inputs = ['testsrc2=s=160x90:r=10:d=2', 'sine=f=440:d=2'].flatMap((input) => [
    '-f',
    'lavfi',
    '-i',
    input,
  ]);
  await ffmpeg(...inputs, '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest', video);
  const { get, path } = await createFilm(await readFile(video));
  const [first, second] = await Promise.all([get(path), get(path)]);
  const keyOf = ({ soundLink }: { soundLink: string }) =>
    new URL(soundLink, 'http://x').searchParams.get('k');
  expect(keyOf(first.json())).toBe(keyOf(second.json()));
  const answer = await get(first.json<{ soundLink: string }>().soundLink);
  expect(answer.headers['content-type']).toBe('audio/mp4');
  expect(answer.headers['content-disposition']).toContain('A project.m4a');
  const sound = temp('sound.m4a');
  await writeFile(sound, answer.rawPayload);
  const packets = async (file: string) =>
    await ffprobe(file, '-select_streams', 'a', '-show_entries', 'packet=pts,size');
  expect(await packets(sound)).toBe(await packets(video));
  expect(await ffprobe(sound, '-show_entries', 'stream=codec_name')).toMatch(/^aac\s*$/);
});

it('is refused for a film that cannot be read', async () => {
  const { get, path } = await createFilm(Buffer.from('no video'));
  const answer = await get(path);
  expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'conflict' }]);
});
