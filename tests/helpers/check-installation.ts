import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';
import { joinFilm } from '#contract/jobs/generation.ts';
import { openLocalStorage } from '#node/storage/storage.ts';
import type { Stack } from './stack.ts';

const run = promisify(execFile);

/**
 * Looks at everything that a fault could have broken: each run is terminal, the ledger's sum is the balance and
 * the packs', what was spent is what ought to be, every film decodes, no temporary folder is left behind.
 */
export async function checkInstallation(
  { db, dataDir }: Pick<Stack, 'db' | 'dataDir'>,
  userId: string,
  { spent, left }: { spent: number; left: number },
): Promise<void> {
  const runs = await db.selectFrom('runs').select(['id', 'status']).where('user_id', '=', userId).execute();
  expect(runs.filter(({ status }) => !['completed', 'failed', 'cancelled'].includes(status))).toEqual([]);

  const entries = await db.selectFrom('credit_entries').selectAll().where('user_id', '=', userId).execute();
  const user = await db
    .selectFrom('users')
    .select('credits')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const packs = await db.selectFrom('credit_packs').selectAll().where('user_id', '=', userId).execute();
  expect(user.credits).toBe(left);
  expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(left);
  expect(packs.reduce((sum, pack) => sum + pack.credits_remaining, 0)).toBe(left);
  expect(entries.filter((entry) => entry.kind === 'capture')).toHaveLength(spent);

  const films = await db
    .selectFrom('films')
    .innerJoin('projects', 'projects.id', 'films.project_id')
    .innerJoin('artifacts', 'artifacts.key', 'films.artifact_key')
    .select(['artifacts.files', 'artifacts.data'])
    .where('projects.user_id', '=', userId)
    .execute();
  const storage = openLocalStorage(join(dataDir, 'objects'));
  for (const film of films) {
    const [file] = film.files as { objectKey: string }[];
    const path = await storage.localPath(file!.objectKey);
    await run('ffmpeg', ['-v', 'error', '-xerror', '-i', path, '-f', 'null', '-']);
    expect(joinFilm.result.parse(film.data).sections.length).toBeGreaterThan(0);
  }

  // A living worker sweeps up after a killed one within its reconciler's interval.
  await vi.waitFor(
    async () => {
      const folders = await readdir(join(dataDir, 'tmp'));
      const inside = await Promise.all(folders.map((folder) => readdir(join(dataDir, 'tmp', folder))));
      expect(inside.flat()).toEqual([]);
    },
    { timeout: 10_000 },
  );
}
