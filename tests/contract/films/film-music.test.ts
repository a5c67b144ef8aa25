import { randomBytes, randomUUID } from 'node:crypto';
import { rm, truncate } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DataExport, exportSchema } from '#contract/export.ts';
import {
  generationInputSchema,
  joinFilm,
  type MusicSnapshot,
  musicSnapshotSchema,
  renderSection,
} from '#contract/jobs/generation.ts';
import { MUSIC_DEFAULTS } from '#contract/music.ts';
import { projectSchema } from '#contract/projects.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { filmKey, renderKey } from '#core/film/keys.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { readSteps } from '#core/repositories/runs/run-steps.ts';
import { openMusic } from '../../../worker/handlers/music-of.ts';
import { type Editor, openEditor } from '../../helpers/data/editor.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { upload } from '../../helpers/data/upload.ts';
import { ffmpeg, tempFolder } from '../../helpers/media/lavfi.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;
const file = tempFolder();

beforeAll(() => ffmpeg('-f', 'lavfi', '-i', 'sine=f=500:d=5', file('song.mp3')));

let edit: Editor;
let projectId: string;
beforeEach(async () => {
  edit = await openEditor(backend, app);
  ({ projectId } = edit.project);
});

const set = (patch: object) => edit.call('PATCH', edit.path('/music'), patch);
const add = async () => {
  const own = { cookie: edit.user.cookie, projectId, fileName: 'A song.mp3' };
  await set({ objectPath: await upload(app, own, file('song.mp3')) });
};
const plan = async () => (await edit.call('GET', edit.path('/generation-plan?quality=720p'))).json();

/** Returns the steps of a film generated now, and what they are made from. */
async function film() {
  const { runId } = (await edit.call('POST', edit.path('/generate'), { quality: '720p' })).json();
  const { input } = await db
    .selectFrom('runs')
    .select('input')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  const steps = await readSteps(db, runId);
  await backend.engine.cancel(runId, edit.user.id);
  return { input: generationInputSchema.parse(input), steps };
}

describe('a film with music', () => {
  // product 22.9
  itInFullTier('uses it only in its last step: no section is rendered for it', async () => {
    const without = await film();
    expect(without.input.music).toBeUndefined();
    expect(without.steps.at(-1)).toMatchObject({ job: 'join-film', input: {} });
    for (const section of without.input.sections) {
      const key = renderKey(section, without.input, null);
      const { name: job, version } = renderSection;
      await insertArtifact(db, { key, job, version, ownerId: null, data: {}, files: [] });
    }
    await add();
    expect(await plan()).toMatchObject({ sections: 3, toRender: 0 });
    await set({ volume: 0.5 });
    expect(await plan()).toMatchObject({ sections: 3, toRender: 0 });
    const { input, steps } = await film();
    expect(input.music).toMatchObject({ volume: 0.5, ducked: true, title: 'A song' });
    // Workers of versions without music leave this step alone.
    expect(steps.at(-1)).toMatchObject({ job: 'join-film', input: { music: true } });
    expect({ ...input, music: undefined }).toEqual({ ...without.input, music: undefined });
  });

  // product 22.9
  it('changes with every audible setting of its music, and is the same as before without music', async () => {
    const { input } = await film();
    const keys = ['a', 'b', 'c'];
    const cuts = [null, null];
    const titles = input.sections.map(({ title }) => title);
    const ids = input.sections.map(({ sectionId }) => sectionId);
    expect(filmKey(input, keys, cuts)).toBe(
      artifactKey(joinFilm, [input.title, input.language, keys, titles, ids]),
    );
    const music: MusicSnapshot = {
      ...MUSIC_DEFAULTS,
      title: 'A song',
      sha256: 'x',
      fetchKey: 'y',
      durationMs: 5000,
      gainDb: 1,
    };
    const keyOf = (change: Partial<MusicSnapshot>) =>
      filmKey({ ...input, music: { ...music, ...change } }, keys, cuts);
    const one = [{ sha256: 'z' }, { volume: 0.4 }, { fadeOut: 1 }];
    const audible = [one, [{ start: 1 }, { ducked: false }, { gainDb: 2 }]].flat();
    const all = [filmKey(input, keys, cuts), keyOf({}), ...audible.map(keyOf)];
    expect(new Set(all).size).toBe(all.length);
    expect(keyOf({ title: 'Other', credit: 'By Ann', fetchKey: 'z' })).toBe(keyOf({}));
  });

  // product 22.10
  itInFullTier("credits its music with the creator's text, as it was when the film was made", async () => {
    await add();
    const snapshot = async () => musicSnapshotSchema.parse((await film()).input.music);
    const page = async () => {
      const { watchUrl } = (await edit.call('POST', edit.path('/share'))).json();
      return (await app.inject({ url: watchUrl, headers: { accept: 'text/html' } })).body;
    };
    await addFilm(backend, { userId: edit.user.id, projectId, bytes: randomBytes(9) });
    const keep = async (music: MusicSnapshot) =>
      db
        .updateTable('runs')
        .set({ input: JSON.stringify({ sections: [], music }) })
        .where('projectId', '=', projectId)
        .where('status', '=', 'completed')
        .execute();
    await keep(await snapshot());
    expect(await page()).not.toContain('A song');
    await set({ title: 'Dawn <i>', credit: 'by Ann & Co, CC BY 4.0' });
    await keep(await snapshot());
    await edit.call('DELETE', edit.path('/music'));
    expect(await page()).toContain('Music: &quot;Dawn &lt;i&gt;&quot;, by Ann &amp; Co, CC BY 4.0');
  });
});

