import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Editor, openEditor } from '../../helpers/data/editor.ts';
import { addFilm, addVersion, endGeneration } from '../../helpers/data/film.ts';
import { createUser } from '../../helpers/data/user.ts';
import { versionsOf } from '../../helpers/exchange/versions.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend({ VERSIONS_PER_PROJECT: '2' });
const { db, engine } = backend;
const app = await openTestApp(backend);

let edit: Editor;
let ids: string[];
let versions: ReturnType<typeof versionsOf>;
beforeEach(async () => {
  edit = await openEditor(backend, app);
  ids = edit.project.sections.map(({ id }) => id);
  versions = versionsOf(backend, edit);
});

describe('a generated film', () => {
  // product 23.1
  it('stores its plan with its date, options, length and sections, newest first', async () => {
    expect(await versions.list()).toEqual([]);
    await versions.generate();
    await versions.generate({
      language: 'hi',
      aspect: '9:16',
      burnSubtitles: true,
      videos: [{ clipid: ids[1] }],
    });
    expect(await versions.list()).toMatchObject([
      {
        number: 2,
        language: 'hi',
        aspect: '9:16',
        burnSubtitles: true,
        gender: 'male',
        sections: 1,
        isShown: true,
      },
      { number: 1, language: 'en', quality: '720p', aspect: '16:9', gender: null, duration: 30, sections: 3 },
    ]);
  });

  // product 23.1
  it('stores the state when the generation began, and not before its film is made', async () => {
    const runId = await versions.start();
    await edit.update(ids[0]!, { title: 'Edited meanwhile' });
    expect(await versions.list()).toEqual([]);
    await endGeneration(backend, runId);
    const { sections } = await versions.changes(await versions.newest());
    expect(sections).toMatchObject([
      { title: 'Edited meanwhile', fields: [{ field: 'title', from: 'Section 1', to: 'Edited meanwhile' }] },
    ]);
  });

  // product 23.2
  itInFullTier('has no version if it is cancelled, and its retry has the plan of that time', async () => {
    const runId = await versions.start();
    await engine.cancel(runId, edit.user.id);
    await edit.update(ids[0]!, { title: 'Edited' });
    const retryId = (await edit.call('POST', `/api/runs/${runId}/retry`)).json().id;
    await endGeneration(backend, retryId);
    const [version] = await versions.list();
    expect(version).toMatchObject({ number: 1 });
    expect((await versions.changes(version!.id!)).sections).toHaveLength(1);
    const cancelled = await versions.start();
    await engine.cancel(cancelled, edit.user.id);
    expect(await versions.list()).toHaveLength(1);
    await versions.generate();
    const { count } = await db
      .selectFrom('filmVersions')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('projectId', '=', edit.project.projectId)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(2);
  });

  // product 23.1
  it('has a machine translation that it narrates', async () => {
    await edit.update(ids[0]!, { sound: 'narrated' });
    await edit.remove(ids[1]!);
    await edit.remove(ids[2]!);
    const runId = await versions.start({ language: 'hi' });
    await db
      .insertInto('runSteps')
      .values({
        runId,
        key: 'translate-section-0',
        job: 'translate-section',
        input: '{"index":0}',
        position: 0,
        stage: 'Translating',
        state: 'queued',
      })
      .onConflict((oc) => oc.doNothing())
      .execute();
    await endGeneration(backend, runId, { translated: 'पाठ एक।' });
    expect((await edit.read('hi')).sections[0]!.transcription).toBe('पाठ एक।');
    expect((await versions.changes(await versions.newest())).sections).toEqual([]);
  });

  // product 23.3
  it('from before plans were stored is listed as such', async () => {
    const { user, project } = edit;
    await addFilm(backend, {
      userId: user.id,
      projectId: project.projectId,
      bytes: Buffer.from(randomUUID()),
    });
    expect(await versions.list()).toMatchObject([{ id: null, number: null, language: 'en', isShown: true }]);
  });

  // product 23.4
  itInFullTier('deletes the oldest plans over the limit, never that of a current film', async () => {
    await versions.generate({ language: 'hi' });
    for (const title of ['Two', 'Three', 'Four']) {
      await edit.update(ids[0]!, { title });
      await versions.generate();
    }
    expect(
      (await versions.list()).map(({ number, language, isShown }) => [number, language, isShown]),
    ).toEqual([
      [4, 'en', true],
      [3, 'en', false],
      [1, 'hi', true],
    ]);
  });

  // product 23.17
  it('can be played after a newer one while its file is kept', async () => {
    const owner = { userId: edit.user.id, projectId: edit.project.projectId };
    const runId = await addFilm(backend, { ...owner, bytes: Buffer.from('the first film'), vtt: 'WEBVTT\n' });
    const film = await db
      .selectFrom('films')
      .selectAll()
      .where('runId', '=', runId)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('runSteps')
      .values({
        runId,
        key: 'join-film',
        job: 'join-film',
        input: '{}',
        position: 0,
        stage: 'Joining the film',
        state: 'done',
        artifactKey: film.artifactKey,
      })
      .execute();
    await addVersion(backend, { ...owner, runId });
    await addFilm(backend, { ...owner, bytes: Buffer.from('the second film') });
    const read = async () => (await versions.list()).find(({ number }) => number === 1)!;
    const { isShown, file } = await read();
    expect(isShown).toBe(false);
    expect((await edit.call('GET', file!.video)).body).toBe('the first film');
    expect((await edit.call('GET', file!.subtitles!)).body).toBe('WEBVTT\n');
    await db.deleteFrom('artifacts').where('key', '=', film.artifactKey).execute();
    expect((await read()).file).toBeNull();
  });

  // product 23.12
  it('leaves no trace once its project is purged', async () => {
    await versions.generate();
    const id = await versions.newest();
    await edit.call('DELETE', edit.path(''));
    expect((await edit.call('GET', edit.path('/versions'))).statusCode).toBe(404);
    await db.deleteFrom('projects').where('id', '=', edit.project.projectId).execute();
    expect(await db.selectFrom('filmVersions').select('id').where('id', '=', id).execute()).toEqual([]);
  });
});

