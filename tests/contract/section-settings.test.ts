import { beforeEach, describe, expect, it } from 'vitest';
import { exportSchema } from '#contract/export.ts';
import { SECTION_DEFAULTS, type SectionSettings, SETTINGS } from '#contract/section-settings.ts';
import type { Section } from '#contract/sections.ts';
import { openTestApp, openTestBackend } from '../helpers/services/backend.ts';
import { createUser } from '../helpers/data/user.ts';
import { type Editor, openEditor } from '../helpers/data/editor.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

/** For each setting a value that is not its default, and an invalid one. */
const VALUES: { [Name in keyof SectionSettings]: { other: SectionSettings[Name]; wrong: unknown } } = {
  sound: { other: 'muted', wrong: 'loud' },
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