describe('a missing or damaged file of music', () => {
  // product 22.11
  it('fails its film with a message that names the file and what to do', async () => {
    await add();
    const { input } = await film();
    const { path } = await openMusic(backend, input.music!);
    const failure = expect.objectContaining({
      retry: 'never',
      message:
        'The file of the music "A song" is missing or damaged. Choose it again under Film options, Music, or remove it there, then generate again.',
    });
    await truncate(path, 100);
    await expect(openMusic(backend, input.music!)).rejects.toEqual(failure);
    await rm(path);
    await expect(openMusic(backend, input.music!)).rejects.toEqual(failure);
    const missingMusic = { ...input.music!, fetchKey: 'a'.repeat(64) };
    await expect(openMusic(backend, missingMusic)).rejects.toEqual(failure);
  });
});

describe('the music of a project', () => {
  // product 22.12
  itInFullTier('is copied to a duplicate of the project', async () => {
    await add();
    await set({ volume: 0.6, credit: 'By Ann' });
    const { projectId: copyId } = (await edit.call('POST', edit.path('/duplicate'))).json();
    const read = async () => projectSchema.parse((await edit.call('GET', `/api/projects/${copyId}`)).json());
    const { url: _, ...copied } = (await read()).music!;
    const { url: __, ...own } = (await edit.read()).music!;
    expect(copied).toEqual(own);
    await edit.call('PATCH', `/api/projects/${copyId}/music`, { volume: 0.1 });
    expect((await edit.read()).music!.volume).toBe(0.6);
    const objects = await db.selectFrom('objects').select(['projectId', 'kind']).execute();
    expect(objects.filter((row) => [copyId, projectId].includes(row.projectId))).toHaveLength(2);
  });

  // product 22.12
  itInFullTier(
    'is exported with its name and settings, and an import reports that its file is missing',
    async () => {
      await add();
      await set({ volume: 0.6, credit: 'By Ann' });
      const { body } = await edit.call('GET', '/api/user/export');
      const data: DataExport = exportSchema.parse(JSON.parse(body));
      expect(data.projects[0]!.music).toEqual({
        ...MUSIC_DEFAULTS,
        title: 'A song',
        upload: 'A song.mp3',
        volume: 0.6,
        credit: 'By Ann',
      });
      const other = await openEditor(backend, app);
      const headers = { cookie: other.user.cookie, 'content-type': 'application/json' };
      await app.inject({ method: 'POST', url: '/api/user/import', headers, payload: body });
      const imported = await db
        .selectFrom('projects')
        .select(['music', 'notices'])
        .where('userId', '=', other.user.id)
        .orderBy('createdAt', 'desc')
        .execute();
      const messages = imported.map(({ notices }) => notices as string[]).flat();
      expect(messages).toContain('The music "A song.mp3" is not in the imported file.');
      expect(imported.every(({ music }) => music === null)).toBe(true);
    },
  );

  itInFullTier('is named first among what an import lacks, however many videos are missing', async () => {
    await add();
    const data: DataExport = exportSchema.parse((await edit.call('GET', '/api/user/export')).json());
    const [project] = data.projects;
    const missingVideos = Array.from({ length: 12 }, () => ({
      ...project!.videos[0]!,
      id: randomUUID(),
      sourceId: randomUUID(),
    }));
    const payload = { ...data, projects: [{ ...project!, videos: [...project!.videos, ...missingVideos] }] };
    const other = await openEditor(backend, app);
    expect((await other.call('POST', '/api/user/import', payload)).json()).toMatchObject({ projects: 1 });
    const { notices } = await db
      .selectFrom('projects')
      .select('notices')
      .where('userId', '=', other.user.id)
      .where('id', '!=', other.project.projectId)
      .executeTakeFirstOrThrow();
    const messages = notices as string[];
    expect(messages[0]).toBe('The music "A song.mp3" is not in the imported file.');
    expect(messages.at(-1)).toMatch(/^\d+ more videos or uploads are missing\.$/);
  });

  // product 22.13
  it('is deleted with its account', async () => {
    await add();
    const { email } = (await edit.call('GET', '/api/auth/user')).json();
    expect((await edit.call('DELETE', '/api/user', { email })).statusCode).toBeLessThan(300);
    const remaining = await db
      .selectFrom('objects')
      .select('id')
      .where('userId', '=', edit.user.id)
      .execute();
    expect(remaining).toEqual([]);
  });
});
