import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { exportSchema } from '#contract/export.ts';
import type { Database } from '#core/db/database.ts';
import { listProjects } from '#core/repositories/projects/projects.ts';
import { findProjectParts } from '#core/repositories/views/project-parts.ts';
import { createSigner } from '#core/storage/signing.ts';
import { exportData } from '../../../server/services/account/export-data.ts';
import { viewProject, viewProjectList } from '../../../server/services/projects/project-view.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const signer = createSigner(backend.config.secret).of('a-session');

const SECTIONS = 60;
const WORDS = 500;

/**
 * Opens the backend and counts Postgres' results: rows, characters in total, and characters of the largest
 * response.
 */
function counting() {
  const read = { rows: 0, letters: 0, most: 0 };
  const db = backend.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const { length } = JSON.stringify(result.rows);
      read.rows += result.rows.length;
      read.letters += length;
      read.most = Math.max(read.most, length);
      return result;
    },
  });
  return { read, backend: { ...backend, db } };
}

/** Creates a project whose sections have many words each, all in their texts. */
async function talkative() {
  const user = await createUser(backend);
  const { projectId } = await createProject(backend, user.id, { sections: SECTIONS });
  const words = Array.from({ length: WORDS }, (_, n) => ({
    text: `word${n}`,
    startMs: n * 2,
    endMs: n * 2 + 1,
    confidence: 0.9,
  }));
  await backend.db
    .updateTable('sections')
    .set({
      words: sql`(SELECT jsonb_agg(word || jsonb_build_object('startMs', start_ms + (word->>'startMs')::int,
      'endMs', start_ms + (word->>'endMs')::int)) FROM jsonb_array_elements(${JSON.stringify(words)}::jsonb) AS word)`,
    })
    .where('projectId', '=', projectId)
    .execute();
  const own = async (db: Database) => (await findProjectParts(db, projectId, user.id))!;
  return { user, projectId, own, letters: JSON.stringify(words).length * SECTIONS };
}

it('reads and returns a project without the words of its sections', async () => {
  const { user, projectId, own, letters } = await talkative();
  const { read, backend: counted } = counting();
  const view = await viewProject(counted, signer, await own(counted.db), 'en');
  expect(view.sections.map(({ saysWords }) => saysWords)).toEqual(view.sections.map(() => true));
  const answer = await app.inject({ url: `/api/projects/${projectId}`, headers: { cookie: user.cookie } });
  expect(answer.body).not.toContain('word7');
  expect(read.letters).toBeLessThan(letters / 10);
  expect(answer.body.length).toBeLessThan(letters / 10);
});

itInFullTier('compares corrected texts with words a few sections at a time, and once', async () => {
  const { own, projectId, letters } = await talkative();
  const corrected = Array.from({ length: WORDS }, (_, n) => (n === 3 ? 'other' : `word${n}`)).join(' ');
  await sql`UPDATE section_texts SET text = ${corrected} FROM sections
    WHERE sections.id = section_id AND project_id = ${projectId}`.execute(backend.db);
  const first = counting();
  const view = await viewProject(first.backend, signer, await own(first.backend.db), 'en');
  expect(view.sections.map(({ voiceReason }) => voiceReason)).toEqual(view.sections.map(() => 'corrected'));
  expect(first.read.letters).toBeGreaterThan(letters);
  expect(first.read.most).toBeLessThan(letters / 2);
  const second = counting();
  await viewProject(second.backend, signer, await own(second.backend.db), 'en');
  expect(second.read.letters).toBeLessThan(letters / 2);
});

itInFullTier('reads only what the cards of projects show', async () => {
  const { user, projectId } = await talkative();
  await createProject(backend, user.id, { sections: SECTIONS });
  const projects = await listProjects(backend.db, user.id, { limit: 10 });
  const { read, backend: counted } = counting();
  const cards = await viewProjectList(counted, signer, projects);
  const card = cards.find(({ id }) => id === projectId)!;
  expect(card).toMatchObject({ sectionCount: SECTIONS, duration: SECTIONS * 10, status: 'draft' });
  expect(card.clips).toHaveLength(12);
  expect(card.clips[1]).toEqual({ title: 'Section 2', startTime: 10, endTime: 20 });
  expect(card.thumbnail).toMatch(/^\/media\/scans\/[0-9a-f]{64}\/thumbnail\.jpg$/);
  expect(read.rows).toBe(2);
});

itInFullTier(
  'reads and writes an export in small chunks, between which other requests are served',
  async () => {
    const { user } = await talkative();
    const { read, backend: counted } = counting();
    const { json } = await exportData(counted, { userId: user.id });
    expect(read.most).toBeLessThan(json.length / 3);
    const parse = vi.spyOn(JSON, 'parse');
    const stringify = vi.spyOn(JSON, 'stringify');
    const answer = await app.inject({ url: '/api/user/export', headers: { cookie: user.cookie } });
    const longest = Math.max(
      ...parse.mock.calls.map(([text]) => String(text).length),
      ...stringify.mock.results.map(({ value }) => String(value).length),
    );
    vi.restoreAllMocks();
    expect(longest).toBeLessThan(json.length / 10);
    const { projects } = exportSchema.parse(answer.json());
    const { sections } = projects[0]!;
    expect(sections).toHaveLength(SECTIONS);
    for (const { startMs, words } of sections) {
      expect(words).toHaveLength(WORDS);
      expect(words[7]).toEqual(['word7', startMs + 14, startMs + 15, 0.9]);
    }
  },
);
