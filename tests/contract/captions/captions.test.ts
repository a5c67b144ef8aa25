import { beforeEach, describe, expect, it } from 'vitest';
import { filmPreviewSchema } from '#contract/film-preview.ts';
import { generationInputSchema, renderSection } from '#contract/jobs/generation.ts';
import { renderKey } from '#core/film/keys.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { readSteps } from '#core/repositories/runs/run-steps.ts';
import { makeCues } from '#film/captions/cues.ts';
import { type Editor, openSpokenSection, WORDS } from '../../helpers/data/editor.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

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

const LOOK = {
  captionStyle: 'boxed',
  captionPlace: 'top',
  captionSize: 'large',
  captionColor: 'yellow',
  captionDesign: 'pill',
  captionHighlight: 'word',
};
const query = (options: object) =>
  new URLSearchParams(
    Object.entries({ language: 'en', quality: '720p', ...options }).map(([name, value]) => [
      name,
      String(value),
    ]),
  ).toString();
const plan = async (options: object) =>
  (await edit.call('GET', edit.path(`/generation-plan?${query(options)}`))).json();

/** Returns what a film generated now is planned from, and the inputs of its steps. */
async function film(options: object) {
  const request = { language: 'en', quality: '720p', ...options };
  const { runId } = (await edit.call('POST', edit.path('/generate'), request)).json();
  const run = await db.selectFrom('runs').select('input').where('id', '=', runId).executeTakeFirstOrThrow();
  const steps = await readSteps(db, runId);
  await backend.engine.cancel(runId, edit.user.id);
  const inputs = (job: string) => steps.filter((step) => step.job === job).map(({ input }) => input);
  return { film: generationInputSchema.parse(run.input), inputs };
}

/** Stores rows as if a film with these options had been generated. */
async function render(options: object): Promise<void> {
  const { film: plannedFilm } = await film(options);
  const { name: job, version } = renderSection;
  for (const key of new Set(plannedFilm.sections.map((section) => renderKey(section, plannedFilm, null)))) {
    await insertArtifact(db, { key, job, version, ownerId: null, files: [], data: {} });
  }
}

describe('the style of captions', () => {
  it('is frozen with the film, and passed to the steps that draw it', async () => {
    const { film: plannedFilm, inputs } = await film({ burnSubtitles: true, ...LOOK });
    expect(plannedFilm).toMatchObject(LOOK);
    expect(inputs('render-section')).toEqual([
      { index: 0, muted: true },
      { index: 1, captionLook: LOOK, captionDrawing: 3 },
      { index: 2, muted: true },
    ]);
    expect(inputs('join-film')).toEqual([{}]);
    const plain = await film({ burnSubtitles: true });
    expect(plain.film).toMatchObject({ captionStyle: 'lines', captionPlace: 'bottom' });
    expect(plain.inputs('render-section')[1]).toEqual({ index: 1 });
  });

  // product 21.5
  it('requires rendering only the sections with captions', async () => {
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

  // product 21.5
  it('has no effect on a film whose captions are a track', async () => {
    await render({});
    expect(await plan(LOOK)).toMatchObject({ sections: 3, toRender: 0 });
    await edit.update(id, { captions: false });
    expect(await plan(LOOK)).toMatchObject({ sections: 3, toRender: 0 });
  });

  it('is refused if it does not exist', async () => {
    for (const name of Object.keys(LOOK)) {
      const answer = await edit.call('GET', edit.path(`/generation-plan?${query({ [name]: 'other' })}`));
      expect([name, answer.statusCode]).toEqual([name, 400]);
    }
  });
});

const cues = async (options = {}) => {
  const answer = await edit.call('GET', edit.path(`/film-preview?${query(options)}`));
  const { parts } = filmPreviewSchema.parse(answer.json());
  return parts.find(({ sectionId }) => sectionId === id)!.cues;
};

describe('captions in a vertical film', () => {
  // product 21.9
  itInFullTier(
    'drawn captions have short lines in preview and film, and a caption track has long ones',
    async () => {
      const textWords = 'In the spring the snow melts and the river runs to the sea.'.split(' ');
      const spoken = textWords.map((text, at) => {
        const startMs = 10_000 + at * 400;
        return { text, startMs, endMs: startMs + 400, confidence: 0.9 };
      });
      await db
        .updateTable('sections')
        .set({ sound: 'original', words: JSON.stringify(spoken) })
        .where('id', '=', id)
        .execute();
      await db
        .updateTable('sectionTexts')
        .set({ text: textWords.join(' ') })
        .where('sectionId', '=', id)
        .execute();
      const options = { aspect: '9:16', burnSubtitles: true };
      const { film: plannedFilm } = await film(options);
      const { words } = plannedFilm.sections.find(({ sectionId }) => sectionId === id)!;
      const drawnLines = makeCues(words, 10_000, plannedFilm).flatMap(({ lines }) => lines);
      expect(Math.max(...drawnLines.map((line) => line.split(' ').length))).toBeLessThanOrEqual(5);
      expect((await cues(options)).flatMap(({ lines }) => lines)).toEqual(drawnLines);
      const track = (await cues({ aspect: '9:16' })).flatMap(({ lines }) => lines);
      expect(track).toEqual(makeCues(words, 10_000).flatMap(({ lines }) => lines));
      expect(track).not.toEqual(drawnLines);
    },
  );

  // product 21.5
  it('captions in a vertical film are rendered again only in sections that have some', async () => {
    const tall = { aspect: '9:16' };
    await render(tall);
    expect(await plan({ ...tall, burnSubtitles: true })).toMatchObject({ sections: 3, toRender: 1 });
    await render({ ...tall, burnSubtitles: true });
    expect(await plan({ ...tall, burnSubtitles: true })).toMatchObject({ toRender: 0 });
    const changed = { ...tall, burnSubtitles: true, captionDesign: 'pill' };
    expect(await plan(changed)).toMatchObject({ toRender: 1 });
  });
});

describe('a caption style chosen by a page of an earlier version', () => {
  // product 21.11
  it('replaces a design that this page does not know', async () => {
    const choose = (body: object) => edit.call('PATCH', edit.path('/film-choices'), body);
    await choose({ captionStyle: 'boxed', captionDesign: 'pill', captionHighlight: 'word' });
    await choose({ captionStyle: 'lines' });
    expect((await edit.read()).filmChoices).toMatchObject({
      captionStyle: 'lines',
      captionDesign: 'classic',
      captionHighlight: 'none',
    });
  });
});

describe('a section without captions', () => {
  // product 21.6
  it('has no captions in the preview, in an export and in the film', async () => {
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
