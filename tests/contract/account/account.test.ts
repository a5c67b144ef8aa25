import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exportSchema, IMPORT_MAX_BYTES } from '#contract/export.ts';
import { patchSettings } from '#core/repositories/account/users.ts';
import { setSectionText } from '#core/repositories/projects/sections.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { openAccountCalls } from '../../helpers/calls/account.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;
const { call, exported, importing } = openAccountCalls(app);

describe('export', () => {
  // product 9.36
  it('is a file dated today that contains everything and no secret', async () => {
    const person = await createUser(backend, { packs: [10] });
    const { projectId, sections, videoId } = await createProject(backend, person.id);
    await setSectionText(db, sections[0]!.id, 'hi', 'नमस्ते');
    await db
      .updateTable('projects')
      .set({ shareToken: 'a-share-token-of-a-project' })
      .where('id', '=', projectId)
      .execute();
    const answer = await call('GET', '/api/user/export', person.cookie);
    expect(answer.statusCode).toBe(200);
    const today = new Date().toISOString().slice(0, 10);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="cutroom-data-${today}.json"`);
    const data = exportSchema.parse(answer.json());
    expect(data).toMatchObject({
      schemaVersion: 1,
      profile: { email: person.email, firstName: 'Test' },
      settings: { theme: 'light' },
      credits: { totalCredits: 10, packs: [{ packSize: 10 }], ledger: [{ kind: 'purchase', amount: 10 }] },
      projects: [{ title: 'A project', videos: [{ id: videoId, source: 'library' }] }],
    });
    expect(data.projects[0]!.sections.map((section) => section.title)).toEqual([
      'Section 1',
      'Section 2',
      'Section 3',
    ]);
    expect(data.projects[0]!.sections[0]).toMatchObject({
      videoId,
      startMs: 0,
      endMs: 10_000,
      original: { text: 'Text 1.', language: 'en' },
      words: [['text', 500, 900, 0.9]],
    });
    expect(data.projects[0]!.sections[0]!.texts).toEqual([
      { language: 'en', text: 'Text 1.', translatedFrom: null },
      { language: 'hi', text: 'नमस्ते', translatedFrom: null },
    ]);
    const secrets = [
      person.cookie.split('=')[1]!,
      person.id,
      sections[0]!.scanKey!,
      sections[0]!.fetchKey!,
      'a-share-token-of-a-project',
      '/media/',
    ];
    for (const secret of secrets) expect(answer.body).not.toContain(secret);
  });

  it('leaves out deleted data and data of other users', async () => {
    const [person, other] = [await createUser(backend), await createUser(backend)];
    await createProject(backend, other.id);
    const { projectId } = await createProject(backend, person.id);
    await db.updateTable('projects').set({ deletedAt: new Date() }).where('id', '=', projectId).execute();
    expect((await exported(person)).projects).toEqual([]);
  });

  itInFullTier('contains a thousand sections', async () => {
    const person = await createUser(backend);
    await createProject(backend, person.id, { sections: 1000 });
    const data = await exported(person);
    expect(data.projects[0]!.sections).toHaveLength(1000);
    expect(JSON.stringify(data).length).toBeLessThan(IMPORT_MAX_BYTES);
    const next = await createUser(backend);
    expect((await importing(next, data)).json()).toEqual({ projects: 1, skipped: 0 });
  });
});

describe('the account', () => {
  it('is not accessible without a session', async () => {
    for (const [method, url, body] of [
      ['GET', '/api/user/export'],
      ['POST', '/api/user/import', {}],
      ['DELETE', '/api/user', { email: 'x' }],
      ['GET', '/api/outbox'],
    ] as const) {
      expect([url, (await call(method, url, undefined, body)).statusCode]).toEqual([url, 401]);
    }
  });

  // product 2.125
  it('is deleted only after its e-mail address is typed', async () => {
    const person = await createUser(backend);
    const other = await createUser(backend);
    for (const body of [{ email: other.email }, { email: '' }, { email: 'DELETE' }]) {
      const answer = await call('DELETE', '/api/user', person.cookie, body);
      expect([answer.statusCode, answer.json().message]).toEqual([
        422,
        expect.stringMatching(/not the email/),
      ]);
    }
    expect((await call('DELETE', '/api/user', person.cookie, {})).statusCode).toBe(400);
    const answer = await call('DELETE', '/api/user', person.cookie, {
      email: `  ${person.email.toUpperCase()} `,
    });
    expect(answer.statusCode).toBe(204);
    expect(answer.cookies).toEqual([expect.objectContaining({ name: 'cutroom', value: '' })]);
    expect((await call('GET', '/api/auth/user', person.cookie)).statusCode).toBe(401);
    expect((await call('GET', '/api/auth/user', other.cookie)).statusCode).toBe(200);
  });

  // product 2.125
  it('is deleted by typing DELETE if it has no e-mail address', async () => {
    const person = await createUser(backend);
    await db.updateTable('users').set({ email: null }).where('id', '=', person.id).execute();
    expect((await call('DELETE', '/api/user', person.cookie, { email: '' })).statusCode).toBe(422);
    expect((await call('DELETE', '/api/user', person.cookie, { email: 'DELETE' })).statusCode).toBe(204);
  });
});

describe('the page', () => {
  // product 2.112
  it('is sent with the theme of the signed-in user only', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'cutroom-client-'));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    await writeFile(join(dir, 'index.html'), '<html lang="en"></html>');
    const served = await openTestApp(backend, { dir, inlineScripts: [] });
    const page = (cookie: string) => served.inject({ url: '/settings', headers: { cookie } });
    const [dark, other] = [await createUser(backend), await createUser(backend)];
    await patchSettings(db, dark.id, { theme: 'dark' });

    const answer = await page(dark.cookie);
    expect(answer.body).toBe('<html data-theme="dark" lang="en"></html>');
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect((await page(other.cookie)).body).toBe('<html data-theme="light" lang="en"></html>');
    expect((await page(`cutroom=${'a'.repeat(43)}`)).body).toBe('<html lang="en"></html>');
  });
});
