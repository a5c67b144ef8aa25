import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Project } from '../../../client-sdk/index.mjs';
import { runCommand } from '../../helpers/client/run-command.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createKey, createUser } from '../../helpers/data/user.ts';
import { startNode } from '../../helpers/services/api-node.ts';
import { createVideos, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const node = await startNode(backend);
const folder = await mkdtemp(join(tmpdir(), 'cutroom-cli-'));
afterAll(() => rm(folder, { recursive: true }));

/** Creates a user with a key and a project. `run` runs a command with the key. */
async function createOwner(key: Parameters<typeof createKey>[2] = {}) {
  const user = await createUser(backend);
  const { token } = await createKey(backend, user.id, key);
  const { projectId, sections } = await createProject(backend, user.id);
  const env = { CUTROOM_URL: node.url, CUTROOM_API_KEY: token };
  const run = (args: string[], options: Parameters<typeof runCommand>[2] = {}) =>
    runCommand(args, env, options);
  const json = async <T>(args: string[]): Promise<T> => {
    const { code, stdout, stderr } = await run([...args, '--json']);
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout) as T;
  };
  return { ...user, token, projectId, ids: sections.map(({ id }) => id), run, json };
}

describe('the command line', () => {
  // product 29.9
  it('stores a key that the server accepts, and uses it', async () => {
    const { token } = await createOwner({ scopes: ['read'] });
    const home = join(folder, 'home');
    const login = await runCommand(['login', '--url', node.url], {}, { input: `${token}\n`, home });
    const path = join(home, '.config/cutroom/cli.json');
    expect(login).toEqual({
      code: 0,
      stdout: `Stored the key 'A script' (read) in ${path}.\n`,
      stderr: '',
    });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const usage = await runCommand(['usage'], {}, { home });
    expect(usage.stdout).toMatch(
      /^Credits {2}5\nKey {6}A script \(ck_.+\)\nScopes {3}read\nSpent {4}0\nExpires {2}never\n$/,
    );
    const refused = await runCommand(['login', '--url', node.url], {}, { input: 'ck_wrong\n', home });
    expect(refused.code).toBe(3);
    expect(await readFile(path, 'utf8')).toContain(token);
  });

  it('lists projects, and the sections of one', async () => {
    const { run, json, projectId, ids } = await createOwner();
    const list = await run(['projects']);
    expect(list.stdout).toMatch(new RegExp(`^ID .*TITLE\n${projectId} +draft +0:30 +3 +A project\n$`));
    const one = await run(['projects', projectId]);
    expect(one.stdout).toContain(`${ids[1]}  0:10    Section 2  Text 2.`);
    expect(await json<Project>(['projects', projectId])).toMatchObject({ id: projectId });
  });

  it('searches, and reports the sources that failed', async () => {
    const { run } = await createOwner();
    const result = await run(['search', 'a', 'river', '--limit', '5', '--duration', 'short', '--json']);
    expect([result.code, JSON.parse(result.stdout)]).toEqual([0, []]);
    expect(result.stderr).toContain(
      'Some sources failed: all: This installation has no video source to search.',
    );
    const wrong = await run(['search', 'river', '--duration', 'endless']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('duration')]);
  });

  // product 29.10
  itInFullTier('edits a title, sections, their order and words, by options and by a file', async () => {
    const { run, json, projectId, ids } = await createOwner();
    const options = [
      '--title',
      'River',
      '--section',
      ids[0]!,
      '--section-title',
      'Source',
      '--text',
      'Text!',
    ];
    const edited = await json(['edit', projectId, ...options, '--cut-words', 'TEXT', '--order', ids[2]!]);
    expect(edited).toEqual({ projectId, applied: 4 });
    const first = await json<Project>(['projects', projectId]);
    expect(first.title).toBe('River');
    expect(first.sections.map(({ id }) => id)).toEqual([ids[2], ids[0], ids[1]]);
    expect(first.sections[1]).toMatchObject({
      title: 'Source',
      transcription: 'Text!',
      cuts: [{ startMs: 500, endMs: 900 }],
    });
    const edits = [{ section: ids[1], set: { speed: 1.5 } }, { delete: [ids[0]] }];
    const file = await run(['edit', projectId, '--file', '-'], { input: JSON.stringify(edits) });
    expect(file).toMatchObject({ code: 0, stdout: 'Applied 2 edits.\n' });
    const second = await json<Project>(['projects', projectId]);
    expect(second.sections.map(({ id, speed }) => [id, speed])).toEqual([
      [ids[2], 1],
      [ids[1], 1.5],
    ]);
  });

  it('reports how many edits were applied before one was refused', async () => {
    const { run, projectId, ids } = await createOwner();
    const edits = [{ title: 'First' }, { section: ids[0], cutWords: 'ocean' }, { title: 'Never' }];
    await writeFile(join(folder, 'edits.json'), JSON.stringify(edits));
    const { code, stderr } = await run(['edit', projectId, '--file', join(folder, 'edits.json')]);
    expect([code, stderr]).toEqual([
      1,
      'Applied 1 of 3 edits.\ncutroom: The section does not contain "ocean".\n',
    ]);
  });

  it('exports an edit to stdout or a file, which it does not replace', async () => {
    const { run, projectId } = await createOwner();
    expect((await run(['export', projectId, 'srt'])).stdout).toContain('00:00:00,500 -->');
    const path = join(folder, 'edit.csv');
    const save = () => run(['export', projectId, 'csv', '--output', path]);
    expect((await save()).stdout).toBe(`Saved ${path}.\n`);
    expect((await save()).code).toBe(1);
    expect(await readFile(path, 'utf8')).toContain('Section 1');
  });

  it('downloads a film under the name of its project', async () => {
    const { run, id, projectId } = await createOwner();
    await addFilm(backend, { userId: id, projectId, bytes: Buffer.from('a film of the command line') });
    const path = join(folder, 'own name.mp4');
    expect((await run(['download', projectId, '--output', path])).stdout).toBe(`Saved ${path}.\n`);
    expect(await readFile(path, 'utf8')).toBe('a film of the command line');
    const second = await run(['download', projectId, '--output', path, '--json']);
    expect([second.code, JSON.parse(second.stdout).error.code]).toEqual([1, 'file_exists']);
  });

  it('starts runs', async () => {
    const { json, projectId, run } = await createOwner();
    const [videoId] = await createVideos(backend, 1);
    const started = await json<Record<string, string>>(['process', videoId!, '--title', 'New']);
    expect(await json(['projects', started['projectId']!])).toMatchObject({ title: 'New' });
    const { runId } = await json<{ runId: string }>([
      'generate',
      projectId,
      '--language',
      'hi',
      '--captions',
    ]);
    expect(runId).toMatch(/^[0-9a-f-]{36}$/);
    const unknown = await run(['process', 'no-such-video', '--title', 'New']);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('no-such-video')]);
  });
});

