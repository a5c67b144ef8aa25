import { beforeEach, describe, expect, it } from 'vitest';
import { filmPreviewSchema } from '#contract/film-preview.ts';
import { generationInputSchema, renderSection } from '#contract/jobs/generation.ts';
import { renderKey } from '#core/film/keys.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { readSteps } from '#core/repositories/runs/run-steps.ts';
import { type Editor, openSpokenSection, WORDS } from '../../helpers/data/editor.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;

let edit: Editor;
/** The second of three sections, which says `WORDS`. */
let id: string;
beforeEach(async () => {
  ({ edit, id } = await openSpokenSection(backend, app));
  const [first, , third] = edit.project.sections;
  for (const silent of [first!, third!]) await edit.update(silent.id, { sound: 'muted', transcription: '' });
});

const LOOK = { captionStyle: 'words', captionPlace: 'top', captionSize: 'large', captionColor: 'yellow' };
const query = (options: object) =>
  new URLSearchParams(
    Object.entries({ language: 'en', quality: '720p', ...options }).map(([name, value]) => [
      name,
      String(value),
    ]),
  ).toString();
const plan = async (options: object) =>
  (await edit.call('GET', edit.path(`/generation-plan?${query(options)}`))).json();

/** What a film made now is planned from, and the inputs of its steps. */
async function film(options: object) {
  const request = { language: 'en', quality: '720p', ...options };
  const { runId } = (await edit.call('POST', edit.path('/generate'), request)).json();
  const run = await db.selectFrom('runs').select('input').where('id', '=', runId).executeTakeFirstOrThrow();
  const steps = await readSteps(db, runId);
  await backend.engine.cancel(runId, edit.user.id);
  const inputs = (job: string) => steps.filter((step) => step.job === job).map(({ input }) => input);
  return { film: generationInputSchema.parse(run.input), inputs };
}

/** As if a film with these options had been made. */
async function render(options: object): Promise<void> {
  const { film: made } = await film(options);
  const { name: job, version } = renderSection;
  for (const key of new Set(made.sections.map((section) => renderKey(section, made, null)))) {
    await insertArtifact(db, { key, job, version, ownerId: null, files: [], data: {} });
  }
}

describe('the look of captions', () => {
  it('is frozen with the film, and told to the steps that draw it', async () => {
    const { film: made, inputs } = await film({ burnSubtitles: true, ...LOOK });
    expect(made).toMatchObject(LOOK);
    expect(inputs('render-section')).toEqual([
      { index: 0, muted: true },
      { index: 1, captionLook: LOOK },
      { index: 2, muted: true },
    ]);
    expect(inputs('join-film')).toEqual([{}]);
    const plain = await film({ burnSubtitles: true });
    expect(plain.film).toMatchObject({ captionStyle: 'lines', captionPlace: 'bottom' });
    expect(plain.inputs('render-section')[1]).toEqual({ index: 1 });
  });

  it('makes only the sections with captions ones to render', async () => {
    await render({ burnSubtitles: true });
    expect(await plan({ burnSubtitles: true })).toMatchObject({ sections: 3, toRender: 0 });
    for (const [name, value] of Object.entries(LOOK)) {
      expect([name, await plan({ burnSubtitles: true, [name]: value })]).toMatchObject([
        name,
        { toRender: 1 },
      ]);
    }
    await edit.update(id, { captions: false });
    const without = await plan({ burnSubtitles: true });
    expect(without.toRender).toBe(1);
    expect(await plan({ burnSubtitles: true, ...LOOK })).toEqual(without);
  });

  it('is nothing to a film whose captions are a track', async () => {
    await render({});
    expect(await plan(LOOK)).toMatchObject({ sections: 3, toRender: 0 });
    await edit.update(id, { captions: false });
    expect(await plan(LOOK)).toMatchObject({ sections: 3, toRender: 0 });
  });

  it('is refused where there is no such one', async () => {
    for (const name of Object.keys(LOOK)) {
      const answer = await edit.call('GET', edit.path(`/generation-plan?${query({ [name]: 'other' })}`));
      expect([name, answer.statusCode]).toEqual([name, 400]);
    }
  });
});

describe('a section without captions', () => {
  const cues = async (options = {}) => {
    const answer = await edit.call('GET', edit.path(`/film-preview?${query(options)}`));
    const { parts } = filmPreviewSchema.parse(answer.json());
    return parts.find(({ sectionId }) => sectionId === id)!.cues;
  };

  it('has none in the preview, in an export and in the film', async () => {
    const srt = async () => (await edit.call('GET', edit.path('/export/srt'))).body;
    const [cue] = await cues();
    expect(cue!.words).toHaveLength(cue!.lines.join(' ').split(' ').length);
    expect(await srt()).toContain(WORDS[0]);
    expect((await film({ burnSubtitles: true })).inputs('join-film')).toEqual([{}]);
    await edit.update(id, { captions: false });
    expect(await cues()).toEqual([]);
    expect(await srt()).not.toContain(WORDS[0]);
    const { inputs } = await film({ burnSubtitles: true });
    expect(inputs('render-section')[1]).toEqual({ index: 1, captions: false });
    expect(inputs('join-film')).toEqual([{ captions: false }]);
    const track = await film({});
    expect(track.inputs('render-section')[1]).toEqual({ index: 1 });
    expect(track.inputs('join-film')).toEqual([{ captions: false }]);
  });
});
