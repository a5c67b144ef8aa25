import { expect, it, vi } from 'vitest';
import { exportSchema, type DataExport } from '#contract/export.ts';
import { checkImport } from '../../../server/services/account/check-import.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;

/** Returns an export with one project, whose first section has this many words. */
async function fileOf(words: number): Promise<DataExport> {
  const owner = await createUser(backend);
  await createProject(backend, owner.id);
  const answer = await app.inject({ url: '/api/user/export', headers: { cookie: owner.cookie } });
  const file = exportSchema.parse(answer.json());
  file.projects[0]!.sections[0]!.words = Array.from({ length: words }, (_, n) => [`word${n}`, n, n + 1, 0.5]);
  return file;
}
const importing = async (payload: string, cookie?: string) =>
  app.inject({
    method: 'POST',
    url: '/api/user/import',
    headers: { cookie: cookie ?? (await createUser(backend)).cookie, 'content-type': 'application/json' },
    payload,
  });

itInFullTier('parses an imported file on another thread, and imports its whole contents', async () => {
  const text = JSON.stringify(await fileOf(5000));
  const person = await createUser(backend);
  const parse = vi.spyOn(JSON, 'parse');
  const check = vi.spyOn(exportSchema, 'safeParse');
  const answer = await importing(text, person.cookie);
  const longest = Math.max(0, ...parse.mock.calls.map(([json]) => String(json).length));
  vi.restoreAllMocks();
  expect([answer.statusCode, answer.json()]).toEqual([200, { projects: 1, skipped: 0 }]);
  expect(longest).toBeLessThan(text.length / 10);
  expect(check).not.toHaveBeenCalled();
  const sections = await db
    .selectFrom('sections')
    .innerJoin('projects', 'projects.id', 'sections.projectId')
    .select('sections.words')
    .where('projects.userId', '=', person.id)
    .orderBy('sections.position')
    .execute();
  const words = sections[0]!.words as { text: string }[];
  expect([words.length, words[4999]]).toEqual([
    5000,
    { text: 'word4999', startMs: 4999, endMs: 5000, confidence: 0.5 },
  ]);
  // The same content counts as the same file, although the bytes differ.
  const second = await importing(JSON.stringify(JSON.parse(text), null, 1), person.cookie);
  expect(second.json()).toEqual({ projects: 0, skipped: 1 });
});

it.each([
  ['{"schemaVersion":1', "Body is not valid JSON but content-type is set to 'application/json'"],
  ['{"__proto__":{}}', "Body is not valid JSON but content-type is set to 'application/json'"],
  ['[]', 'Invalid input: expected object, received array'],
  ['', 'Invalid input: expected object, received undefined'],
  ['{"schemaVersion":2}', 'schemaVersion: Invalid input: expected 1'],
])('refuses %s with the same message as other calls', async (payload, message) => {
  const answer = await importing(payload);
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'bad_request', message }]);
});

it('stops when the caller disconnects', async () => {
  const controller = new AbortController();
  const bytes = Buffer.from(JSON.stringify(await fileOf(5000)));
  const checking = checkImport(controller, bytes);
  controller.abort(new Error('gone'));
  await expect(checking).rejects.toThrow('gone');
  expect((await checkImport(new AbortController(), bytes)).projects).toHaveLength(1);
});

itInFullTier('accepts a few files of one account concurrently, and more once those are done', async () => {
  const file = await fileOf(10);
  const { cookie } = await createUser(backend);
  const payload = JSON.stringify(file);
  const answers = await Promise.all(Array.from({ length: 20 }, () => importing(payload, cookie)));
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(refused).toHaveLength(16);
  for (const { statusCode, headers, json } of refused) {
    expect([statusCode, headers['retry-after']]).toEqual([429, '5']);
    expect(json().message).toBe(
      'Too many requests at once: an account can have 4 waiting. Please try again when some of them are done.',
    );
  }
  expect((await importing(payload, cookie)).statusCode).toBe(200);
});
