import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { joinFilm } from '#contract/jobs/generation.ts';
import type { ArtifactFile } from '#core/repositories/media/artifacts.ts';
import type { Installation } from './installation.ts';
import { processesNaming } from './processes.ts';

const run = promisify(execFile);

export interface Faults {
  /** Runs that have neither ended nor are active. */
  lost: string[];
  /** Runs and projects with more than one end. */
  doubled: string[];
  /** Inconsistencies of ledger, balance, packs and runs. */
  charges: string[];
  /** Missing or wrong films. */
  films: string[];
  /** Processes that work for an ended run. */
  orphans: string[];
  /** Temporary files, and rows' missing files. */
  files: string[];
  /** Objects without a row, which a killed process left behind until they are collected. */
  unnamed: string[];
}

const OVER = ['completed', 'failed', 'cancelled'];
const POLL_EVERY_MS = 300;

/**
 * Waits until no run of these users is queued or running. Call it before `findFaults`: the check of a film
 * starts when the film is complete, so it ends later.
 * @returns false if runs are active and none of them has ended for `withinMs`
 */
export async function waitForRuns(
  { db }: Pick<Installation, 'db'>,
  userIds: string[],
  withinMs: number,
): Promise<boolean> {
  let fewest = Infinity;
  for (let end = 0; ; await sleep(POLL_EVERY_MS)) {
    const runs = db.selectFrom('runs').select('id').where('userId', 'in', userIds);
    const active = (await runs.where('status', 'not in', OVER).execute()).length;
    if (active === 0) return true;
    if (active < fewest) {
      fewest = active;
      end = Date.now() + withinMs;
    } else if (Date.now() >= end) return false;
  }
}

/** Finds everything of some users that a fault could have broken, after all their runs have ended. */
export async function findFaults(
  { db, dataDir }: Pick<Installation, 'db' | 'dataDir'>,
  userIds: string[],
): Promise<Faults> {
  const faults: Faults = {
    lost: [],
    doubled: [],
    charges: [],
    films: [],
    orphans: [],
    files: [],
    unnamed: [],
  };
  const runs = await db.selectFrom('runs').selectAll().where('userId', 'in', userIds).execute();
  for (const { id, status } of runs) if (!OVER.includes(status)) faults.lost.push(`run ${id} is ${status}`);

  const entries = await db.selectFrom('creditEntries').selectAll().where('userId', 'in', userIds).execute();
  for (const { id, status } of runs.filter(({ kind }) => kind === 'processing')) {
    const kinds = entries.filter((entry) => entry.runId === id).map(({ kind }) => kind);
    const expected = ['reserve', status === 'completed' ? 'capture' : 'release'];
    if (kinds.toSorted().join() !== expected.toSorted().join()) {
      faults.charges.push(`the ${status} run ${id} has the entries ${kinds.join(', ')}`);
    }
  }
  const users = await db.selectFrom('users').select(['id', 'credits']).where('id', 'in', userIds).execute();
  const packs = await db.selectFrom('creditPacks').selectAll().where('userId', 'in', userIds).execute();
  for (const { id, credits } of users) {
    const sum = entries.reduce((total, entry) => total + (entry.userId === id ? entry.amount : 0), 0);
    const remaining = packs.reduce(
      (total, pack) => total + (pack.userId === id ? pack.creditsRemaining : 0),
      0,
    );
    if (sum !== credits || remaining !== credits) {
      faults.charges.push(
        `user ${id} has ${credits} credits, ${sum} by the ledger and ${remaining} in packs`,
      );
    }
  }

  const films = await db
    .selectFrom('films')
    .innerJoin('projects', 'projects.id', 'films.projectId')
    .innerJoin('artifacts', 'artifacts.key', 'films.artifactKey')
    .select(['films.runId', 'artifacts.files', 'artifacts.data'])
    .where('projects.userId', 'in', userIds)
    .execute();
  const filmed = runs.filter(({ kind, status }) => kind === 'generation' && status === 'completed');
  // A project's next film in a language replaces the previous one.
  const newest = new Map(
    filmed
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      .map((row) => [`${row.projectId} ${row.language}`, row.id]),
  );
  for (const id of newest.values()) {
    const count = films.filter((film) => film.runId === id).length;
    if (count === 0) faults.films.push(`run ${id} has no film`);
    if (count > 1) faults.doubled.push(`run ${id} has ${count} films`);
  }
  for (const { runId: id, files, data } of films) {
    const wrong = await filmFault(
      join(dataDir, 'objects', (files as unknown as ArtifactFile[])[0]!.objectKey),
      data,
    );
    if (wrong) faults.films.push(`the film of run ${id}: ${wrong}`);
  }
  const sections = await db
    .selectFrom('sections')
    .innerJoin('projects', 'projects.id', 'sections.projectId')
    .select(['sections.projectId', 'sections.position', (eb) => eb.fn.countAll<string>().as('count')])
    .where('projects.userId', 'in', userIds)
    .where('sections.deletedAt', 'is', null)
    .groupBy(['sections.projectId', 'sections.position'])
    .having((eb) => eb(eb.fn.countAll(), '>', 1))
    .execute();
  for (const row of sections) faults.doubled.push(`project ${row.projectId} has sections twice`);

  faults.orphans.push(...processesNaming(join(dataDir, 'tmp')));
  const leftovers = await leftFiles({ db, dataDir });
  faults.files.push(...leftovers.files);
  faults.unnamed.push(...leftovers.unnamed);
  return faults;
}

/** Returns a film's fault, if it has one: it must decode completely and have the stated length. */
async function filmFault(path: string, data: unknown): Promise<string | undefined> {
  if (!existsSync(path)) return 'its file is gone';
  const { durationMs, width, height } = joinFilm.result.parse(data);
  const fields = 'stream=codec_type,width,height:format=duration';
  try {
    await run('ffmpeg', ['-v', 'error', '-xerror', '-i', path, '-f', 'null', '-']);
    const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', fields, '-of', 'json', path]);
    const probe = JSON.parse(stdout) as {
      streams: { codec_type: string; width?: number; height?: number }[];
      format: { duration: string };
    };
    const picture = probe.streams.find((stream) => stream.codec_type === 'video');
    if (!probe.streams.some((stream) => stream.codec_type === 'audio')) return 'it has no sound';
    if (picture?.width !== width || picture.height !== height) return 'it has another size';
    const off = Math.abs(Number(probe.format.duration) * 1000 - durationMs);
    return off > 100 ? `its length is off by ${off} ms` : undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function leftFiles({
  db,
  dataDir,
}: Pick<Installation, 'db' | 'dataDir'>): Promise<Pick<Faults, 'files' | 'unnamed'>> {
  const list = async (folder: string) =>
    (await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(dataDir, folder).length + 1));
  const artifacts = await db.selectFrom('artifacts').select('files').execute();
  const uploads = await db.selectFrom('objects').select('objectKey').execute();
  const knownKeys = new Set([
    ...artifacts.flatMap(({ files }) => (files as unknown as ArtifactFile[]).map((file) => file.objectKey)),
    ...uploads.map((row) => row.objectKey),
  ]);
  const unnamed = (await list('objects')).filter((key) => !knownKeys.has(key));
  const missing = [...knownKeys].filter((key) => key !== null && !existsSync(join(dataDir, 'objects', key)));
  const folders = (await readdir(join(dataDir, 'tmp'))).map((name) => join('tmp', name));
  const inside = (await Promise.all(folders.map(list))).flat();
  const files = [...inside.map((name) => `tmp: ${name}`), ...missing.map((key) => `there is no ${key}`)];
  return { files, unnamed };
}
