import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectSchema } from '#contract/projects.ts';
import { SOUNDS } from '#contract/section-settings.ts';
import type { Section } from '#contract/sections.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { generatedInputs } from '../../helpers/tier.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUpload } from '../../helpers/data/upload.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

let user: Awaited<ReturnType<typeof createUser>>;
beforeAll(async () => {
  user = await createUser(backend);
});

interface Edited {
  projectId: string;
  uploads: string[];
}

async function begin(): Promise<Edited> {
  const { projectId } = await createProject(backend, user.id, { sections: 4 });
  const own = { userId: user.id, projectId };
  const uploads = [await createUpload(backend, own, 'video'), await createUpload(backend, own, 'image')];
  return { projectId, uploads };
}

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, headers: { cookie: user.cookie }, ...(payload && { payload }) });

async function read({ projectId }: Edited, language = 'en') {
  return projectSchema.parse((await call('GET', `/api/projects/${projectId}?language=${language}`)).json());
}

/** Returns everything that an edit can change, in two languages. */
async function readBoth(edited: Edited): Promise<[Section[], Section[]]> {
  return [(await read(edited)).sections, (await read(edited, 'bn')).sections];
}

const KINDS = [
  'create',
  'text',
  'title',
  'trim',
  'sound',
  'speed',
  'replace',
  'split',
  'delete',
  'restore',
  'reorder',
  'reset',
] as const;
interface AnyEdit {
  kind: (typeof KINDS)[number];
  /** Selects the section, the language and the upload. */
  which: number;
  /** Selects the time within the section, 0 to 1. */
  where: number;
  word: string;
}
const anyEdit: fc.Arbitrary<AnyEdit> = fc.record({
  kind: fc.constantFrom(...KINDS),
  which: fc.nat(30),
  where: fc.double({ min: 0, max: 1, noNaN: true }),
  word: fc.constantFrom('one', 'দুই শব্দ।', 'Three words here.', ''),
});

/** Makes an edit as a page does. An impossible edit is refused and changes nothing. */
async function edit(edited: Edited, { kind, which, where, word }: AnyEdit): Promise<void> {
  const { projectId, uploads } = edited;
  const at = `/api/projects/${projectId}`;
  const { sections } = await read(edited);
  const section = sections[which % Math.max(1, sections.length)];
  const language = which % 2 === 0 ? 'en' : 'bn';
  const videoURL = uploads[which % uploads.length];
  if (kind === 'create') {
    const media = which % 3 === 0 ? {} : { videoURL };
    const body = { title: `Own ${word}`, transcription: word, afterId: section?.id, ...media };
    return refusedOr2xx(await call('POST', `${at}/sections?language=${language}`, body));
  }
  if (kind === 'reset') return refusedOr2xx(await call('POST', `${at}/sections/reset`));
  if (kind === 'restore') {
    const deleted = (await call('GET', `${at}/sections/deleted`)).json() as { id: string }[];
    const one = deleted[which % Math.max(1, deleted.length)];
    return one && refusedOr2xx(await call('POST', `/api/sections/${one.id}/restore`));
  }
  if (!section) return;
  if (kind === 'reorder') {
    const ids = sections.map(({ id }) => id);
    const sectionIds = [...ids.slice(which % ids.length), ...ids.slice(0, which % ids.length)];
    return refusedOr2xx(await call('PATCH', `${at}/sections/reorder`, { sectionIds }));
  }
  if (kind === 'delete') return refusedOr2xx(await call('DELETE', `/api/sections/${section.id}`));
  const middle = section.startTime + where * section.duration;
  if (kind === 'split')
    return refusedOr2xx(await call('POST', `/api/sections/${section.id}/split`, { at: middle }));
  const patch = {
    text: { transcription: word },
    title: { title: word || 'Title' },
    trim: which % 2 === 0 ? { endTime: middle } : { startTime: middle },
    sound: { sound: SOUNDS[which % SOUNDS.length] },
    speed: { speed: 0.5 + which / 20 },
    replace: { videoURL },
  }[kind];
  return refusedOr2xx(await call('PATCH', `/api/sections/${section.id}/update?language=${language}`, patch));
}

function refusedOr2xx({ statusCode, body }: { statusCode: number; body: string }): void {
  if (statusCode >= 300 && ![404, 409, 422].includes(statusCode)) throw new Error(`${statusCode}: ${body}`);
}

/** Goes all the way in one direction. Returns every state, including the first one. */
async function travel(edited: Edited, way: 'undo' | 'redo'): Promise<[Section[], Section[]][]> {
  const states = [await readBoth(edited)];
  for (;;) {
    const label = (await read(edited)).history[way];
    const { done, message } = (await call('POST', `/api/projects/${edited.projectId}/${way}`)).json();
    expect(done ?? message).toBe(label ?? `There is nothing to ${way}.`);
    if (label === null) return states;
    states.push(await readBoth(edited));
  }
}