// product 29.6
it.each([
  ['an unknown key', ['usage'], {}, 'ck_unknown', 3],
  ['a key without the scope', ['generate'], { scopes: ['read'] as const }, undefined, 3],
  ['the project of another user', ['projects'], {}, undefined, 1],
])('%s ends a command with its exit code', async (_, [name], key, token, code) => {
  const owner = await createOwner(key as Parameters<typeof createKey>[2]);
  const { projectId } = name === 'projects' ? await createOwner() : owner;
  const env = { CUTROOM_URL: node.url, CUTROOM_API_KEY: token ?? owner.token };
  const result = await runCommand([name!, ...(name === 'usage' ? [] : [projectId])], env);
  expect([result.code, result.stderr]).toEqual([code, expect.stringMatching(/^cutroom: .+\.\n$/)]);
});

describe('Ctrl-C while a run is watched', () => {
  async function interruptWatch(args: string[]) {
    const { run, json, projectId } = await createOwner();
    const { runId } = await json<{ runId: string }>(['generate', projectId]);
    const interrupt = new AbortController();
    const result = await run(['watch', projectId, ...args], {
      signal: interrupt.signal,
      // The first line shows the stage.
      onStderr: () => interrupt.abort(),
    });
    const status = async () => {
      const query = backend.db.selectFrom('runs').select('status').where('id', '=', runId);
      return (await query.executeTakeFirstOrThrow()).status;
    };
    return { result, runId, status: await status() };
  }

  // product 29.11
  it('ends the watching, and the run continues', async () => {
    const { result, runId, status } = await interruptWatch([]);
    expect(result.code).toBe(130);
    expect(result.stderr).toContain(`Stopped watching. The run continues: cutroom watch ${runId}\n`);
    expect(['queued', 'running']).toContain(status);
  });

  // product 29.11
  it('cancels the run with --cancel-on-interrupt, which ends its next watch with exit code 1', async () => {
    const { result, status } = await interruptWatch(['--cancel-on-interrupt']);
    expect([result.code, status]).toEqual([130, 'cancelled']);
    expect(result.stderr).toContain('Cancelled the run.\n');
  });
});

// product 29.7
it('a watch with --json is one line for each event, and ends with the run', async () => {
  const { run, json, projectId } = await createOwner();
  const { runId } = await json<{ runId: string }>(['generate', projectId]);
  await backend.db
    .updateTable('runs')
    .set({ status: 'cancelled', finishedAt: new Date() })
    .where('id', '=', runId)
    .execute();
  const { code, stdout } = await run(['watch', runId, '--json']);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(code).toBe(1);
  expect(lines).toMatchObject([
    { id: runId, status: 'cancelled' },
    { error: { code: 'run_failed', message: 'The run was cancelled.' } },
  ]);
});