describe('changes since a version', () => {
  // product 23.5
  it('changes include sections, their fields, and the options of the film that would be made', async () => {
    await versions.generate();
    const id = await versions.newest();
    const unchanged = await versions.changes(
      id,
      '?language=en&quality=720p&aspect=16:9&burnSubtitles=false&speaker=',
    );
    expect(unchanged).toEqual({ film: [], musicLost: false, sections: [], sectionIds: ids });
    await edit.update(ids[0]!, { title: 'New title', transcription: 'New text.', endTime: 9.5, speed: 1.5 });
    await edit.remove(ids[1]!);
    const added = (await edit.create({ title: 'Added' })).json().id as string;
    await edit.reorder([added, ids[2]!, ids[0]!]);
    const { film, sections, sectionIds } = await versions.changes(
      id,
      '?quality=1080p&aspect=9:16&gender=female',
    );
    expect(film).toEqual([
      { field: 'quality', from: '720p', to: '1080p' },
      { field: 'aspect', from: '16:9', to: '9:16' },
    ]);
    expect(sectionIds).toEqual([added, ids[2], ids[0]]);
    expect(sections.map(({ title, from, to }) => [title, from, to])).toEqual([
      ['Added', null, 1],
      ['Section 3', 3, 2],
      ['Section 2', 2, null],
      ['New title', 1, 3],
    ]);
    expect(sections[3]!.fields.map(({ field }) => field)).toEqual(['title', 'text', 'range', 'speed']);
  });

  // product 23.6
  it('can also be shown between two versions', async () => {
    await versions.generate();
    const first = await versions.newest();
    await edit.update(ids[0]!, { volume: 0.5 });
    await versions.generate({ quality: '1080p' });
    const second = await versions.newest();
    await edit.update(ids[0]!, { volume: 0 });
    const { film, sections } = await versions.changes(first, `?with=${second}`);
    expect(film).toEqual([{ field: 'quality', from: '720p', to: '1080p' }]);
    expect(sections.map(({ fields }) => fields)).toEqual([[{ field: 'volume', from: 1, to: 0.5 }]]);
  });

  // product 23.12
  it('changes since a version are accessible only within its project', async () => {
    await versions.generate();
    const id = await versions.newest();
    const other = await openEditor(backend, app);
    const stranger = await createUser(backend);
    const responses = [
      await other.call('GET', other.path(`/versions/${id}/changes`)),
      await other.call('POST', other.path(`/versions/${id}/restore`), { sectionIds: [] }),
      await app.inject({ url: edit.path('/versions'), headers: { cookie: stranger.cookie } }),
      await app.inject({ url: edit.path(`/versions/${id}/changes`), headers: { cookie: stranger.cookie } }),
      await edit.call('GET', edit.path(`/versions/${id}/changes?with=${randomUUID()}`)),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
  });
});
