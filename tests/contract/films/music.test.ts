import { randomBytes } from 'node:crypto';
import { truncate, writeFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MusicPatch } from '#contract/music.ts';
import { createFfmpeg } from '#core/ffmpeg/run.ts';
import { attachMusic } from '../../../server/services/uploads/attach-music.ts';
import { attachUpload } from '../../../server/services/uploads/attach-upload.ts';
import { type Editor, openEditor } from '../../helpers/data/editor.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { upload } from '../../helpers/data/upload.ts';
import { ffmpeg, ffprobe, tempFolder } from '../../helpers/media/lavfi.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;
const file = tempFolder();
/** A sound of more than half an hour. */
const LONG = 'anoisesrc=r=8000:d=1801:a=0.1';

let edit: Editor;
beforeEach(async () => {
  edit = await openEditor(backend, app);
});

const sound = (name: string, seconds: number, ...args: string[]) =>
  ffmpeg('-f', 'lavfi', '-i', `sine=f=500:r=44100:d=${seconds}`, ...args, file(name));
beforeAll(async () => {
  for (const ending of ['mp3', 'm4a', 'wav', 'flac', 'ogg']) await sound(`song.${ending}`, 5);
});

const send = (bytes: Buffer | string, fileName = 'song.mp3', to = edit) =>
  upload(app, { cookie: to.user.cookie, projectId: to.project.projectId, fileName }, bytes);
const set = (patch: MusicPatch) => edit.call('PATCH', edit.path('/music'), patch);
const add = async () => set({ objectPath: await send(file('song.mp3'), 'A song.mp3') });
const music = async () => (await edit.read()).music;
const remove = () => edit.call('DELETE', edit.path('/music'));
const undo = () => edit.call('POST', edit.path('/undo'));