describe('undo and redo', () => {
  // product 4.61
  it('restore every state of any sequence of edits, back to the first and forward to the last', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEdit, { minLength: 1, maxLength: 15 }), async (edits) => {
        const edited = await begin();
        const first = await readBoth(edited);
        for (const one of edits) await edit(edited, one);
        const last = await readBoth(edited);
        const back = await travel(edited, 'undo');
        expect(back.at(-1)).toEqual(first);
        const on = await travel(edited, 'redo');
        expect(on.at(-1)).toEqual(last);
        expect(on.toReversed()).toEqual(back);
      }),
      { numRuns: generatedInputs(8) },
    );
  });

  it('restore the first state after two pages edited, undid and redid concurrently', async () => {
    const anyDeed = fc.oneof(
      { weight: 3, arbitrary: anyEdit },
      { weight: 1, arbitrary: fc.constantFrom('undo' as const, 'redo' as const) },
    );
    const deeds = fc.array(anyDeed, { minLength: 3, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(deeds, deeds, async (...pages) => {
        const edited = await begin();
        const first = await readBoth(edited);
        await Promise.all(
          pages.map(async (page) => {
            for (const deed of page) {
              if (typeof deed !== 'string') await edit(edited, deed);
              else refusedOr2xx(await call('POST', `/api/projects/${edited.projectId}/${deed}`));
            }
          }),
        );
        const last = (await travel(edited, 'redo')).at(-1);
        expect((await travel(edited, 'undo')).at(-1)).toEqual(first);
        expect((await travel(edited, 'redo')).at(-1)).toEqual(last);
      }),
      { numRuns: generatedInputs(6) },
    );
  });

  // product 4.61
  it('treat typing in one text as one edit, and other edits separately', async () => {
    const edited = await begin();
    const [first, second] = (await read(edited)).sections;
    const type = (id: string, transcription: string, language = 'en') =>
      call('PATCH', `/api/sections/${id}/update?language=${language}`, { transcription });
    const undo = async () => (await call('POST', `/api/projects/${edited.projectId}/undo`)).json();
    for (const text of ['A', 'A new', 'A new text']) await type(first!.id, text);
    await type(first!.id, 'একটি', 'bn');
    await type(second!.id, 'Other');
    await call('PATCH', `/api/sections/${second!.id}/update`, { title: 'One' });
    await call('PATCH', `/api/sections/${second!.id}/update`, { title: 'Two' });
    expect((await read(edited)).history).toEqual({ undo: 'Rename "One"', redo: null });
    expect(await undo()).toEqual({ done: 'Rename "One"', undo: 'Rename "Section 2"', redo: 'Rename "One"' });
    await undo();
    await undo();
    await undo();
    expect((await read(edited)).sections[0]!.transcription).toBe('A new text');
    expect(await undo()).toMatchObject({ done: 'Edit the text of "Section 1"', undo: null });
    expect((await read(edited)).sections[0]!.transcription).toBe('Text 1.');
    await type(first!.id, 'B');
    await type(first!.id, 'Text 1.');
    expect((await read(edited)).history).toEqual({ undo: null, redo: null });
  });

  it('start a new edit after a pause in typing, keep 100, and drop undone edits before a new one', async () => {
    const edited = await begin();
    const [section] = (await read(edited)).sections;
    const { db } = backend;
    const ofProject = db.selectFrom('sectionEdits').where('projectId', '=', edited.projectId);
    const patch = (body: object) => call('PATCH', `/api/sections/${section!.id}/update`, body);
    await patch({ transcription: 'Before the pause' });
    const past = new Date(Date.now() - 5001);
    await db
      .updateTable('sectionEdits')
      .set({ updatedAt: past })
      .where('projectId', '=', edited.projectId)
      .execute();
    await patch({ transcription: 'After the pause' });
    expect(await ofProject.select('id').execute()).toHaveLength(2);
    for (let i = 0; i < 105; i += 1) await patch({ title: `Title ${i}` });
    const retained = await ofProject.select('label').orderBy('id').execute();
    expect(retained).toHaveLength(100);
    expect(retained[0]!.label).toBe('Rename "Title 4"');
    await call('POST', `/api/projects/${edited.projectId}/undo`);
    await patch({ title: 'Another' });
    expect((await call('POST', `/api/projects/${edited.projectId}/redo`)).statusCode).toBe(409);
    // An edit that changes nothing is not recorded.
    await patch({ title: 'Another' });
    expect((await read(edited)).history.undo).toBe('Rename "Title 103"');
  });
});
