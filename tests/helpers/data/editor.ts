import type { FastifyInstance } from 'fastify';
import { generationInputSchema } from '#contract/jobs/generation.ts';
import { projectSchema } from '#contract/projects.ts';
import { sectionWordsSchema } from '#contract/sections.ts';
import type { Backend } from '#core/backend.ts';
import { readSteps } from '#core/repositories/runs/run-steps.ts';
import { createUser } from './user.ts';
import { createProject } from './project.ts';
import { createUpload } from './upload.ts';

export type Editor = Awaited<ReturnType<typeof openEditor>>;

/** The test's own user with a project of three sections, and the page's calls to edit it. */
export async function openEditor(backend: Backend, app: FastifyInstance) {
  const user = await createUser(backend);
  const project = await createProject(backend, user.id);
  const own = { userId: user.id, projectId: project.projectId };
  const call = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) => app.inject({ method, url, headers: { cookie: user.cookie, ...headers }, ...(payload && { payload }) });
  /** The path of a call for the project. */
  const path = (rest: string) => `/api/projects/${project.projectId}${rest}`;
  const read = async (language = 'en') =>
    projectSchema.parse((await call('GET', path(`?language=${language}`))).json());
  return {
    user,
    project,
    call,
    path,
    read,
    /** Returns a section's words as its page loads them. */
    words: async (id: string) =>
      sectionWordsSchema.parse((await call('GET', `/api/sections/${id}/words`)).json()),
    titles: async () => (await read()).sections.map((section) => section.title),
    create: (body: object, language = 'en', headers: Record<string, string> = {}) =>
      call('POST', path(`/sections?language=${language}`), { title: 'Own', ...body }, headers),
    update: (id: string, patch: object, language = 'en') =>
      call('PATCH', `/api/sections/${id}/update?language=${language}`, patch),
    split: (id: string, at: number) => call('POST', `/api/sections/${id}/split`, { at }),
    remove: (id: string) => call('DELETE', `/api/sections/${id}`),
    reset: (id: string) => call('POST', `/api/sections/${id}/reset`),
    restore: (id: string) => call('POST', `/api/sections/${id}/restore`),
    reorder: (sectionIds: string[]) => call('PATCH', path('/sections/reorder'), { sectionIds }),
    /** Returns the objectPath of an upload of 20 s, or of an image. */
    upload: (kind: 'video' | 'image') => createUpload(backend, own, kind),
  };
}

/** The transcript of the section that `openSpokenSection` returns: a word every 1.5 s, one second long. */
export const WORDS = ['One', 'two,', 'three', 'four.', 'Five', 'six.'];
export const TEXT = WORDS.join(' ');

/**
 * Opens an editor whose second section, from 10 to 20 s, has the transcript `WORDS`. Returns that section's
 * ID too.
 */
export async function openSpokenSection(
  backend: Backend,
  app: FastifyInstance,
): Promise<{ edit: Editor; id: string }> {
  const { db } = backend;
  const edit = await openEditor(backend, app);
  const section = edit.project.sections[1]!;
  const words = WORDS.map((text, i) => {
    const startMs = 10_000 + i * 1500;
    return { text, startMs, endMs: startMs + 1000, confidence: 0.9 };
  });
  const original = { ...(section.original as object), text: TEXT };
  await db
    .updateTable('sections')
    .set({ words: JSON.stringify(words), original: JSON.stringify(original) })
    .where('id', '=', section.id)
    .execute();
  await db.updateTable('sectionTexts').set({ text: TEXT }).where('sectionId', '=', section.id).execute();
  return { edit, id: section.id };
}

/** Returns the plan of a film that would be made now, and the inputs of its render steps. */
export async function planFilm(backend: Backend, edit: Editor, options: object = {}) {
  const request = { language: 'en', quality: '720p', ...options };
  const answer = await edit.call('POST', edit.path('/generate'), request);
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