describe('the music of a film', () => {
  // product 22.1
  it.each(['mp3', 'm4a', 'wav', 'flac', 'ogg'])(
    'is an uploaded %s file, whatever its name',
    async (ending) => {
      const answer = await set({ objectPath: await send(file(`song.${ending}`), 'Morning.dat') });
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
      const { url, duration, gainDb, ...rest } = (await music())!;
      expect(rest).toEqual({
        title: 'Morning',
        fileName: 'Morning.dat',
        credit: '',
        volume: 0.3,
        fadeOut: 3,
        start: 0,
        ducked: true,
      });
      expect(Math.abs(duration - 5)).toBeLessThan(0.1);
      // A tone of -18 dBFS peak in mono.
      expect(Math.abs(gainDb - 5)).toBeLessThan(2);
      expect((await app.inject(url)).rawPayload.length).toBeGreaterThan(1000);
    },
  );

  // product 22.4
  itInFullTier("plays with the creator's settings, and each edit can be undone and redone", async () => {
    await add();
    const settings = {
      volume: 0.5,
      fadeOut: 0,
      start: 2,
      ducked: false,
      title: 'Dawn',
      credit: 'By Ann, CC BY',
    };
    for (const [name, value] of Object.entries(settings)) await set({ [name]: value });
    expect(await music()).toMatchObject(settings);
    expect((await edit.read()).history.undo).toBe('Change the credit of the music "Dawn"');
    for (let step = 0; step < 6; step++) await undo();
    expect(await music()).toMatchObject({ title: 'A song', volume: 0.3, start: 0, ducked: true, credit: '' });
    expect((await edit.read()).history).toEqual({
      undo: 'Add the music "A song"',
      redo: 'Change the volume of the music "A song"',
    });
    await undo();
    expect(await music()).toBeNull();
    for (let step = 0; step < 7; step++) await edit.call('POST', edit.path('/redo'));
    expect(await music()).toMatchObject(settings);
    expect((await remove()).statusCode).toBe(204);
    expect(await music()).toBeNull();
    await undo();
    expect(await music()).toMatchObject(settings);
  });

  // product 22.5
  itInFullTier('keeps its volume, fade and ducking when its file is replaced', async () => {
    await add();
    await set({ volume: 0.7, ducked: false, credit: 'By Ann', start: 1 });
    await set({ objectPath: await send(file('song.flac'), 'Other.flac') });
    expect(await music()).toMatchObject({ title: 'Other', volume: 0.7, ducked: false, credit: '', start: 0 });
    expect((await edit.read()).history.undo).toBe('Replace the music with "Other"');
  });

  // product 22.4
  itInFullTier('marks a film as edited; an edit without a change leaves no record', async () => {
    await addFilm(backend, {
      userId: edit.user.id,
      projectId: edit.project.projectId,
      bytes: randomBytes(9),
    });
    await db.updateTable('films').set({ snapshotAt: new Date() }).execute();
    const edited = async () => (await edit.read()).films[0]!.edited;
    expect(await edited()).toBe(false);
    await remove();
    expect(await edited()).toBe(false);
    expect((await edit.read()).history.undo).toBeNull();
    await add();
    expect(await edited()).toBe(true);
  });

  itInFullTier('is accepted as an MP3 whose first frames suggest that it is too long', async () => {
    // A variable bit rate without a Xing header, and silence first: ffmpeg guesses 35 minutes.
    const noise = "anoisesrc=r=16000:d=360:a=0.3,volume='gt(t,3)':eval=frame";
    const mp3 = ['-ac', '1', '-q:a', '0', '-write_xing', '0', '-id3v2_version', '0', file('vbr.mp3')];
    await ffmpeg('-f', 'lavfi', '-i', noise, ...mp3);
    expect(Number(await ffprobe(file('vbr.mp3'), '-show_entries', 'format=duration'))).toBeGreaterThan(1800);
    const answer = await set({ objectPath: await send(file('vbr.mp3')) });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(Math.abs((await music())!.duration - 360)).toBeLessThan(0.2);
    await remove();
  });

  itInFullTier(
    'is refused as an MP3 of more than 30 minutes whose length is known only at its end',
    async () => {
      await ffmpeg('-f', 'lavfi', '-i', LONG, '-ac', '1', '-b:a', '8k', file('long.mp3'));
      const answer = await set({ objectPath: await send(file('long.mp3')) });
      expect([answer.statusCode, answer.json().message]).toEqual([
        422,
        expect.stringMatching(/^This music is longer than 30 minutes/),
      ]);
    },
  );

  // product 22.2
  itInFullTier('is refused with a message if it cannot be music, and none of it is stored', async () => {
    await sound('short.wav', 0.4);
    await ffmpeg('-f', 'lavfi', '-i', 'anullsrc=r=44100', '-t', '3', file('silent.flac'));
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=64x64:d=2', '-pix_fmt', 'yuv420p', file('picture.mp4'));
    await ffmpeg('-f', 'lavfi', '-i', LONG, '-ac', '1', '-c:a', 'pcm_u8', file('long.wav'));
    await sound('cut.flac', 20);
    await truncate(file('cut.flac'), 60_000);
    const cases: [Buffer | string, RegExp][] = [
      [Buffer.from('Not music at all'), /^This file is not usable as music. Please choose an MP3/],
      [randomBytes(50_000), /^This file is not usable as music|shorter than a second/],
      [file('short.wav'), /^This music is shorter than a second/],
      [file('silent.flac'), /^This file is silent/],
      [file('picture.mp4'), /^This file is a video/],
      [file('long.wav'), /^This music is longer than 30 minutes/],
      [file('cut.flac'), /^The end of this file is missing/],
    ];
    for (const [bytes, why] of cases) {
      const objectPath = await send(bytes);
      const answer = await set({ objectPath });
      expect([answer.statusCode, answer.json().message]).toEqual([422, expect.stringMatching(why)]);
      expect((await set({ objectPath })).json().message).toBe(
        'Could not find this upload. Choose the file again.',
      );
    }
    expect(await music()).toBeNull();
    expect((await edit.read()).history.undo).toBeNull();
  });

  // product 22.3
  itInFullTier('must be an upload of its own project and user, which no section can use', async () => {
    const other = await openEditor(backend, app);
    const foreign = await send(file('song.mp3'), 'song.mp3', other);
    expect((await set({ objectPath: foreign })).statusCode).toBe(422);
    const objectPath = await send(file('song.mp3'));
    expect((await other.call('PATCH', edit.path('/music'), { objectPath })).statusCode).toBe(404);
    expect((await other.call('DELETE', edit.path('/music'))).statusCode).toBe(404);
    await set({ objectPath });
    expect((await edit.create({ videoURL: objectPath })).json().message).toBe(
      'This file is music, not a video or image.',
    );
    const image = await edit.upload('image');
    expect((await set({ objectPath: image })).statusCode).toBe(422);
    expect(await music()).not.toBeNull();
  });

  // product 22.4
  itInFullTier('starts at least a second before its end, and has no settings without a file', async () => {
    expect((await set({ volume: 0.5 })).statusCode).toBe(409);
    await add();
    expect((await set({ start: 4.5 })).statusCode).toBe(422);
    for (const wrong of [{}, { volume: 1.1 }, { fadeOut: 11 }, { start: -1 }, { title: '' }, { tempo: 1 }])
      expect((await set(wrong as MusicPatch)).statusCode).toBe(400);
  });
});

describe('measuring music', () => {
  it('leaves room for the uploads of others, however many accounts have music measured', async () => {
    const wait = `while [ ! -e '${file('released')}' ]; do sleep 0.05; done; exit 1`;
    await writeFile(file('held-ffmpeg'), `#!/bin/sh\n${wait}\n`, { mode: 0o755 });
    const heldFfmpeg = createFfmpeg({
      ...backend.config,
      ffmpegPath: file('held-ffmpeg'),
      log: backend.log,
    });
    const others = [await openEditor(backend, app), await openEditor(backend, app)];
    const listening = others.map(async (other) => {
      const own = { userId: other.user.id, projectId: other.project.projectId };
      const objectPath = await send(file('song.flac'), 'silent.flac', other);
      await expect(attachMusic({ ...backend, ffmpeg: heldFfmpeg }, own, own, { objectPath })).rejects.toThrow(
        'not usable as music',
      );
    });
    await expect.poll(() => backend.pools.sounds.count()).toEqual({ working: 1, waiting: 1 });
    await ffmpeg('-f', 'lavfi', '-i', 'color=s=64x64', '-frames:v', '1', file('picture.png'));
    const picture = await send(file('picture.png'), 'picture.png');
    const own = { userId: edit.user.id, projectId: edit.project.projectId };
    const { kind } = await attachUpload(backend, own, own, { objectPath: picture });
    expect(kind).toBe('image');
    expect(backend.pools.sounds.count()).toEqual({ working: 1, waiting: 1 });
    await writeFile(file('released'), '');
    await Promise.all(listening);
  });
});
