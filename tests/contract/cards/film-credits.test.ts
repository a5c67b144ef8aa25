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

/** Gives the video of all sections a licence. */
const license = (name: string | null) =>
  db
    .updateTable('videos')
    .set({ license: name, title: 'A river', channel: 'Ann' })
    .where('id', '=', edit.project.videoId)
    .execute();
/** A project of the time before there were credits. */
const older = () =>
  db.updateTable('projects').set({ film_choices: '{}' }).where('id', '=', edit.project.projectId).execute();
const choose = (choices: FilmChoices) => edit.call('PATCH', edit.path('/film-choices'), choices);
const film = (options: object = {}) => planFilm(backend, edit, options);
const last = async (options: object = {}) => (await film(options)).sections.at(-1)!;
const plan = async () =>
  generationPlanSchema.parse((await edit.call('GET', edit.path('/generation-plan'))).json());

describe('the credits of a film', () => {
  it('are its last section where a licence asks for them, and name each source once', async () => {
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
    // A worker of a version without credits leaves the step alone.
    expect(inputs[3]).toEqual({ index: 3, credits: true });
    expect(await plan()).toMatchObject({ sections: 4, toRender: 4 });
  });

  it('are off without such a licence, until they are chosen', async () => {
    await license('CC0');
    expect((await film()).sections).toHaveLength(3);
    await choose({ credits: 'on' });
    expect(await last()).toMatchObject({ title: 'Credits' });
    expect((await edit.read()).history.undo).toBe('Change the closing credits of the film');
    await edit.call('POST', edit.path('/undo'));
    expect((await film()).sections).toHaveLength(3);
  });

  it('are off in a project that is older than they are, whatever its licences', async () => {
    await license('CC BY 4.0');
    await older();
    expect((await film()).sections).toHaveLength(3);
    expect(await plan()).toMatchObject({ sections: 3 });
    await choose({ credits: 'auto' });
    expect((await film()).sections).toHaveLength(4);
  });

  itInFullTier('follow the request of a film in place of the choice', async () => {
    await license('CC BY 4.0');
    expect((await film({ credits: 'off' })).sections).toHaveLength(3);
    await older();
    expect((await film({ credits: 'auto' })).sections).toHaveLength(4);
  });

  itInFullTier('are in the language of the film', async () => {
    await license('CC BY 4.0');
    expect((await last({ language: 'hi' })).title).toBe('श्रेय');
    expect((await last({ language: 'bn' })).title).toBe('কৃতজ্ঞতা স্বীকার');
  });

  it('are rendered again when a source changes, and nothing else is', async () => {
    await license('CC BY 4.0');
    const keys = async () => {
      const { sections, ...made } = await film();
      return sections.map((section) => renderKey(section, made, null));
    };
    const before = await keys();
    await license('CC BY 3.0');
    expect((await keys()).map((key, index) => key === before[index])).toEqual([true, true, true, false]);
  });

  it('follow the last section by a cut, also where its transition is another one', async () => {
    await license('CC BY 4.0');
    const id = edit.project.sections[2]!.id;
    await edit.update(id, { transition: 'crossfade' });
    const { sections } = await film();
    expect(sections.map(({ transition }) => transition)).toEqual(['cut', 'cut', 'cut', 'cut']);
    expect((await film({ credits: 'off' })).sections[2]).toMatchObject({ transition: 'crossfade' });
  });

  it('are no part of the preview of sections, of a version and of what it restores', async () => {
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
  });

  itInFullTier(
    'are in an export as they were chosen, and in what is exported for other programs',
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
