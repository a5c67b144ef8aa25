import { beforeEach, describe, expect, it } from 'vitest';
import { exportSchema } from '#contract/export.ts';
import type { FilmChoices } from '#contract/film-choices.ts';
import { filmPreviewSchema } from '#contract/film-preview.ts';
import { generationPlanSchema } from '#contract/generation.ts';
import { renderKey } from '#core/film/keys.ts';
import { type Editor, openEditor, planFilm } from '../../helpers/data/editor.ts';
import { versionsOf } from '../../helpers/exchange/versions.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;

let edit: Editor;
beforeEach(async () => {
  edit = await openEditor(backend, app);
});

/** Sets the licence of the video that all sections show. */
const license = (name: string | null) =>
  db
    .updateTable('videos')
    .set({ license: name, title: 'A river', channel: 'Ann' })
    .where('id', '=', edit.project.videoId)
    .execute();
/** Makes the project look as if it had been created before there were credits. */
const older = () =>
  db.updateTable('projects').set({ filmChoices: '{}' }).where('id', '=', edit.project.projectId).execute();
const choose = (choices: FilmChoices) => edit.call('PATCH', edit.path('/film-choices'), choices);
const film = (options: object = {}) => planFilm(backend, edit, options);
const last = async (options: object = {}) => (await film(options)).sections.at(-1)!;
const plan = async () =>
  generationPlanSchema.parse((await edit.call('GET', edit.path('/generation-plan'))).json());

describe('the credits of a film', () => {
  // product 26.5
  it('the credits of a film are the last section if a licence requires them, and name each source once', async () => {
    await license('CC BY 4.0');
    const { sections, inputs } = await film();
    expect(sections).toHaveLength(4);
    expect(sections[3]).toMatchObject({
      sectionId: edit.project.projectId,
      title: 'Credits',
      media: { kind: 'card', credits: [[{ title: 'A river', detail: 'Ann · CC BY 4.0' }]] },
      startMs: 0,
      endMs: 3000,
    });
    // Workers of versions without credits leave the step alone.
    expect(inputs[3]).toEqual({ index: 3, credits: true });
    expect(await plan()).toMatchObject({ sections: 4, toRender: 4 });
  });

  // product 26.5
  it('the credits of a film are off without such a licence, until they are chosen', async () => {
    await license('CC0');
    expect((await film()).sections).toHaveLength(3);
    await choose({ credits: 'on' });
    expect(await last()).toMatchObject({ title: 'Credits' });
    expect((await edit.read()).history.undo).toBe('Change the closing credits of the film');
    await edit.call('POST', edit.path('/undo'));
    expect((await film()).sections).toHaveLength(3);
  });

  // product 26.5
  it('the credits of a film are off in a project from before credits existed, whatever its licences', async () => {
    await license('CC BY 4.0');
    await older();
    expect((await film()).sections).toHaveLength(3);
    expect(await plan()).toMatchObject({ sections: 3 });
    await choose({ credits: 'auto' });
    expect((await film()).sections).toHaveLength(4);
  });

  itInFullTier("use the option of the request instead of the project's choice", async () => {
    await license('CC BY 4.0');
    expect((await film({ credits: 'off' })).sections).toHaveLength(3);
    await older();
    expect((await film({ credits: 'auto' })).sections).toHaveLength(4);
  });

  // product 26.6
  itInFullTier('the credits of a film are in the language of the film', async () => {
    await license('CC BY 4.0');
    expect((await last({ language: 'hi' })).title).toBe('श्रेय');
    expect((await last({ language: 'bn' })).title).toBe('কৃতজ্ঞতা স্বীকার');
  });

  // product 26.7
  it('the credits of a film are rendered again when a source changes, and no other section is', async () => {
    await license('CC BY 4.0');
    const keys = async () => {
      const { sections, ...plannedFilm } = await film();
      return sections.map((section) => renderKey(section, plannedFilm, null));
    };
    const before = await keys();
    await license('CC BY 3.0');
    expect((await keys()).map((key, index) => key === before[index])).toEqual([true, true, true, false]);
  });

  it('the credits of a film follow the last section with a cut, even if it has another transition', async () => {
    await license('CC BY 4.0');
    const id = edit.project.sections[2]!.id;
    await edit.update(id, { transition: 'crossfade' });
    const { sections } = await film();
    expect(sections.map(({ transition }) => transition)).toEqual(['cut', 'cut', 'cut', 'cut']);
    expect((await film({ credits: 'off' })).sections[2]).toMatchObject({ transition: 'crossfade' });
  });

  // product 26.7
  itInFullTier(
    'the credits of a film are not part of the section preview, of a version, or of what it restores',
    async () => {
      await license('CC BY 4.0');
      const preview = filmPreviewSchema.parse((await edit.call('GET', edit.path('/film-preview'))).json());
      const ids = edit.project.sections.map(({ id }) => id);
      expect(preview.parts.map(({ sectionId }) => sectionId)).toEqual(ids);
      const versions = versionsOf(backend, edit);
      await versions.generate();
      expect(await versions.list()).toMatchObject([{ sections: 3, credits: 'auto' }]);
      await choose({ credits: 'off' });
      const changes = await versions.changes(await versions.newest(), '?credits=off');
      expect(changes).toMatchObject({ film: [{ field: 'credits', from: 'auto', to: 'off' }], sections: [] });
      expect(await versions.restore(await versions.newest())).toMatchObject({ changed: true, lost: [] });
      expect((await edit.read()).filmChoices.credits).toBe('auto');
    },
  );

  // product 26.7
  itInFullTier(
    'the credits of a film are in an export as chosen, and in exports for other programs',
    async () => {
      await license('CC BY 4.0');
      await choose({ credits: 'on' });
      const { body } = await edit.call('GET', '/api/user/export');
      expect(exportSchema.parse(JSON.parse(body)).projects[0]!.filmChoices).toEqual({ credits: 'on' });
      const list = await edit.call('GET', edit.path('/export/txt'));
      expect(list.body).toContain('Credits');
    },
  );
});
