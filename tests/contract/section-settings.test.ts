import { beforeEach, describe, expect, it } from 'vitest';
import { exportSchema } from '#contract/export.ts';
import { generationInputSchema } from '#contract/jobs/generation.ts';
import { SECTION_DEFAULTS, type SectionSettings, SETTINGS } from '#contract/section-settings.ts';
import type { Section } from '#contract/sections.ts';
import { openTestApp, openTestBackend } from '../helpers/services/backend.ts';
import { createUser } from '../helpers/data/user.ts';
import { type Editor, openEditor } from '../helpers/data/editor.ts';
import { renderKey } from '#core/film/keys.ts';
import { readSteps } from '#core/repositories/run-steps.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

/** For each setting a value that is not its default, and an invalid one. */
const VALUES: { [Name in keyof SectionSettings]: { other: SectionSettings[Name]; wrong: unknown } } = {
  sound: { other: 'muted', wrong: 'loud' },
  speed: { other: 2, wrong: 2.01 },
};

let edit: Editor;
/** The second of three sections. */
let id: string;
beforeEach(async () => {
  edit = await openEditor(backend, app);
  id = edit.project.sections[1]!.id;
});

describe.each(SETTINGS)('the %s of a section', (name) => {
  const usual = SECTION_DEFAULTS[name];
  const { other, wrong } = VALUES[name];
  const set = (value: unknown) => edit.update(id, { [name]: value });
  const values = (sections: Section[]) => sections.map((section) => section[name]);
  const now = async () => values((await edit.read()).sections);

  it('is changed, undone and redone by its name, and refused where it is no such value', async () => {
    expect((await set(other)).json()).toMatchObject({ [name]: other, changed: true });
    expect((await edit.read()).history.undo).toBe(`Change the ${name} of "Section 2"`);
    await edit.call('POST', edit.path('/undo'));
    const { sections } = await edit.read();
    expect(sections[1]).toMatchObject({ [name]: usual, changed: false });
    await edit.call('POST', edit.path('/redo'));
    expect(await now()).toEqual([usual, other, usual]);
    expect((await set(wrong)).statusCode).toBe(400);
    // A change of something else keeps it.
    await edit.update(id, { title: 'Another' });
    expect(await now()).toEqual([usual, other, usual]);
  });

  it('is kept by a split, a copy and a restored section, and given back by Reset', async () => {
    await set(other);
    const parts = (await edit.split(id, 14)).json() as Section[];
    expect(values(parts)).toEqual([usual, other, other, usual]);
    await edit.remove(id);
    expect((await edit.restore(id)).json()).toMatchObject({ [name]: other });
    const { projectId } = (await edit.call('POST', edit.path('/duplicate'))).json();
    const copied = (await edit.call('GET', `/api/projects/${projectId}`)).json();
    expect(values(copied.sections)).toEqual([usual, other, other, usual]);
    const found = (await edit.call('GET', edit.path('/clips?force_refresh=true'))).json();
    expect(values(found)).toEqual([usual, usual, usual]);
    await edit.call('POST', edit.path('/sections/reset'));
    expect(await now()).toEqual([usual, usual, usual]);
  });

  it('goes with an export, and leaves the file of a section without it as it was', async () => {
    await set(other);
    const file = exportSchema.parse((await edit.call('GET', '/api/user/export')).json());
    const { sections } = file.projects[0]!;
    expect(sections.map((section) => section[name])).toEqual([undefined, other, undefined]);
    expect(name in sections[0]!).toBe(false);
    const person = await createUser(backend);
    const headers = { cookie: person.cookie };
    const imported = await app.inject({ method: 'POST', url: '/api/user/import', headers, payload: file });
    expect(imported.json()).toEqual({ projects: 1, skipped: 0 });
    const rows = await backend.db
      .selectFrom('sections')
      .innerJoin('projects', 'projects.id', 'sections.project_id')
      .select(`sections.${name}`)
      .where('user_id', '=', person.id)
      .orderBy('position')
      .execute();
    expect(rows.map((row) => row[name])).toEqual([usual, other, usual]);
  });
});

describe('the length of a section', () => {
  /** What a film made now is planned from, and the inputs of its render steps. */
  async function film() {
    const answer = await edit.call('POST', edit.path('/generate'), { language: 'en', quality: '720p' });
    const { runId } = answer.json();
    const run = await backend.db
      .selectFrom('runs')
      .select('input')
      .where('id', '=', runId)
      .executeTakeFirstOrThrow();
    const steps = await readSteps(backend.db, runId);
    await backend.engine.cancel(runId, edit.user.id);
    const inputs = steps.filter(({ job }) => job === 'render-section').map(({ input }) => input);
    return { ...generationInputSchema.parse(run.input), inputs };
  }
  const listed = async () => {
    const projects = (await edit.call('GET', '/api/user/videos')).json();
    return projects.find(({ id: one }: { id: string }) => one === edit.project.projectId).duration;
  };

  it('follows its speed in the film, the list of projects and the captions', async () => {
    await edit.update(id, { sound: 'original' });
    const before = await film();
    expect(before.inputs).toEqual([{ index: 0 }, { index: 1 }, { index: 2 }]);
    expect(await listed()).toBe(30);
    expect((await edit.update(id, { speed: 0.5 })).json()).toMatchObject({
      duration: 10,
      effectiveDuration: 20,
      effectiveEstimated: false,
    });
    expect(await listed()).toBe(40);
    const after = await film();
    expect(after.inputs).toEqual([{ index: 0 }, { index: 1, speed: 0.5 }, { index: 2 }]);
    const times = ({ sections }: typeof after) =>
      sections[1]!.words.flatMap(({ startMs, endMs }) => [startMs, endMs]);
    // The second word was not heard: it ends when it could have been read.
    expect(times(before).slice(0, 3)).toEqual([500, 900, 900]);
    expect(times(after).slice(0, 3)).toEqual([1000, 1800, 1800]);
    // The others are the artifacts that they were; what names no speed has the key of a version without speeds.
    const keys = ({ sections }: typeof after) => sections.map((section) => renderKey(section, after, null));
    expect(keys(after)[0]).toBe(keys(before)[0]);
    expect(keys(after)[1]).not.toBe(keys(before)[1]);
  });

  it('does not follow a speed where a picture or a title stands', async () => {
    const card = (await edit.create({})).json() as Section;
    expect((await edit.update(card.id, { speed: 2 })).json()).toMatchObject({ effectiveDuration: 3 });
    await edit.update(id, { speed: 2, videoURL: await edit.upload('image') });
    const { sections } = await edit.read();
    expect(sections.map(({ effectiveDuration }) => effectiveDuration)).toEqual([10, 3, 10, 3]);
    expect(await listed()).toBe(26);
    expect((await film()).inputs).toEqual([0, 1, 2, 3].map((index) => ({ index })));
  });
});
