import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Call } from '#contract/calls/define-call.ts';
import * as calls from '#contract/calls/index.ts';
import { MUSIC_DEFAULTS } from '#contract/music.ts';
import { transact } from '#core/bus/transact.ts';
import { writeProjectState } from '#core/repositories/media/project-state.ts';
import { recordEdit } from '#core/repositories/projects/section-edits.ts';
import { writeStates } from '#core/repositories/projects/section-states.ts';
import { settleFilm } from '#core/repositories/films/following-films.ts';
import { ROUTE_CASES } from '../../helpers/calls/route-cases.ts';
import { type Belongings, createBelongings } from '../../helpers/data/belongings.ts';
import { endGeneration } from '../../helpers/data/film.ts';
import { createProject } from '../../helpers/data/project.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const MAX_SECTIONS = 6;
const backend = await openTestBackend({ SECTIONS_PER_PROJECT: String(MAX_SECTIONS) });
const app = await openTestApp(backend);
const { db, bus, engine } = backend;

type CallName = keyof typeof calls;
const CALLS = new Map(Object.entries<Call>(calls));

function send(name: CallName, own: Belongings, { url, body }: { url?: string; body?: object } = {}) {
  const call = CALLS.get(name)!;
  const route = ROUTE_CASES.get(`${call.method} ${call.path}`)!;
  const payload = body ?? route.body?.(own);
  return app.inject({
    method: call.method,
    url: url ?? route.url(own),
    headers: { cookie: own.user.cookie },
    ...(payload && { payload }),
  });
}

/** Returns a function that lists the projects whose change was published since. */
function recordChanges() {
  const publish = vi.spyOn(bus, 'publish');
  onTestFinished(() => publish.mockRestore());
  return () =>
    publish.mock.calls.flatMap(([, type, payload]) =>
      type === 'project.changed' ? [(payload as { projectId: string }).projectId] : [],
    );
}

const rename = (own: Belongings) => send('updateSection', own);
const share = (own: Belongings) => send('shareFilm', own);

async function addMusic({ uploadId, projectId }: Belongings) {
  const file = { objectId: uploadId, sha256: 'a'.repeat(64), fetchKey: 'b'.repeat(64) };
  const music = { ...MUSIC_DEFAULTS, ...file, title: 'Dawn', fileName: 'dawn.mp3', durationMs: 60_000 };
  await writeProjectState(db, projectId, { music: { ...music, gainDb: 0 } });
}

const setWords = ({ sectionIds }: Belongings, word: object) =>
  db
    .updateTable('sections')
    .set({ words: JSON.stringify([{ startMs: 500, endMs: 900, ...word }]) })
    .where('id', '=', sectionIds[0]!)
    .execute();

interface Scene {
  /** What the call needs to have an effect. */
  before?: (own: Belongings) => Promise<unknown>;
  body?: (own: Belongings) => object | Promise<object>;
}

/** All calls that edit a project. */
const EDITS: Partial<Record<CallName, Scene>> = {
  updateProject: {},
  deleteProject: {},
  restoreProject: { before: (own) => send('deleteProject', own) },
  chooseForFilm: {},
  applyFilmStyle: {},
  setMusic: { before: addMusic },
  removeMusic: { before: addMusic },
  createSection: {},
  setTransitions: {},
  reorderSections: { body: ({ sectionIds }) => ({ sectionIds: sectionIds.toReversed() }) },
  deleteSections: {},
  cutSections: {
    body: ({ sectionIds }) => ({
      sections: [{ sectionId: sectionIds[0], cuts: [{ startMs: 2000, endMs: 3000 }] }],
    }),
  },
  replaceText: {},
  resetSections: { before: rename },
  undoEdit: { before: rename },
  redoEdit: { before: async (own) => [await rename(own), await send('undoEdit', own)] },
  updateSection: {},
  importSubtitles: {},
  renameSpeaker: { before: (own) => setWords(own, { text: 'word', confidence: 1, speaker: 'Speaker 1' }) },
  confirmWord: {
    before: (own) => setWords(own, { text: 'shit', confidence: 0 }),
    body: () => ({ start: 0.5, text: 'shit' }),
  },
  deleteSection: {},
  restoreSection: { before: (own) => send('deleteSection', own) },
  splitSection: {},
  duplicateSection: {},
  resetSection: { before: rename },
  restoreVersion: { before: rename },
  proposeEdit: {},
  acceptProposal: {},
  declineProposal: {},
  shareFilm: {},
  updateShare: { before: share },
  unshareFilm: { before: share },
  setPoster: { body: () => ({ at: null }) },
  makePreviews: {},
  cancelRun: {
    before: ({ runId }) =>
      db.updateTable('runs').set({ status: 'running', finishedAt: null }).where('id', '=', runId).execute(),
  },
};

/** Calls that edit no project, or not the one in their path. Starting a run publishes in `startRun`. */
const OTHERS: CallName[] = [
  'processVideos',
  'copySections',
  'duplicateProject',
  // Its edit is that of setMusic.
  'fetchMusic',
  'retryVideos',
  'translateTexts',
  'publishFilm',
  'generateFilm',
  'findSubjects',
  'listenToSection',
  'listenToVoice',
  'checkFilm',
  'hearAgain',
  'retryRun',
];

