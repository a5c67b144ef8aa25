import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type DataExport, exportSchema, IMPORT_MAX_BYTES } from '#contract/export.ts';
import { MAX_TEXT } from '#contract/limits.ts';
import { PROJECT_BYTES } from '#core/repositories/account/holdings.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { generatedInputs, itInFullTier } from '../../helpers/tier.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;

/** Reads all files of an account's export and adds their names to `names`. */
async function exportAll(cookie: string, names: string[] = []): Promise<string[]> {
  const files: string[] = [];
  for (let part: unknown = ''; part !== undefined;) {
    const query = part === '' ? '' : `?part=${String(part)}`;
    const answer = await app.inject({ url: `/api/user/export${query}`, headers: { cookie } });
    expect(answer.statusCode).toBe(200);
    files.push(answer.body);
    names.push(String(answer.headers['content-disposition']));
    part = answer.headers['x-next-part'];
  }
  return files;
}

async function importAll(files: string[]): Promise<{ cookie: string; projects: number }> {
  const { cookie } = await createUser(backend);
  const headers = { cookie, 'content-type': 'application/json' };
  let projects = 0;
  for (const payload of files) {
    const answer = await app.inject({ method: 'POST', url: '/api/user/import', headers, payload });
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
    projects += answer.json<{ projects: number }>().projects;
  }
  return { cookie, projects };
}

const projectsOf = (files: string[]) => files.flatMap((file) => (JSON.parse(file) as DataExport).projects);
/** Returns the content that does not depend on the file or the account that it came from. */
const contentOf = (files: string[]) =>
  projectsOf(files)
    .map(({ title, description, videos, sections }) =>
      JSON.stringify({ title, description, videos, sections }),
    )
    .toSorted();

// The longest and shortest characters in JSON.
const letters = fc.constantFrom('a', '"', '\\', '\n', '\u0001', 'ক', '𝄞', ' ');
const text = fc.array(letters, { maxLength: 200 }).map((all) => all.join(''));
const time = fc.integer({ min: 0, max: 86_400_000 });
const word = fc.record({
  text,
  startMs: time,
  endMs: time,
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
});
const section = fc.record({ title: text, text, translatedFrom: fc.option(text), words: fc.array(word) });

itInFullTier('exports a project in no more bytes than its caps count', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(section, { minLength: 1, maxLength: 4 }),
      text,
      async (generated, description) => {
        const user = await createUser(backend);
        const { projectId, sections } = await createProject(backend, user.id, { sections: generated.length });
        await db.updateTable('projects').set({ description }).where('id', '=', projectId).execute();
        for (const [index, { words, ...more }] of generated.entries()) {
          const { id } = sections[index]!;
          const values = { words: JSON.stringify(words), title: `T${more.title}`.trim().slice(0, 100) };
          await db.updateTable('sections').set(values).where('id', '=', id).execute();
          await db
            .updateTable('sectionTexts')
            .set({ text: more.text, translatedFrom: more.translatedFrom })
            .where('sectionId', '=', id)
            .execute();
        }
        const { rows } = await sql<{ bytes: number }>`
        SELECT ${PROJECT_BYTES} AS bytes FROM projects WHERE id = ${projectId}`.execute(db);
        const files = await exportAll(user.cookie);
        const [project] = projectsOf(files);
        expect(Buffer.byteLength(JSON.stringify(project))).toBeLessThanOrEqual(rows[0]!.bytes);
        exportSchema.parse(JSON.parse(files[0]!));
        expect((await importAll(files)).projects).toBe(1);
      },
    ),
    { numRuns: generatedInputs(8) },
  );
});

itInFullTier('exports a large account as several files, each of which can be imported', async () => {
  const user = await createUser(backend);
  for (let index = 0; index < 3; index += 1) {
    const { projectId } = await createProject(backend, user.id, { sections: 200 });
    // 4 MB of text in each project; no two projects are the same.
    await sql`
      UPDATE section_texts SET text = repeat(${`${randomUUID()} `}, 540) FROM sections
      WHERE sections.id = section_id AND project_id = ${projectId}`.execute(db);
  }
  const names: string[] = [];
  const files = await exportAll(user.cookie, names);
  expect(names).toEqual([
    expect.stringMatching(/filename="cutroom-data-\d{4}-\d\d-\d\d\.json"/),
    expect.stringMatching(/filename="cutroom-data-\d{4}-\d\d-\d\d-2\.json"/),
  ]);
  for (const file of files) expect(Buffer.byteLength(file)).toBeLessThanOrEqual(IMPORT_MAX_BYTES);
  const { cookie, projects } = await importAll(files);
  expect(projects).toBe(3);
  expect(contentOf(await exportAll(cookie))).toEqual(contentOf(files));
});

itInFullTier('continues a long credit history in the next file', async () => {
  const user = await createUser(backend, { packs: [10] });
  await sql`INSERT INTO credit_entries (user_id, kind, amount)
    SELECT ${user.id}, 'capture', 0 FROM generate_series(1, 4500)`.execute(db);
  const files = await exportAll(user.cookie);
  const ledgers = files.map((file) => exportSchema.parse(JSON.parse(file)).credits.ledger.length);
  expect(ledgers).toEqual([2000, 2000, 501]);
  expect((await importAll(files)).projects).toBe(0);
});

it('shortens long texts of earlier versions so that the file can be imported', async () => {
  const user = await createUser(backend);
  const { sections } = await createProject(backend, user.id);
  const long = 'word '.repeat(MAX_TEXT);
  const { id } = sections[0]!;
  const original = {
    title: 'A title',
    text: long,
    language: 'en',
    startMs: 0,
    endMs: 10_000,
    position: 0,
    wholeText: long,
    kept: { before: long, inside: 'word', after: long },
    brought: { hi: { text: long, of: long } },
  };
  const words = [{ text: 'w'.repeat(MAX_TEXT), startMs: 0, endMs: 10, confidence: 1 }];
  const set = { original: JSON.stringify(original), words: JSON.stringify(words) };
  await db.updateTable('sections').set(set).where('id', '=', id).execute();
  await db
    .updateTable('sectionTexts')
    .set({ text: long, translatedFrom: long })
    .where('sectionId', '=', id)
    .execute();
  const files = await exportAll(user.cookie);
  expect((await importAll(files)).projects).toBe(1);
  const exported = projectsOf(files)[0]!.sections.find(({ texts }) => texts[0]!.translatedFrom !== null)!;
  // A text is cut like the one that it was translated from.
  expect(exported.texts[0]!.translatedFrom).toBe(exported.texts[0]!.text);
  expect(exported.texts[0]!.text.length).toBeGreaterThan(MAX_TEXT - 10);
});