const ofProject = ({ method, path }: Call) =>
  method !== 'GET' && /^\/api\/(projects|sections|runs)\//.test(path);

describe('the event project.changed', () => {
  it('is tested for every call of a project, section or run that is not a GET', () => {
    const named = [...CALLS].flatMap(([name, call]) => (ofProject(call) ? [name] : []));
    expect([...Object.keys(EDITS), ...OTHERS].sort()).toEqual(named.sort());
  });

  it.each(Object.entries(EDITS) as [CallName, Scene][])('is published once by %s', async (name, scene) => {
    const own = await createBelongings(backend);
    await scene.before?.(own);
    const changes = recordChanges();
    const body = await scene.body?.(own);
    const answer = await send(name, own, body && { body });
    expect(answer.statusCode).toBeOneOf([200, 201, 204]);
    expect(changes()).toEqual([own.projectId]);
  });

  it('names the project that receives copied sections', async () => {
    const own = await createBelongings(backend);
    const { projectId } = await createProject(backend, own.user.id);
    const changes = recordChanges();
    await send('copySections', own, { body: { sectionIds: own.sectionIds, projectId } });
    expect(changes()).toEqual([projectId]);
  });

  it('names the copy of a duplicated project', async () => {
    const own = await createBelongings(backend);
    const changes = recordChanges();
    const { projectId } = (await send('duplicateProject', own)).json<{ projectId: string }>();
    expect(changes()).toEqual([projectId]);
  });

  it('is published when a film that would follow a processing is cancelled', async () => {
    const own = await createBelongings(backend);
    await db.updateTable('runs').set({ film: 'planned' }).where('id', '=', own.runId).execute();
    const changes = recordChanges();
    await send('cancelRun', own);
    await send('cancelRun', own);
    expect(changes()).toEqual([own.projectId]);
    expect(await settleFilm(db, { runId: own.runId, userId: own.user.id }, 'refused')).toBe(false);
  });

  it('is published for texts that a generation saves while an equal film is being made', async () => {
    const own = await createBelongings(backend);
    const first = (await send('generateFilm', own)).json<{ runId: string }>();
    const changes = recordChanges();
    const videos = own.sectionIds.map((clipid, at) => ({ clipid, transcription: `Text  ${at + 1}.` }));
    const second = await send('generateFilm', own, { body: { videos } });
    expect(second.json()).toEqual({ ...first, finalVideoLink: null });
    expect(changes()).toEqual([own.projectId]);
    await engine.cancel(first.runId, own.user.id);
  });

  itInFullTier('is published once, after the event of its run, for an edit by a worker', async () => {
    const own = await createBelongings(backend);
    const { runId } = (await send('generateFilm', own)).json<{ runId: string }>();
    const publish = vi.spyOn(bus, 'publish');
    onTestFinished(() => publish.mockRestore());
    await endGeneration(backend, runId);
    const types = publish.mock.calls.map(([, type]) => type);
    const ends = types.slice(types.indexOf('run.completed'));
    expect(ends.slice(0, 2)).toEqual(['run.completed', 'project.changed']);
    expect(types.filter((type) => type === 'project.changed')).toHaveLength(1);
  });

  it.each([
    ['sets the title that a section has', 'updateSection', rename],
    ['deletes a deleted section', 'deleteSection', (own: Belongings) => send('deleteSection', own)],
    ['orders sections as they are', 'reorderSections', async () => {}],
  ] as const)('is not published by a call that %s', async (_, name, before) => {
    const own = await createBelongings(backend);
    await before(own);
    const changes = recordChanges();
    await send(name, own);
    expect(changes()).toEqual([]);
  });

  it('is not published by an edit that is refused after it was recorded', async () => {
    const own = await createBelongings(backend);
    for (let count = own.sectionIds.length; count < MAX_SECTIONS; count += 1)
      await send('duplicateSection', own);
    const changes = recordChanges();
    expect((await send('duplicateSection', own)).statusCode).toBe(422);
    expect(changes()).toEqual([]);
  });

  it('is published after the commit, and never for an edit that is rolled back', async () => {
    const { projectId, sectionIds } = await createBelongings(backend);
    const changes = recordChanges();
    const edit = (title: string, end: () => void) =>
      transact(backend, async (trx) => {
        const write = () => writeStates(trx, { [sectionIds[0]!]: { title } });
        await recordEdit(trx, projectId, { kind: 'title', label: 'Rename' }, write);
        await recordEdit(trx, projectId, { kind: 'title', label: 'Rename' }, write);
        expect(changes()).toEqual([]);
        end();
      });
    const fail = () => {
      throw new Error('Rolled back.');
    };
    await expect(edit('One', fail)).rejects.toThrow('Rolled back.');
    expect(changes()).toEqual([]);
    await edit('Two', () => {});
    expect(changes()).toEqual([projectId]);
  });

  it('cannot be forgotten: an edit outside such a transaction is an error', async () => {
    const { projectId, sectionIds } = await createBelongings(backend);
    const edit = db
      .transaction()
      .execute((trx) =>
        recordEdit(trx, projectId, { kind: 'title', label: 'Rename' }, () =>
          writeStates(trx, { [sectionIds[0]!]: { title: 'New' } }),
        ),
      );
    await expect(edit).rejects.toThrow(
      'project.changed can be collected only in a transaction of transact().',
    );
  });
});
